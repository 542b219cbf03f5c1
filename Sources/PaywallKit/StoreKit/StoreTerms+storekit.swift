#if canImport(StoreKit)
import StoreKit

// The terms of StoreKit's products as values of this library. Written against Apple's documentation.

extension StoreProduct.Period {
  /// `nil` for a unit that a newer system has.
  init?(_ period: StoreKit.Product.SubscriptionPeriod) {
    switch period.unit {
    case .day: self.init(period.value, .day)
    case .week: self.init(period.value, .week)
    case .month: self.init(period.value, .month)
    case .year: self.init(period.value, .year)
    @unknown default: return nil
    }
  }
}

extension StoreProduct.Offer {
  /// `nil` for terms that a newer system has.
  init?(_ offer: StoreKit.Product.SubscriptionOffer, _ kind: Paywall.Offer.Kind) {
    let payment: Payment
    switch offer.paymentMode {
    case .freeTrial: payment = .freeTrial
    case .payAsYouGo: payment = .payAsYouGo
    case .payUpFront: payment = .payUpFront
    default: return nil
    }
    guard let period = StoreProduct.Period(offer.period) else { return nil }
    self.init(
      kind, id: offer.id, payment: payment, displayPrice: offer.displayPrice, period: period,
      periodCount: offer.periodCount)
  }
}

extension StoreKit.Product.SubscriptionInfo {
  /// The offers on the usual plan.
  var terms: [StoreProduct.Offer] {
    var terms = [introductoryOffer].compactMap(\.self).compactMap {
      StoreProduct.Offer($0, .introductory)
    }
    terms += promotionalOffers.compactMap { StoreProduct.Offer($0, .promotional) }
    if #available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *) {
      terms += winBackOffers.compactMap { StoreProduct.Offer($0, .winBack) }
    }
    return terms
  }

  /// The plan of a year by the month, which the SDK of Xcode 26.5 has.
  var monthlyPlan: StoreProduct.MonthlyPlan? {
    #if compiler(>=6.3.2) || STOREKIT_26_5
    if #available(iOS 26.4, macOS 26.4, tvOS 26.4, watchOS 26.4, visionOS 26.4, *),
      let plan = pricingTerms.first(where: { $0.billingPlanType == .monthly })
    {
      return StoreProduct.MonthlyPlan(
        displayPrice: plan.billingDisplayPrice,
        commitmentDisplayPrice: plan.commitmentInfo.displayPrice,
        offers: plan.subscriptionOffers.compactMap { offer -> StoreProduct.Offer? in
          switch offer.type {
          case .introductory: StoreProduct.Offer(offer, .introductory)
          case .promotional: StoreProduct.Offer(offer, .promotional)
          case .winBack: StoreProduct.Offer(offer, .winBack)
          default: nil
          }
        })
    }
    #endif
    return nil
  }
}
#endif

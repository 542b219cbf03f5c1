#if canImport(StoreKit)
import Foundation
package import StoreKit

// StoreKit's values as those of this library. Written against Apple's documentation.

extension StoreTransaction {
  init(_ result: VerificationResult<StoreKit.Transaction>) {
    let transaction = result.unsafePayloadValue
    var isVerified = false
    if case .verified = result { isVerified = true }
    self.init(
      id: transaction.id, originalId: transaction.originalID, product: transaction.productID,
      type: StoreProduct.Kind(transaction.productType), group: transaction.subscriptionGroupID,
      purchased: transaction.purchaseDate, expires: transaction.expirationDate,
      revoked: transaction.revocationDate, isUpgraded: transaction.isUpgraded,
      appAccountToken: transaction.appAccountToken, environment: transaction.environment.word,
      appTransactionId: transaction.appTransactionID, signed: transaction.signedDate,
      jws: result.jwsRepresentation, isVerified: isVerified)
  }
}

extension StoreProduct {
  init(_ product: StoreKit.Product) async {
    var winBackOffers: [String]?
    if #available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *) {
      winBackOffers = await product.eligibleWinBackOffers
    }
    self.init(
      id: product.id, type: Kind(product.type), displayName: product.displayName,
      displayPrice: product.displayPrice, price: product.price,
      currency: product.priceFormatStyle.currencyCode,
      isEligibleForIntroOffer: await product.subscription?.isEligibleForIntroOffer,
      winBackOffers: winBackOffers,
      period: product.subscription.flatMap { Period($0.subscriptionPeriod) },
      offers: product.subscription.map { $0.terms }, monthlyPlan: product.subscription?.monthlyPlan)
  }
}

extension StoreProduct.Kind {
  init(_ type: StoreKit.Product.ProductType) {
    switch type {
    case .autoRenewable: self = .autoRenewable
    case .nonRenewable: self = .nonRenewable
    case .nonConsumable: self = .nonConsumable
    default: self = .consumable
    }
  }
}

extension StoreRenewal {
  init(_ status: StoreKit.Product.SubscriptionInfo.Status) {
    var winBackOffers: [String] = []
    if #available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *) {
      winBackOffers = status.renewalInfo.unsafePayloadValue.eligibleWinBackOfferIDs
    }
    var graceUntil: Date?
    if case .verified(let info) = status.renewalInfo {
      graceUntil = info.gracePeriodExpirationDate
    }
    self.init(
      originalId: status.transaction.unsafePayloadValue.originalID,
      eligibleWinBackOffers: winBackOffers, graceUntil: graceUntil,
      jws: status.renewalInfo.jwsRepresentation)
  }
}

extension StoreKit.AppStore.Environment {
  /// The server's word for it.
  var word: String { rawValue.lowercased() }
}

extension StoreKit.Product {
  /// The offers of Apple's list for the customer that are on this product, the best first.
  @available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
  fileprivate var eligibleWinBackOffers: [String] {
    get async {
      guard let subscription else { return [] }
      let own = Set(winBackOffers.compactMap(\.id))
      let statuses = (try? await subscription.status) ?? []
      let eligible = statuses.first {
        $0.transaction.unsafePayloadValue.ownershipType == .purchased
      }?.renewalInfo.unsafePayloadValue.eligibleWinBackOfferIDs
      return (eligible ?? []).filter { own.contains($0) }
    }
  }

  /// The win-back offers of the product on every billing plan.
  @available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
  fileprivate var winBackOffers: [SubscriptionOffer] {
    guard let subscription else { return [] }
    var offers = subscription.winBackOffers
    #if compiler(>=6.3.2) || STOREKIT_26_5
    if #available(iOS 26.4, macOS 26.4, tvOS 26.4, watchOS 26.4, visionOS 26.4, *) {
      let all = subscription.pricingTerms.flatMap(\.subscriptionOffers)
      offers += all.filter { $0.type == .winBack && !offers.contains($0) }
    }
    #endif
    return offers
  }

  /// Asks for a year that is paid by the month, which the SDK of Xcode 26.5 has. Without it the product
  /// would be sold for the price of the whole year, so it is refused.
  private static func monthlyPlan() throws(StoreFailure) -> PurchaseOption {
    #if compiler(>=6.3.2) || STOREKIT_26_5
    if #available(iOS 26.4, macOS 26.4, tvOS 26.4, watchOS 26.4, visionOS 26.4, *) {
      return .billingPlanType(.monthly)
    }
    #endif
    throw .unsupported
  }

  /// StoreKit's options for a purchase.
  package func purchaseOptions(
    _ options: StorePurchaseOptions
  ) throws(StoreFailure) -> Set<PurchaseOption> {
    var all: Set<PurchaseOption> = []
    if let account = options.appAccountToken { all.insert(.appAccountToken(account)) }
    if options.billingPlan == .monthly { all.insert(try Self.monthlyPlan()) }
    switch options.offer {
    case nil: break
    case .signed(let signed): all.formUnion(signed.purchaseOptions)
    case .withheldIntroductory(let jws):
      all.insert(.introductoryOfferEligibility(compactJWS: jws))
    case .winBack(let id):
      guard #available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *),
        let offer = winBackOffers.first(where: { $0.id == id })
      else { throw .offerRefused("The win-back offer '\(id)' is not on this product.") }
      all.insert(.winBackOffer(offer))
    }
    return all
  }
}

extension StoreFailure {
  init(_ error: any Error) {
    switch error {
    case let failure as StoreFailure: self = failure
    case is CancellationError: self = .taskCancelled
    case let error as StoreKit.Product.PurchaseError: self.init(error)
    case let error as StoreKitError: self.init(error)
    default: self = .other(error.localizedDescription)
    }
  }

  private init(_ error: StoreKit.Product.PurchaseError) {
    switch error {
    case .productUnavailable: self = .productUnavailable
    case .purchaseNotAllowed: self = .notAllowed
    case .ineligibleForOffer, .invalidOfferIdentifier, .invalidOfferPrice,
      .invalidOfferSignature, .missingOfferParameters:
      self = .offerRefused("\(error)")
    default: self = .other(error.localizedDescription)
    }
  }

  private init(_ error: StoreKitError) {
    switch error {
    case .networkError(let cause): self = .unreachable(cause.localizedDescription)
    case .userCancelled: self = .cancelled
    case .notAvailableInStorefront: self = .productUnavailable
    case .notEntitled: self = .unsupported
    default: self = .other(error.localizedDescription)
    }
  }
}
#endif

package import PaywallCatalog

// A year that is paid by the month: each month is a period of its own, and the customer can only end
// the year.
extension World {
  /// The owner also sells a yearly subscription by the month, with a commitment to twelve of them. The
  /// price holds for new commitments.
  ///
  /// - Parameters:
  ///   - price: milliunits of each month.
  ///   - trial: the length of a free trial that only this plan has, instead of its introductory offer so
  ///     far.
  package mutating func sellMonthly(
    _ productId: String, for price: Int64, trial: Period? = nil
  ) throws(StoreRefusal) {
    guard let plan = try product(productId).subscription else {
      throw .notASubscription(productId)
    }
    guard plan.period == Period(months: Self.months) else { throw .notYearly(productId) }
    catalog.products[productId]?.subscription?.monthlyPrice = price
    guard let trial else { return }
    catalog.offers.removeAll {
      $0.kind == .introductory && $0.billingPlan == .monthly && $0.products == [productId]
    }
    catalog.offers.append(
      StoreOffer(
        id: "\(productId).trial", kind: .introductory, products: [productId], payment: .freeTrial,
        period: trial, price: 0, billingPlan: .monthly))
  }

  private static let months = 12

  /// Checks that the customer's country sells the product by the month; Apple leaves two out.
  func checkMonthly(
    _ product: StoreProduct, by buyer: Int, _ options: PurchaseOptions
  ) throws(StoreRefusal) {
    guard options.billingPlan == .monthly else { return }
    guard product.subscription?.monthlyPrice != nil else { throw .notSoldMonthly(product.id) }
    let country = customers[buyer].storefront.country
    guard !["USA", "SGP"].contains(country) else { throw .notSoldMonthlyIn(country) }
  }

  /// Makes a period the first one that is paid by the month. The months of an offer that is paid as
  /// the customer goes are months of the commitment; any other offer comes before it, and commits
  /// to nothing.
  func beginMonthly(
    _ transaction: inout StoreTransaction, _ plan: StoreProduct.Plan, _ offer: StoreOffer?
  ) {
    guard let price = plan.monthlyPrice else { return }
    transaction.isMonthly = true
    guard offer?.isMonthByMonth ?? true else { return }
    beginCommitment(&transaction, price, offer, from: transaction.purchaseDate)
  }

  private func beginCommitment(
    _ transaction: inout StoreTransaction, _ price: Int64, _ offer: StoreOffer?,
    from start: Timestamp
  ) {
    let cheap = min(offer?.cycles ?? 0, Self.months)
    let whole = Int64(cheap) * (offer?.price ?? 0) + Int64(Self.months - cheap) * price
    let commitment = StoreTransaction.Commitment(
      number: 1, total: Self.months, price: whole, monthlyPrice: price, expiresDate: start)
    setMonth(1, of: commitment, in: &transaction, from: start)
  }

  /// Makes a renewal the next month, or the first one of the next commitment at the same price.
  ///
  /// - Parameter start: the moment that the month is counted from.
  func continueCommitment(
    _ transaction: inout StoreTransaction, of subscription: StoreSubscription, from start: Timestamp
  ) {
    transaction.isMonthly = true
    let offer = subscription.nextOffer?.offer
    guard offer?.isMonthByMonth ?? true else { return }
    guard let present = subscription.current.commitment, present.number < present.total else {
      guard let price = monthlyPrice(of: subscription) else { return }
      return beginCommitment(&transaction, price, offer, from: start)
    }
    setMonth(present.number + 1, of: present, in: &transaction, from: start)
  }

  /// Returns the price of a month without an offer, in milliunits: the one that the commitment
  /// began with.
  func monthlyPrice(of subscription: StoreSubscription) -> Int64? {
    subscription.current.commitment?.monthlyPrice
      ?? catalog.products[subscription.current.productId]?.subscription?.monthlyPrice
  }

  /// A recovery after a billing issue moves the end of the commitment with the billing date.
  private func setMonth(
    _ number: Int, of commitment: StoreTransaction.Commitment,
    in transaction: inout StoreTransaction, from start: Timestamp
  ) {
    if transaction.offer == nil { transaction.price = commitment.monthlyPrice }
    transaction.period = Period(months: 1)
    transaction.expiresDate = start.adding(Period(months: 1))
    transaction.commitment = commitment
    transaction.commitment?.number = number
    transaction.commitment?.expiresDate = start.adding(
      Period(months: commitment.total - number + 1))
  }

  /// Returns the renewal that follows the present commitment; `nil` without one.
  func commitmentRenewal(of subscription: StoreSubscription) -> StoreRenewal.Commitment? {
    guard let commitment = subscription.current.commitment else { return nil }
    let isSame = subscription.repeatsCommitment
    let other = catalog.products[subscription.nextProductId]?
      .price(in: customers[subscription.customer].storefront)
    return StoreRenewal.Commitment(
      productId: subscription.nextProductId, autoRenews: subscription.autoRenews,
      billingPlan: isSame ? .monthly : .upFront, date: commitment.expiresDate,
      price: subscription.autoRenews
        ? (isSame ? commitment.monthlyPrice * Int64(commitment.total) : other) : nil)
  }
}

extension StoreOffer {
  /// Whether each of its periods is a month that is paid.
  var isMonthByMonth: Bool { payment == .payAsYouGo && period == Period(months: 1) }
}

import PaywallCatalog

// A year that is paid by the month: each month is a period of its own, and the customer can only end
// the year.
extension World {
  /// The owner also sells a yearly subscription by the month, with a commitment to twelve of them. The
  /// price holds for new commitments.
  ///
  /// - Parameter price: milliunits of each month.
  package mutating func sellMonthly(
    _ productId: String, for price: Int64
  ) throws(StoreRefusal) {
    guard let plan = try product(productId).subscription else {
      throw .notASubscription(productId)
    }
    guard plan.period == Period(months: Self.months) else { throw .notYearly(productId) }
    catalog.products[productId]?.subscription?.monthlyPrice = price
  }

  private static let months = 12

  /// Whether the product can be bought by the month there; Apple leaves two countries out.
  func checkMonthly(
    _ product: StoreProduct, by buyer: Int, _ options: PurchaseOptions
  ) throws(StoreRefusal) {
    guard options.billingPlan == .monthly else { return }
    guard product.subscription?.monthlyPrice != nil else { throw .notSoldMonthly(product.id) }
    let country = customers[buyer].storefront.country
    guard !["USA", "SGP"].contains(country) else { throw .notSoldMonthlyIn(country) }
    switch options.offer {
    case .automatic: break
    case .introductoryEligibility: throw .notEligible(offer: "introductory", .otherBillingPlan)
    case .promotional(let id, _), .winBack(let id), .offerCode(let id):
      throw .notEligible(offer: id, .otherBillingPlan)
    }
  }

  /// Makes a period the first month of a commitment.
  func beginCommitment(_ transaction: inout StoreTransaction, _ plan: StoreProduct.Plan) {
    guard let price = plan.monthlyPrice else { return }
    setMonth(1, of: Self.months, price, in: &transaction, from: transaction.purchaseDate)
  }

  /// Makes a renewal the next month, or the first one of the next commitment at the same price.
  ///
  /// - Parameter start: what the month is counted from.
  func continueCommitment(
    _ transaction: inout StoreTransaction, of subscription: StoreSubscription, from start: Timestamp
  ) {
    guard let present = subscription.current.commitment else { return }
    let number = present.number % present.total + 1
    setMonth(
      number, of: present.total, present.price / Int64(present.total), in: &transaction,
      from: start)
  }

  /// A recovery after a billing issue moves the end of the commitment with the billing date.
  private func setMonth(
    _ number: Int, of total: Int, _ price: Int64, in transaction: inout StoreTransaction,
    from start: Timestamp
  ) {
    transaction.price = price
    transaction.offer = nil
    transaction.period = Period(months: 1)
    transaction.expiresDate = start.adding(Period(months: 1))
    transaction.commitment = .init(
      number: number, total: total, price: price * Int64(total),
      expiresDate: start.adding(Period(months: total - number + 1)))
  }

  /// What follows the present commitment; `nil` without one.
  func commitmentRenewal(of subscription: StoreSubscription) -> StoreRenewal.Commitment? {
    guard let commitment = subscription.current.commitment else { return nil }
    let isSame = subscription.repeatsCommitment
    let other = catalog.products[subscription.nextProductId]?
      .price(in: customers[subscription.customer].storefront)
    return StoreRenewal.Commitment(
      productId: subscription.nextProductId, autoRenews: subscription.autoRenews,
      billingPlan: isSame ? .monthly : .upFront, date: commitment.expiresDate,
      price: subscription.autoRenews ? (isSame ? commitment.price : other) : nil)
  }
}

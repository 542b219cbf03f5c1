import PaywallCatalog

// Purchases by the seat: one customer pays for several people (AppleFacts.md § 6.4).
extension World {
  /// The owner sets who invites the holders of seats, and discounts for volume. It holds for purchases
  /// from now on, and its prices for renewals.
  package mutating func sellBySeat(
    _ productId: String, _ terms: SeatTerms
  ) throws(StoreRefusal) {
    guard try product(productId).subscription != nil else { throw .notASubscription(productId) }
    let starts = terms.discounts.map(\.from)
    guard starts.count < SeatTerms.mostTiers,
      starts.allSatisfy({ (2...SeatTerms.mostSeats).contains($0) }),
      zip(starts, starts.dropFirst()).allSatisfy({ $0 < $1 })
    else { throw .invalidSeatTiers }
    catalog.products[productId]?.subscription?.seats = terms
  }

  /// Checks that a product can be bought with this number of seats.
  func checkSeats(
    _ product: StoreProduct, _ options: PurchaseOptions
  ) throws(StoreRefusal) {
    guard let seats = options.seats else { return }
    guard product.subscription != nil else { throw .notASubscription(product.id) }
    guard (1...SeatTerms.mostSeats).contains(seats) else { throw .invalidSeats(seats) }
    guard options.billingPlan == .upFront else { throw .noSeatsByTheMonth(product.id) }
  }

  /// Prices a period by the seat.
  ///
  /// - Parameters:
  ///   - unit: milliunits of the first seats, or of each one with an offer.
  ///   - index: the subscription that it continues; one that runs keeps the party that invites.
  func setSeats(
    _ seats: Int, for unit: Int64, in transaction: inout StoreTransaction,
    _ plan: StoreProduct.Plan, of index: Int?
  ) {
    let running = index.flatMap { subscriptions[$0].isRunning ? subscriptions[$0].current : nil }
    let invitations = running?.seats?.invitations ?? plan.seats.invitations
    let tiers =
      transaction.offer == nil
      ? plan.seats.tiers(of: 1...seats, from: unit) : [.init(price: unit, quantity: seats)]
    transaction.quantity = seats
    transaction.seats = StoreSeats(invitations: invitations, tiers: tiers)
    transaction.price = StoreSeats.total(of: tiers)
  }

  /// Adds seats to the period that runs: they have a transaction of their own, which replaces none,
  /// and cost the share of the period that is left.
  mutating func addSeats(
    _ index: Int, _ product: StoreProduct, _ plan: StoreProduct.Plan, to total: Int,
    _ options: PurchaseOptions
  ) throws(StoreRefusal) -> StoreTransaction {
    guard let held = subscriptions[index].seats else { throw .notBySeat(product.id) }
    guard total != held else { throw .alreadySubscribed(product: product.id) }
    guard total > held else { throw .seatReductionNotAllowed(held: held) }
    guard customers[subscriptions[index].customer].paymentWorks else { throw .paymentFailed }
    let period = subscriptions[index].presentPeriod
    for position in period {
      change(at: .period(subscription: index, position)) { $0.seats?.sharesPeriod = true }
    }
    let addition = addition(
      to: subscriptions[index].transactions[period.lowerBound], of: subscriptions[index].customer,
      held + 1...total, product, plan, token(options) ?? subscriptions[index].appAccountToken)
    subscriptions[index].transactions.append(addition)
    subscriptions[index].nextSeats = total
    announce(.didChangeRenewalPreference, .increaseQuantity, index)
    return addition
  }

  private mutating func addition(
    to first: StoreTransaction, of customer: Int, _ seats: ClosedRange<Int>,
    _ product: StoreProduct, _ plan: StoreProduct.Plan, _ appAccountToken: String?
  ) -> StoreTransaction {
    let (id, event) = identifiers.transaction(of: customer)
    let unit =
      first.offer == nil
      ? product.price(in: customers[customer].storefront) : first.seats?.tiers.first?.price ?? 0
    let whole =
      first.offer == nil
      ? plan.seats.tiers(of: seats, from: unit) : [.init(price: unit, quantity: seats.count)]
    let (start, end) = (first.purchaseDate, first.expiresDate ?? first.purchaseDate)
    let (left, length) = (
      end.milliseconds - now.milliseconds, end.milliseconds - start.milliseconds
    )
    var addition = StoreTransaction(
      transactionId: id, originalTransactionId: first.originalTransactionId,
      webOrderLineItemId: event, productId: first.productId, type: first.type,
      groupId: first.groupId, purchaseDate: now, originalPurchaseDate: first.originalPurchaseDate,
      expiresDate: first.expiresDate, quantity: seats.count, appAccountToken: appAccountToken,
      price: 0, offer: first.offer, revision: nextRevision())
    addition.previousOriginalTransactionId = first.previousOriginalTransactionId
    // Rounded to hundredths of the unit, which every currency can show.
    let tiers = whole.map { tier in
      let share = length > 0 ? Double(left) / Double(length) : 1
      return StoreSeats.Tier(
        price: Int64(Double(tier.price) * share / 10) * 10, quantity: tier.quantity)
    }
    addition.seats = StoreSeats(
      invitations: first.seats?.invitations ?? .apple, tiers: tiers, isAddition: true,
      sharesPeriod: true)
    addition.price = StoreSeats.total(of: tiers)
    return addition
  }

  /// The customer changes how many seats renew: fewer than they have, or again as many.
  package mutating func setRenewalSeats(
    _ seats: Int, of productId: String, by id: String
  ) throws(StoreRefusal) {
    let index = try running(productId, of: id)
    guard case .active = subscriptions[index].phase else { throw .billingIssue }
    guard let held = subscriptions[index].seats, let next = subscriptions[index].nextSeats else {
      throw .notBySeat(productId)
    }
    guard (1...held).contains(seats), seats != next else { throw .invalidSeats(seats) }
    subscriptions[index].nextSeats = seats
    announce(
      .didChangeRenewalPreference, seats < next ? .decreaseQuantity : .increaseQuantity, index)
  }

  /// Apple gives back some seats of a transaction. The others stay, and the payer keeps access as long as
  /// the period has one.
  package mutating func refundSeats(
    _ seats: Int, of transactionId: String, because reason: RefundReason = .other
  ) throws(StoreRefusal) {
    let place = try ownPlace(of: transactionId)
    let transaction = self[place]
    guard transaction.revocation == nil else { throw .alreadyRefunded(transactionId) }
    guard let present = transaction.seats, case .period(let index, let position) = place else {
      throw .notBySeat(transaction.productId)
    }
    let left = transaction.quantity - present.revoked
    guard (1...left).contains(seats) else { throw .invalidSeats(seats) }
    change(at: place) { $0.seats?.revoked += seats }
    guard seats < left else {
      return revoke(.init(date: now, reason: reason), at: place, as: transactionId, .seats)
    }
    if subscriptions[index].presentPeriod.contains(position) { limitSeats(of: index) }
    announce(.refund, .seats, at: place, as: transactionId)
    unclaimSeats(of: index)
  }

  /// Limits the seats that renew to those that are left, after seats were taken back.
  mutating func limitSeats(of index: Int) {
    guard let next = subscriptions[index].nextSeats, let held = subscriptions[index].seats else {
      return
    }
    subscriptions[index].nextSeats = min(next, max(held, 1))
  }
}

package import PaywallCatalog

/// One thing that a customer, Apple or the app's owner does, as a value: of a request, a command or
/// a story.
package enum StoreCause: Sendable {
  case addCustomer(String, Storefront)
  case buy(product: String, by: String, PurchaseOptions)
  /// Redeems an offer code on its page.
  case redeem(url: String, by: String)
  /// The app has delivered a transaction.
  case finish(transaction: String)
  case reinstall(String, onNewDevice: Bool)
  case setAsksToBuy(Bool, of: String)
  case approve(product: String, by: String)
  case decline(product: String, by: String)
  case cancel(product: String, by: String)
  case resume(product: String, by: String)
  case setPayment(works: Bool, of: String)
  case requestRefund(of: String, ConsumptionReason)
  case declineRefund(of: String)
  case refund(String, RefundReason, isProrated: Bool)
  case reverseRefund(of: String)
  case extend(product: String, of: String, days: Int)
  /// For everyone who has the product, or those of one country.
  case extendAll(product: String, days: Int, Storefront?)
  case withdraw(product: String)
  /// A parent withdraws the consent to a child's use of the app.
  case rescindConsent(String)
  /// Asks for a notification that says nothing.
  case testNotification
  case setAccountToken(String, of: String)
  /// Milliunits; everywhere without a storefront.
  case setPrice(product: String, Int64, Storefront?, needsConsent: Bool)
  case agreeToPriceIncrease(product: String, by: String)
  /// Milliunits of each month.
  case sellMonthly(product: String, Int64, trial: Period?)
  case joinFamily(String, organizer: String)
  case leaveFamily(String)
  case setSharing(Bool, product: String, by: String)
  case sellBySeat(product: String, SeatTerms)
  /// How many seats renew.
  case setRenewalSeats(Int, product: String, by: String)
  case refundSeats(Int, of: String, RefundReason)
  case assignSeat(product: String, by: String, to: String)
  case unassignSeat(product: String, by: String, from: String)
  /// Milliunits of each period.
  case joinBundle(String, product: String, by: String, Int64)
  case leaveBundle(product: String, by: String)
  /// The customer restores their purchases.
  case restore(String)
}

extension World {
  /// Lets a cause happen now.
  ///
  /// - Returns: the transaction of a purchase that begins at once.
  @discardableResult
  package mutating func apply(_ cause: StoreCause) throws(StoreRefusal) -> StoreTransaction? {
    switch cause {
    case .addCustomer(let id, let storefront): try addCustomer(id, storefront: storefront)
    case .buy(let product, let id, let options): return try buy(product, by: id, options)
    case .redeem(let url, let id): return try redeem(url, by: id)
    case .finish(let transaction): try finish(transaction)
    case .reinstall(let id, let onNewDevice): try reinstall(id, onNewDevice: onNewDevice)
    case .setAsksToBuy(let asks, let id): try setAsksToBuy(asks, of: id)
    case .approve(let product, let id): return try approve(product, by: id)
    case .decline(let product, let id): try decline(product, by: id)
    case .cancel(let product, let id): try cancel(product, by: id)
    case .resume(let product, let id): try resume(product, by: id)
    case .setPayment(let works, let id): try setPayment(works: works, of: id)
    case .requestRefund(let transaction, let reason):
      try requestRefund(of: transaction, because: reason)
    case .declineRefund(let transaction): try declineRefund(of: transaction)
    case .refund(let transaction, let reason, let isProrated):
      try refund(transaction, because: reason, isProrated: isProrated)
    case .reverseRefund(let transaction): try reverseRefund(of: transaction)
    case .extend(let product, let id, let days): try extend(product, of: id, days: days)
    case .extendAll(let product, let days, let storefront):
      // A refusal uses up no name.
      var identifiers = identifiers
      let name = identifiers.uuid()
      try extendAll(
        MassExtension(
          .init(productId: product, requestIdentifier: name), days: days,
          storefronts: storefront.map { [$0.country] }))
      self.identifiers = identifiers
    case .withdraw(let product): try withdraw(product)
    case .rescindConsent(let id): announce(.rescindConsent, of: try customer(id))
    case .testNotification: announce(.test)
    case .setPrice(let product, let price, let storefront, let needsConsent):
      try setPrice(of: product, to: price, in: storefront, needsConsent: needsConsent)
    case .agreeToPriceIncrease(let product, let id):
      try agreeToPriceIncrease(of: product, by: id)
    case .sellMonthly(let product, let price, let trial):
      try sellMonthly(product, for: price, trial: trial)
    case .joinFamily(let id, let organizer): try joinFamily(id, of: organizer)
    case .leaveFamily(let id): try leaveFamily(id)
    case .setSharing(let isOn, let product, let id): try setSharing(isOn, product, by: id)
    case .setAccountToken(let token, let transaction): try setAccountToken(token, of: transaction)
    case .joinBundle(let bundle, let product, let id, let price):
      return try joinBundle(bundle, with: product, for: price, by: id)
    case .leaveBundle(let product, let id): try leaveBundle(product, by: id)
    case .restore(let id): return try restore(id)
    case .sellBySeat, .setRenewalSeats, .refundSeats, .assignSeat, .unassignSeat:
      try applySeats(cause)
    }
    return nil
  }

  private mutating func applySeats(_ cause: StoreCause) throws(StoreRefusal) {
    switch cause {
    case .sellBySeat(let product, let terms): try sellBySeat(product, terms)
    case .setRenewalSeats(let seats, let product, let id):
      try setRenewalSeats(seats, of: product, by: id)
    case .refundSeats(let seats, let transaction, let reason):
      try refundSeats(seats, of: transaction, because: reason)
    case .assignSeat(let product, let payer, let id):
      try assignSeat(of: product, by: payer, to: id)
    case .unassignSeat(let product, let payer, let id):
      try unassignSeat(of: product, by: payer, from: id)
    default: break
    }
  }

  /// The id of the customer to whom a cause belongs; `nil` for one of the whole app, or if there is
  /// none.
  package func customerId(of cause: StoreCause) -> String? {
    switch cause {
    case .addCustomer(let id, _), .buy(_, let id, _), .redeem(_, let id), .cancel(_, let id),
      .resume(_, let id), .setPayment(_, let id), .reinstall(let id, _), .setAsksToBuy(_, let id),
      .approve(_, let id), .decline(_, let id), .extend(_, let id, _), .joinFamily(let id, _),
      .leaveFamily(let id), .setSharing(_, _, let id), .agreeToPriceIncrease(_, let id),
      .rescindConsent(let id), .setRenewalSeats(_, _, let id), .assignSeat(_, let id, _),
      .unassignSeat(_, let id, _), .joinBundle(_, _, let id, _), .leaveBundle(_, let id),
      .restore(let id):
      return id
    case .requestRefund(let transaction, _), .declineRefund(let transaction),
      .refund(let transaction, _, _), .reverseRefund(let transaction), .finish(let transaction),
      .setAccountToken(_, let transaction), .refundSeats(_, let transaction, _):
      return identifiers.owner(of: transaction).map { customers[$0].id }
    case .withdraw, .setPrice, .sellMonthly, .sellBySeat, .extendAll, .testNotification: return nil
    }
  }
}

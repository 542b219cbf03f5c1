import PaywallCatalog

/// One of RevenueCat's events.
struct RevenueCatEvent {
  let type: String
  let money: Money
  /// Another product than that of the purchase.
  var product: String?
  /// Members of this type alone.
  let own: [Content.Member]
  /// Whether it has the members that events of purchases share.
  var isOfPurchase = true

  /// The price of the event, and the end of its period.
  enum Money {
    case nothing, paid
    /// The price is negative, and the period ends with the refund.
    case refunded
    /// Nothing was paid, and the period ends with the refund.
    case ended
  }

  init(_ type: String, _ money: Money = .nothing, _ own: [Content.Member] = []) {
    self.type = type
    self.money = money
    self.own = own
  }

  init(_ type: String, own: [Content.Member]) { self.init(type, .nothing, own) }

  static func cancellation(_ reason: String, _ money: Money = .nothing) -> Self {
    Self("CANCELLATION", money, [.init("cancel_reason", .text(reason))])
  }

  static func expiration(_ reason: String, _ money: Money = .nothing) -> Self {
    Self("EXPIRATION", money, [.init("expiration_reason", .text(reason))])
  }

  static func productChange(from former: String?, to new: String?) -> Self {
    var event = Self(
      "PRODUCT_CHANGE", own: [.init("new_product_id", new.map { .text($0) } ?? .null)])
    event.product = former
    return event
  }
}

import HTTPDocuments
import PaywallCatalog
import Serving

/// The purchase of an event's data, in the words of RevenueCat's webhooks.
struct RevenueCatPurchase {
  private let values: [String: JSONValue]
  private let snapshot: Snapshot

  /// - Parameter data: the JSON object of an event.
  init(_ data: String, in snapshot: Snapshot) {
    self.snapshot = snapshot
    guard case .object(let members)? = try? JSONReader.read(Array(data.utf8)) else {
      values = [:]
      return
    }
    values = Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
  }

  subscript(name: String) -> String? {
    if case .text(let text)? = values[name] { text } else { nil }
  }

  var productId: String? { self["productId"] }
  var isAfterTrial: Bool { values["afterTrial"] == .boolean(true) }

  /// Milliseconds.
  func moment(_ name: String) -> Content {
    self[name].flatMap { Timestamp(rfc3339: $0) }.map { .integer($0.milliseconds) } ?? .null
  }

  var expirationReason: String {
    switch (self["appleType"], self["appleSubtype"]) {
    case ("GRACE_PERIOD_EXPIRED", _), (_, "BILLING_RETRY"): "BILLING_ERROR"
    case (_, "VOLUNTARY"): "UNSUBSCRIBE"
    case (_, "PRICE_INCREASE"): "PRICE_INCREASE"
    default: "UNKNOWN"
    }
  }

  /// The members that events of purchases share. The ids of a person are Apple's own, or the token
  /// that Apple has signed; what only an app has claimed is not in the data.
  func members(of event: RevenueCatEvent, at moment: Timestamp) -> [Content.Member] {
    let product = event.product ?? productId
    let people = ["appAccountToken", "appTransactionId", "originalTransactionId"]
      .compactMap { self[$0] }
    let known = people.count > 1 ? people.filter { $0 != self["originalTransactionId"] } : people
    let ends = event.money == .refunded || event.money == .ended ? "refundedAt" : "expiresAt"
    let purchased = price(event.money)
    let entitlements = product.flatMap { snapshot.products[$0]?.entitlements } ?? []
    return [
      .init("app_user_id", text(known.first)), .init("original_app_user_id", text(known.last)),
      .init("aliases", .list(known.map { .text($0) })),
      .init("subscriber_attributes", .object([])), .init("product_id", text(product)),
      .init("entitlement_id", .null),
      .init(
        "entitlement_ids", entitlements.isEmpty ? .null : .list(entitlements.map { .text($0) })),
      .init("period_type", .text(periodType)),
      .init("purchased_at_ms", self.moment("purchasedAt")),
      .init("expiration_at_ms", self["expiresAt"] == nil ? .null : self.moment(ends)),
      .init("store", .text("APP_STORE")),
      .init("environment", environment),
      .init("is_family_share", .boolean(false)),
      .init("country_code", text(self["storefront"].flatMap { Country.alpha2(of: $0) })),
      .init("presented_offering_id", .null), .init("offer_code", text(self["offerId"])),
      .init("currency", text(self["currency"])),
      .init(
        "price",
        number(purchased.flatMap { snapshot.dollars($0, in: self["currency"], at: moment) })),
      .init("price_in_purchased_currency", number(purchased)),
      .init("tax_percentage", .null), .init("commission_percentage", .null),
      .init("takehome_percentage", .null), .init("transaction_id", text(self["transactionId"])),
      .init("original_transaction_id", text(self["originalTransactionId"])),
    ]
  }

  /// The first exposure of a unit, which RevenueCat calls an enrolment. The unit is what the app has
  /// sent.
  func enrolment(at moment: Timestamp) -> RevenueCatEvent {
    let unit = text(self["unit"])
    var event = RevenueCatEvent(
      "EXPERIMENT_ENROLLMENT",
      own: [
        .init("app_user_id", unit), .init("original_app_user_id", unit),
        .init("aliases", .list([unit])), .init("subscriber_attributes", .object([])),
        .init("environment", environment), .init("experiment_id", text(self["experiment"])),
        .init("experiment_variant", text(self["variant"])),
        .init("offering_id", text(self["paywall"])),
        .init("enrolled_at_ms", .integer(moment.milliseconds)),
      ])
    event.isOfPurchase = false
    return event
  }

  private var environment: Content {
    .text(self["environment"] ?? "production" == "production" ? "PRODUCTION" : "SANDBOX")
  }

  private var milliunits: Int64? { values["priceMilliunits"]?.whole }

  /// RevenueCat has no word for other offers that cost something.
  private var periodType: String {
    guard let offer = self["offerType"] else { return "NORMAL" }
    return milliunits == 0 ? "TRIAL" : offer == "introductory" ? "INTRO" : "NORMAL"
  }

  /// Milliunits of the currency of the purchase.
  private func price(_ money: RevenueCatEvent.Money) -> Int64? {
    switch money {
    case .nothing, .ended: return 0
    case .paid: return milliunits
    case .refunded:
      // Thousandths of a percent; all without.
      let share = values["refundedMilliPercent"]?.whole ?? 100_000
      return milliunits.map { -Int64((Double($0) * Double(share) / 100_000).rounded()) }
    }
  }

  private func text(_ text: String?) -> Content { text.map { .text($0) } ?? .null }
  /// Milliunits as a number of the currency.
  private func number(_ price: Int64?) -> Content {
    price.map { .number(Double($0) / 1_000) } ?? .null
  }
}

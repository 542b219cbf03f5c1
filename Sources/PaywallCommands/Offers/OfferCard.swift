import PaywallAPI
import PaywallCatalog

/// An offer as the commands print it.
struct OfferCard: Encodable {
  var key: String
  var kind: String
  var id: String
  var products: [String]
  var billingPlan: String
  var payment: String?
  var period: String?
  var cycles: Int
  var audience: String
  var perCustomer: Int?
  var every: String?
  var perDay: Int?
  /// Signatures that one grant allows; only of offers that are signed.
  var attempts: Attempts?
  var from: String?
  var until: String?
  var url: String?

  init(_ offer: Offer) {
    key = offer.key
    kind = offer.kind.rawValue
    id = offer.id
    products = offer.products
    billingPlan = offer.billingPlan.rawValue
    payment = offer.payment?.rawValue
    period = offer.period?.description
    cycles = offer.cycles
    audience = offer.audience?.description ?? Condition.everyone
    perCustomer = offer.limit?.perCustomer
    every = offer.limit?.every?.description
    perDay = offer.limit?.perDay
    if offer.kind == .promotional || offer.again {
      attempts = Attempts(client: offer.attempts.client, server: offer.attempts.server)
    }
    from = offer.window.start?.rfc3339
    until = offer.window.end?.rfc3339
    url = offer.code?.url
  }

  /// `P1M × 3 payAsYouGo`; `P1W freeTrial monthly` on that billing plan.
  var terms: String {
    let length = period.map { cycles > 1 ? "\($0) × \(cycles)" : $0 }
    let plan = billingPlan == BillingPlan.upFront.rawValue ? nil : billingPlan
    return [length, payment, plan].compactMap { $0 }.joined(separator: " ")
  }

  /// `1 per customer every P180D, 500 per day, 12 attempts (server 100)`.
  var limits: String {
    let customer = perCustomer.map { "\($0) per customer" + (every.map { " every \($0)" } ?? "") }
    let attempts = attempts.map { "\($0.client) attempts (server \($0.server))" }
    return [customer, perDay.map { "\($0) per day" }, attempts].compactMap { $0 }
      .joined(separator: ", ")
  }

  struct Attempts: Encodable {
    var client: Int
    var server: Int
  }
}

extension OfferCard {
  static let members: [Property] = [
    .always("key", .text), .always("kind", .words(of: OfferKind.self)),
    .always("id", .text, "Its id in the App Store."), .always("products", .list(of: .text)),
    .always("billingPlan", .words(of: BillingPlan.self)),
    .maybe("payment", .words(of: OfferPayment.self)), .maybe("period", .period),
    .always("cycles", .integer(from: 1)), .always("audience", .text),
    .maybe("perCustomer", .count), .maybe("every", .period), .maybe("perDay", .count),
    .maybe(
      "attempts", .object([.always("client", .count), .always("server", .count)]),
      "Signatures that one grant allows, of offers that are signed."),
    .maybe("from", .moment), .maybe("until", .moment), .maybe("url", .text),
  ]
}

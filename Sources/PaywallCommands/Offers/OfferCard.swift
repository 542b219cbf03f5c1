import CommandSupport
import HTTPDocuments
import PaywallCatalog

/// An offer as the commands print it.
struct OfferCard: Card, Named {
  let offer: Offer
  /// The condition of its audience in words, if that audience has a name.
  let condition: String?

  static let members = Members<Self> {
    $0.always("key", .text) { $0.name }
    $0.always("kind") { $0.offer.kind }
    $0.always("id", .text, "Its id in the App Store.") { $0.offer.id }
    $0.always("products", .list(of: .text)) { $0.offer.products }
    $0.always("billingPlan") { $0.offer.billingPlan }
    $0.maybe("payment") { $0.offer.payment }
    $0.maybe("period", .period) { $0.offer.period?.description }
    $0.always("cycles", .integer(from: 1)) { $0.offer.cycles }
    $0.always("audience", .text) { $0.audience }
    $0.maybe("perCustomer", .count) { $0.offer.limit?.perCustomer }
    $0.maybe("every", .period) { $0.offer.limit?.every?.description }
    $0.maybe("perDay", .count) { $0.offer.limit?.perDay }
    $0.maybe(
      "attempts", Attempts.schema, "Signatures that one grant allows, of offers that are signed."
    ) { $0.attempts }
    $0.maybe("from", .moment) { $0.offer.window.start?.rfc3339 }
    $0.maybe("until", .moment) { $0.offer.window.end?.rfc3339 }
    $0.maybe("url", .text) { $0.offer.code?.url }
  }

  struct Attempts: Card {
    var client: Int
    var server: Int

    static let members = Members<Self> {
      $0.always("client", .count) { $0.client }
      $0.always("server", .count) { $0.server }
    }
  }

  var name: String { offer.key }
  var audience: String { offer.audience?.description ?? Condition.everyone }

  /// Only of offers that are signed.
  private var attempts: Attempts? {
    guard offer.kind == .promotional || offer.again else { return nil }
    return Attempts(client: offer.attempts.client, server: offer.attempts.server)
  }

  /// `P1M × 3 payAsYouGo`; `P1W freeTrial monthly` on that billing plan.
  var terms: String {
    let length = offer.period.map { offer.cycles > 1 ? "\($0) × \(offer.cycles)" : "\($0)" }
    let plan = offer.billingPlan == .upFront ? nil : offer.billingPlan.rawValue
    return [length, offer.payment?.rawValue, plan].compactMap(\.self).joined(separator: " ")
  }

  /// `1 per customer every P180D, 500 per day, 12 attempts (server 100)`.
  var limits: String {
    let limit = offer.limit
    let customer = limit?.perCustomer.map {
      "\($0) per customer" + (limit?.every.map { " every \($0)" } ?? "")
    }
    let attempts = attempts.map { "\($0.client) attempts (server \($0.server))" }
    return [customer, limit?.perDay.map { "\($0) per day" }, attempts].compactMap(\.self)
      .joined(separator: ", ")
  }
}

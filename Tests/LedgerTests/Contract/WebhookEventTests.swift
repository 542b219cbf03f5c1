import AppStore
import PaywallCatalog
import Subscribers
import Testing

@testable import Ledger

/// The events that follow from facts.
@Suite("Events of webhooks") struct WebhookEventTests {
  private static func types(
    _ before: TransactionFact?, _ after: TransactionFact, beside others: [TransactionFact] = []
  ) -> [String] {
    WebhookEvent.events(from: before, to: after) { others }.map(\.type.rawValue)
  }

  @Test("a renewal says whether a free trial was before it")
  func conversion() throws {
    var trial = Sample.fact("100")
    trial.offerDiscount = OpenEnum(.freeTrial)
    let renewed = Sample.fact("101", chain: "100", signed: 30, reason: .renewal)
    let next = Sample.fact("102", chain: "100", signed: 60, reason: .renewal)
    for (fact, others, isConversion) in [
      (renewed, [trial], true), (next, [trial, renewed], false), (renewed, [], false),
    ] as [(TransactionFact, [TransactionFact], Bool)] {
      let event = try #require(WebhookEvent.events(from: nil, to: fact) { others }.first)
      #expect(event.data.contains(#""afterTrial":true"#) == isConversion)
    }
  }

  @Test("a transaction that was not known is a start, a renewal, another product or a purchase")
  func bought() {
    let first = Sample.fact("100")
    #expect(Self.types(nil, first) == ["subscription.started"])
    let renewed = Sample.fact("101", chain: "100", signed: 30, reason: .renewal)
    #expect(Self.types(nil, renewed, beside: [first]) == ["subscription.renewed"])
    let upgrade = Sample.fact("102", chain: "100", signed: 10, product: "com.example.pro.yearly")
    #expect(Self.types(nil, upgrade, beside: [first]) == ["subscription.product_changed"])
    // The period had ended.
    let again = Sample.fact("103", chain: "100", signed: 50, product: "com.example.pro.yearly")
    #expect(Self.types(nil, again, beside: [first]) == ["subscription.started"])
    #expect(Self.types(nil, Sample.coins("501")) == ["purchase.made"])
  }

  @Test("a copy that says nothing new is no event, nor is what a family member has")
  func quiet() {
    let first = Sample.fact("100")
    var copy = first
    copy.signedDate = Sample.day(3)
    #expect(Self.types(first, copy) == [])
    #expect(Self.types(nil, Sample.purchase("100", bought: 1, ownership: .familyShared)) == [])
  }

  @Test("a refund and its reversal are events of the purchase")
  func refunded() {
    let first = Sample.fact("100")
    let refunded = Sample.refund(of: first, at: 9)
    var reversed = first
    reversed.signedDate = Sample.day(12)
    #expect(Self.types(first, refunded) == ["purchase.refunded"])
    #expect(Self.types(refunded, reversed) == ["purchase.refund_reversed"])
    #expect(Self.types(nil, refunded) == ["subscription.started", "purchase.refunded"])
  }

  @Test("an id is of the change, not of the copy, of what else is known, or of letter case")
  func ids() throws {
    let first = Sample.fact("100")
    let upgrade = Sample.fact("102", chain: "100", signed: 10, product: "com.example.pro.yearly")
    let late = WebhookEvent.events(from: nil, to: upgrade) { [first] }
    let early = WebhookEvent.events(from: nil, to: upgrade) { [] }
    #expect(late.map(\.id) == early.map(\.id))
    var restored = Sample.fact("900", chain: "100")
    var original = first
    (restored.webOrderLineItemId, original.webOrderLineItemId) = ("w1", "w1")
    #expect(
      WebhookEvent.events(from: nil, to: restored) { [] }.map(\.id)
        == WebhookEvent.events(from: nil, to: original) { [] }.map(\.id))
    #expect(
      WebhookEvent.id(of: .notification("AB"), "x", in: .production)
        == WebhookEvent.id(of: .notification("ab"), "x", in: .production))
    #expect(
      WebhookEvent.id(of: .notification("ab"), "x", in: .production)
        != WebhookEvent.id(of: .notification("ab"), "x", in: .sandbox))
    // By: printf '10:production/8:purchase/11:transaction/3:100/3:100/0:' | sha256sum | head -c 32
    #expect(
      WebhookEvent.id(of: .transaction(chain: "100", name: "100", nil), "purchase", in: .production)
        == "evt_fbc4e84dad5cd217b5448fea0466b76b")
  }

  @Test(
    "purchases that are no copies of each other have events of their own",
    arguments: ["0", "", nil] as [String?])
  func distinct(lineItem: String?) {
    var facts = [Sample.fact("100"), Sample.fact("101", chain: "100")]
    var coins = [Sample.fact("200"), Sample.fact("201", chain: "200")]
    for index in facts.indices {
      facts[index].webOrderLineItemId = lineItem
      (coins[index].type, coins[index].webOrderLineItemId) = (OpenEnum(.consumable), "w1")
    }
    for pair in [facts, coins] {
      let ids = pair.flatMap { WebhookEvent.events(from: nil, to: $0) { [] }.map(\.id) }
      #expect(Set(ids).count == 2)
    }
  }

  @Test(
    "a notification tells what no transaction shows",
    arguments: [
      ("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED", "subscription.cancelled"),
      ("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_ENABLED", "subscription.uncancelled"),
      ("DID_CHANGE_RENEWAL_PREF", "DOWNGRADE", "subscription.product_change_scheduled"),
      ("DID_FAIL_TO_RENEW", "GRACE_PERIOD", "subscription.billing_issue"),
      ("EXPIRED", "VOLUNTARY", "subscription.expired"),
      ("GRACE_PERIOD_EXPIRED", nil, "subscription.expired"),
      ("RENEWAL_EXTENDED", nil, "subscription.extended"),
      ("DID_CHANGE_RENEWAL_PREF", "UPGRADE", nil), ("DID_RENEW", nil, nil), ("NEWER", nil, nil),
    ] as [(String, String?, String?)])
  func notified(each: (type: String, subtype: String?, event: String?)) {
    let fact = Sample.fact("100")
    var payload = Sample.notification("u", type: each.type, fact, signed: 5).payload
    payload.subtype = each.subtype
    let event = WebhookEvent(payload, about: fact, at: Sample.day(6))
    #expect(event?.type.rawValue == each.event)
    if let event { #expect(event.at == Sample.day(5)) }
  }

  @Test("the data has Apple's ids and the signed token, and leaves out what is not known")
  func data() throws {
    var fact = Sample.fact("100", customer: nil, token: "t1")
    fact.storefront = nil
    let event = try #require(WebhookEvent.events(from: nil, to: fact) { [] }.first)
    #expect(
      event.data == #"{"environment":"production","transactionId":"100","originalTransactionId":"#
        + #""100","productId":"com.example.pro.monthly","appAccountToken":"t1","#
        + #""purchasedAt":"2026-01-05T00:00:00Z","expiresAt":"2026-02-04T00:00:00Z","#
        + #""currency":"USD","priceMilliunits":9990,"quantity":1}"#)
    let coins = try #require(WebhookEvent.events(from: nil, to: Sample.coins("501")) { [] }.first)
    #expect(
      coins.data == #"{"environment":"production","transactionId":"501","originalTransactionId":"#
        + #""501","productId":"coins_100","appTransactionId":"7040","#
        + #""purchasedAt":"2026-01-06T00:00:00Z","currency":"USD","storefront":"USA","#
        + #""type":"Consumable","priceMilliunits":14970,"quantity":3}"#)
  }
}

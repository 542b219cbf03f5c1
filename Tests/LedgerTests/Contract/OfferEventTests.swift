@testable import Subscribers
import AppStore
import Ledger
import PaywallCatalog
import Testing

/// Events of offers and of answers to requests for refunds. Ids are by
/// `printf '10:production/13:offer.granted/3:own/…' | sha256sum | head -c 32`.
@Suite("Events of offers and refunds") struct OfferEventTests {
  /// A customer with a purchase, and an offer that was granted on day 1.
  private static func grant(_ ledger: any Ledger, _ nonce: Int = 1) async throws {
    try await ledger.setWebhooks([Sample.endpoint()], at: Sample.day(0))
    try await ledger.append(Sample.notification("first", Sample.fact("100", signed: 0)), at: 0)
    let request = Sample.request(
      Sample.offer(), nonce: nonce, assignment: Sample.assignment("ada", variant: "half"))
    #expect(try await ledger.grant([request], at: 1)[0].grant != nil)
  }

  private static func told(
    _ ledger: any Ledger, of endpoint: String? = nil
  ) async throws -> [WebhookDelivery] {
    try await ledger.webhooks(of: endpoint).filter {
      $0.type.hasPrefix("offer.") || $0.type.hasPrefix("refund.")
    }
  }

  @Test("a grant is one event, with what decided it; to sign again is none", .everyLedger)
  func granted() async throws {
    try await Self.grant(ledger)
    #expect(
      try await ledger.grant([Sample.request(Sample.offer(), nonce: 2)], at: 1.1)[0].isRetry)
    let events = try await Self.told(ledger)
    #expect(events.map(\.id) == ["evt_4e73f6edc1017764a3a100e6d931b807"])
    #expect(
      events.first?.data == #"""
        {"environment":"production","productId":"com.example.pro.monthly",\#
        "offerType":"promotional","offerId":"half3m","lapsesAt":"2026-01-07T00:00:00Z",\#
        "appTransactionId":"7040","originalTransactionId":"100","offer":"half",\#
        "grantedAt":"2026-01-06T00:00:00Z","release":"r1","experiment":"price","variant":"half"}
        """#)
    #expect(events.first?.at == Sample.day(1))
  }

  @Test(
    "a purchase with the offer redeems it once, whichever purchase of the run comes first",
    .everyLedger, arguments: [[0, 1], [1, 0]])
  func redeemed(_ order: [Int]) async throws {
    try await Self.grant(ledger)
    let facts = [
      Sample.fact("101", chain: "100", signed: 1.5, offer: "half3m"),
      Sample.fact("102", chain: "100", signed: 31.5, offer: "half3m", reason: .renewal),
    ]
    for index in order {
      try await ledger.append(Sample.notification("n\(index)", facts[index]), at: 1.6)
    }
    let events = try await Self.told(ledger)
    #expect(events.map(\.type) == ["offer.granted", "offer.redeemed"])
    #expect(events.last?.id == "evt_bcd8e65f7280352f7a2c98dfaef0d05a")
    for member in [
      #""offer":"half""#, #""release":"r1""#, #""experiment":"price""#, #""variant":"half""#,
      #""originalTransactionId":"100""#,
    ] { #expect(events.last?.data.contains(member) == true, "\(member)") }
  }

  @Test("a purchase of the product without the offer that was granted is told once", .everyLedger)
  func fullPrice() async throws {
    try await Self.grant(ledger)
    let bought = Sample.fact("101", chain: "100", signed: 1.5)
    try await ledger.append(Sample.notification("n", bought), at: 1.6)
    try await ledger.append(Evidence(transactions: [Sample.transaction(bought)]), at: 1.7)
    // After the grant has lapsed, and a renewal, which no offer was for.
    for fact in [
      Sample.fact("102", chain: "100", signed: 2.5),
      Sample.fact("103", chain: "100", signed: 1.6, reason: .renewal),
    ] { try await ledger.append(Sample.notification(fact.transactionId, fact), at: 2.6) }
    let events = try await Self.told(ledger)
    #expect(events.map(\.type) == ["offer.granted", "offer.full_price"])
    #expect(events.last?.id == "evt_08e780349524a12afcd60df9bb7bc247")
    #expect(events.last?.data.contains(#""transactionId":"101""#) == true)
    #expect(events.last?.data.contains(#""offer":"half","grantedAt":"2026-01-06T"#) == true)
  }

  @Test("a purchase at full price is told when Apple says whose it is", .everyLedger)
  func namedLater() async throws {
    try await Self.grant(ledger)
    var nameless = Sample.fact("200", customer: nil, signed: 1.5)
    try await ledger.append(Sample.notification("n", nameless), at: 1.6)
    #expect(try await Self.told(ledger).map(\.type) == ["offer.granted"])
    nameless.appTransactionId = "7040"
    nameless.signedDate = Sample.day(1.7)
    try await ledger.append(Sample.notification("m", nameless), at: 1.7)
    #expect(try await Self.told(ledger).map(\.type) == ["offer.granted", "offer.full_price"])
  }

  @Test("an answer to a request for a refund is told with what Apple was sent", .everyLedger)
  func answered() async throws {
    try await ledger.setWebhooks([Sample.endpoint()], at: Sample.day(0))
    let bought = Sample.purchase("101", bought: 1)
    for uuid in ["ask", "refused"] {
      try await ledger.append(
        Sample.notification(uuid, type: "CONSUMPTION_REQUEST", bought, signed: 1.5), at: 1.5)
    }
    let basis = RefundBasis(facts: nil, report: nil, release: "r1")
    let answer = RefundAnswer(
      deliveryStatus: .delivered, sampleContentProvided: true, consumptionPercentage: 7_000,
      refundPreference: .grantProrated)
    let state = RefundCase.State.answered(answer, rule: "others", at: Sample.day(1.6))
    for _ in 0..<2 { _ = try await ledger.settle("ask", as: state, on: basis, failure: nil) }
    _ = try await ledger.settle(
      "refused", as: .refused(.noConsent, at: Sample.day(1.7)), on: basis, failure: nil)
    let events = try await Self.told(ledger)
    #expect(events.map(\.id) == ["evt_ab0bf396ef39221e29000faed40a9e1f"])
    for member in [
      #""transactionId":"101""#, #""rule":"others""#, #""deliveryStatus":"delivered""#,
      #""refundPreference":"grantProrated""#, #""release":"r1""#,
      #""sampleContentProvided":true"#, #""consumedMilliPercent":7000"#,
    ] { #expect(events.first?.data.contains(member) == true, "\(member)") }
  }

  @Test(
    "an import tells of no redemption, and nobody hears of what was not asked for", .everyLedger)
  func asked() async throws {
    try await Self.grant(ledger)
    try await ledger.setWebhooks(
      [Sample.endpoint(), Sample.endpoint("other", events: [.purchaseMade, .offerGranted])],
      at: Sample.day(1))
    let bought = Sample.fact("101", chain: "100", signed: 1.5, offer: "half3m")
    _ = try await ledger.append(
      Evidence(transactions: [Sample.transaction(bought)]), user: nil, at: Sample.day(1.6),
      isHistory: true)
    #expect(try await Self.told(ledger).map(\.type) == ["offer.granted"])
    try await ledger.setWebhooks(
      [Sample.endpoint("other", events: [.purchaseMade])], at: Sample.day(2))
    #expect(
      try await ledger.grant([Sample.request(Sample.offer(), nonce: 9)], at: 3)[0].grant != nil)
    #expect(try await Self.told(ledger, of: "other") == [])
  }

  @Test("grants on trust and to customers without purchases are told; erasing erases", .everyLedger)
  func withoutPurchases() async throws {
    try await ledger.setWebhooks([Sample.endpoint()], at: Sample.day(0))
    for (nonce, name) in [(1, "erin"), (2, nil)] {
      let request = Sample.request(Sample.offer(), customer: nil, trusted: name, nonce: nonce)
      #expect(try await ledger.grant([request], at: 1)[0].grant != nil)
    }
    let app = try Evidence(appTransaction: Sample.app("7070"))
    let request = Sample.request(
      Sample.offer(kind: .introductory, again: true),
      customer: CustomerIdentity(appTransactionId: "7070"), evidence: app, nonce: 3)
    #expect(try await ledger.grant([request], at: 1)[0].grant != nil)
    let events = try await Self.told(ledger)
    #expect(Set(events.map(\.id)).count == 3)
    #expect(events.map { $0.data.contains("7070") } == [false, false, true])
    #expect(!events.contains { $0.data.contains("erin") })
    // Nobody waits for another.
    #expect(try await ledger.due(at: 2).count == 3)
    try await ledger.forget(.appTransactionId("7070"), at: 2)
    #expect(try await Self.told(ledger) == Array(events.prefix(2)))
  }
}

import AppStoreFixtures
import Foundation
import Ledger
import LedgerSQLite
import LedgerStorage
import PaywallCatalog
import PaywallServer
import Subscribers
import Testing

@Suite("What was verified is kept whatever the answer is")
struct KeptEvidenceTests {
  private let ledger = SQLiteLedger.inMemory()

  private func testServer(ledger: any Ledger = SQLiteLedger.inMemory()) throws -> TestServer {
    try TestServer.ofStore(ledger: ledger) {
      $0.offers["loyalty"]?.limit = OfferLimit(perCustomer: 1)
    }
  }

  /// The subscription with the offer that may be had once.
  private func redemption(_ shopper: Shopper) throws -> JSON {
    try shopper.transaction([
      "transactionId": "450000000000000777", "productId": "pro_yearly",
      "purchaseDate": .integer(time("2026-12-02T12:05:00Z").milliseconds),
      "signedDate": .integer(time("2026-12-02T12:05:02Z").milliseconds), "offerType": 2,
      "offerIdentifier": "loyalty_20", "offerDiscountType": "PAY_AS_YOU_GO",
    ])
  }

  private func text(_ body: [String: JSON]) throws -> String {
    String(decoding: try JSONEncoder().encode(body), as: UTF8.self)
  }

  private func sign(_ texts: JSON...) -> [String: JSON] {
    TestServer.signing(["transactions": .array(texts)])
  }

  @Test(
    "a redemption that is shown once counts in the next request, which leaves it out",
    arguments: [
      "/v1/offers/sign", "/v1/offers/eligibility", "/v1/customer", "/v1/placements/onboarding",
      "/v1/placements",
    ])
  func redemption(path: String) async throws {
    let testServer = try testServer(ledger: ledger)
    let shopper = try Shopper()
    let (parts, application) = try testServer.running()
    let shown = try #require(redemption(shopper).string)
    let members =
      path == "/v1/offers/sign"
      ? #""placement":"onboarding","product":"pro_yearly","offer":"loyalty","form":"jws","#
      : path == "/v1/placements" ? #""placements":["onboarding"],"# : ""
    let first = try TestServer.Reply(
      await TestServer.send(
        "POST \(path)\nX-API-Key: client-key\n\n{\(members)\"transactions\":[\"\(shown)\"]}",
        to: application))
    #expect(first.status == (path == "/v1/offers/sign" ? 409 : 200), "\(first)")
    await parts.evidenceQueue.drain()
    #expect(try await ledger.entries(after: 0, limit: 9).count == 1)

    try await testServer.post("/v1/offers/sign", sign(shopper.transaction())).expect(
      409, reason: "customerLimitReached")
    #expect(try await ledger.entries(after: 0, limit: 9).count == 2)
  }

  @Test(
    "so it is with an alias, and with a user whom an app may not link",
    arguments: [
      ("/v1/aliases", #""anonymousId":"device-1","userId":"ada","#, 200),
      ("/v1/transactions", #""userId":"ada","#, 403),
    ])
  func beside(path: String, members: String, status: Int) async throws {
    let testServer = try testServer(ledger: ledger)
    let shopper = try Shopper()
    let shown = try #require(redemption(shopper).string)
    try TestServer.Reply(
      await TestServer.send(
        "POST \(path)\nX-API-Key: client-key\n\n{\(members)\"transactions\":[\"\(shown)\"]}",
        to: testServer.application())
    ).expect(status)
    #expect(try await ledger.entries(after: 0, limit: 9).count == 1)
    try await testServer.post("/v1/offers/sign", sign(shopper.transaction())).expect(
      409, reason: "customerLimitReached")
  }

  @Test("every refusal after verification keeps it, and texts that are here are kept once")
  func refusals() async throws {
    let changes: [([String: JSON], String)] = [
      (["placement": "nowhere"], "unknownPlacement"),
      (["form": "legacy"], "serverKeyRequired"),
      (["transactionId": "1"], "transactionNotInEvidence"),
      (["assertSubscriber": true], "roleRequired"),
      (["attributes": ["subscription.ever": true]], "reservedAttribute"),
      (["placement": "settings"], "notOffered"),
    ]
    for (change, code) in changes {
      let testServer = try testServer()
      let body = sign(try Shopper().transaction()).merging(change) { $1 }
      for _ in 1...2 {
        let reply = try await testServer.post("/v1/offers/sign", body)
        #expect(reply.code == code, "\(reply)")
        #expect(try await testServer.ledger.entries(after: 0, limit: 9).count == 1, "\(code)")
      }
    }
  }

  @Test("a refusal that cannot keep what it was shown is 503; what grants nothing is answered")
  func unavailable() async throws {
    let folder = try TemporaryFolder()
    var options = SQLiteLedger.Options()
    // Every write finds the queue full; reads go on.
    options.queueLimit = 0
    let ledger = try SQLiteLedger.open(path: folder.path + "/ledger.sqlite", options: options)
    let testServer = try testServer(ledger: ledger)
    let shown = try redemption(Shopper())
    try await testServer.post("/v1/offers/sign", sign(shown)).expect(503, "ledgerUnavailable")
    let parts = try testServer.dependencies()
    try TestServer.Reply(
      await TestServer.send(
        "POST /v1/customer\nX-API-Key: client-key\n\n{\"transactions\":[\"\(shown.string ?? "")\"]}",
        to: Application.build(parts, settings: Settings()))
    ).expect(200)
    try TestServer.Reply(
      await TestServer.send(
        "POST /v1/offers/sign\nX-API-Key: client-key\n\n\(try text(sign(shown)))",
        to: Application.build(parts, settings: Settings()))
    ).expect(503)
    await parts.evidenceQueue.drain()
    let metrics = try Exposition(await parts.report.text())
    // Both waited for the ledger, which did not come back.
    #expect(metrics.value("paywall_evidence_total", ["outcome": "dropped"]) == 2)
    await ledger.close()
  }

  @Test("three copies of one subscription, each with another name, take one place")
  func oneSubscription() async throws {
    var testServer = try testServer(ledger: ledger)
    testServer.snapshot.paywalls["standard"]?.products = ["pro_yearly", "pro_monthly"].map {
      PaywallProduct(product: $0, offers: ["loyalty"])
    }
    let shopper = try Shopper()
    let copies = try [nil, "704000000000000001", "704000000000000002", "704000000000000003"]
      .enumerated().map { index, name in
        try shopper.transaction([
          "appTransactionId": name.map(JSON.text) ?? .null,
          "signedDate": .integer(time("2026-12-01T00:00:0\(index)Z").milliseconds),
        ])
      }
    for copy in copies {
      #expect(try await testServer.post("/v1/offers/sign", sign(copy)).status == 200)
      var other = sign(copy)
      other["product"] = "pro_monthly"
      let second = try await testServer.post("/v1/offers/sign", other)
      #expect(second.reason == "customerLimitReached", "\(second)")
    }
    let histories = try await ledger.histories(
      of: .originalTransactionId(shopper.originalTransactionId), in: .production)
    #expect(histories.map(\.grants.count) == [1])
  }
}

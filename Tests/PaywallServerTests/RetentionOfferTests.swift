import AppStoreFixtures
import Foundation
import Ledger
import LedgerSQLite
import OfferSigning
import PaywallCatalog
import PaywallServer
import Subscribers
import Testing

/// Offers in answers to requests for retention messages.
@Suite("Offers to customers who are about to cancel") struct RetentionOfferTests {
  private let ledger = SQLiteLedger.inMemory()

  private func answer(_ change: (inout TestServer) -> Void = { _ in }) async throws -> JSON {
    let world = try RetentionWorld()
    try await world.subscribe(1, from: "JPN", ledger)
    var server = try world.server(ledger)
    change(&server)
    let body = try await RetentionWorld.ask(
      world.request(of: 1, locale: "ja-JP"), try server.application())
    return try JSONDecoder().decode(JSON.self, from: Data(body.utf8))
  }

  @Test("an offer is signed for the customer's own product, in the newest form")
  func jws() async throws {
    let offer = try #require(await answer()["promotionalOffer"])
    #expect(offer["messageIdentifier"]?.string == RetentionWorld.identifiers["half"]?["ja"])
    let jws = try #require(offer["promotionalOfferSignatureV2"]?.string)
    #expect(Set(offer.members?.keys.map(\.self) ?? []).count == 2)
    var payload = jws.split(separator: ".")[1].replacing("-", with: "+").replacing("_", with: "/")
    while payload.utf8.count % 4 != 0 { payload += "=" }
    let claims = try JSONDecoder().decode(
      JSON.self, from: try #require(Data(base64Encoded: String(payload))))
    #expect(claims["productId"]?.string == "pro_monthly", "\(claims)")
    #expect(claims["offerIdentifier"]?.string == "loyalty_20")
    #expect(claims["transactionId"]?.string == RetentionWorld.purchase(1))
    #expect(claims["nonce"]?.string.flatMap(UUID.init) != nil)
    let history = try await ledger.histories(
      of: .originalTransactionId(RetentionWorld.purchase(1)), in: .production)
    #expect(history.first?.grants.map(\.offer) == ["loyalty"])
  }

  @Test("a key without an issuer signs the older form")
  func legacy() async throws {
    let offer = try #require(
      await answer {
        $0.hasOfferKey = true
        $0.hasIssuer = false
      }["promotionalOffer"])
    let signature = try #require(offer["promotionalOfferSignatureV1"])
    #expect(signature["productId"]?.string == "pro_monthly")
    #expect(signature["offerIdentifier"]?.string == "loyalty_20")
    #expect(signature["keyId"]?.string == "TESTKEY001")
    #expect(signature["timestamp"]?.integer == RetentionWorld.now.milliseconds)
    let bytes = signature["encodedSignature"]?.string.flatMap { Data(base64Encoded: $0) }
    #expect(bytes?.first == 0x30)
    #expect(signature["nonce"]?.string.map { $0 == $0.lowercased() } == true)
  }

  @Test("an offer on a product of another group is not signed, and takes no place in its limit")
  func otherGroup() async throws {
    var world = try RetentionWorld()
    world.change = { $0.retention["half"]?.kind = .offer("loyalty", product: "pro_monthly") }
    try await world.subscribe(1, from: "JPN", to: "team_monthly", ledger)
    let body = try await RetentionWorld.ask(
      world.request(of: 1, locale: "ja-JP", product: "team_monthly"),
      try world.server(ledger).application())
    #expect(body == "{}")
    let history = try await ledger.histories(
      of: .originalTransactionId(RetentionWorld.purchase(1)), in: .production)
    #expect(history.first?.grants == [])
  }

  @Test("a server without a key leaves the message")
  func unsigned() async throws {
    let body = try await answer { $0.isSigning = false }
    #expect(
      body["message"]?["messageIdentifier"]?.string == RetentionWorld.identifiers["half"]?["ja"])
    #expect(body.members?.count == 1)
  }
}

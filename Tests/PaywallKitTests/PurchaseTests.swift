import AppStore
import AppStoreFixtures
import Foundation
import Ledger
import OfferSigning
import PaywallCatalog
import PaywallServer
import TestSupport
import Testing

@testable import PaywallKit

@Suite("Purchases, with the real server and an App Store of our own")
struct PurchaseTests {
  private static func milliseconds(_ text: String) -> JSON { .integer(moment(text).milliseconds) }

  /// A monthly subscription that runs, signed.
  private func monthly(_ store: TestStore, account: UUID? = nil) throws -> String {
    var members: [String: JSON] = [
      "transactionId": "450000000000010001", "originalTransactionId": "450000000000010001",
      "appTransactionId": "704000000000010001", "productId": "monthly",
      "subscriptionGroupIdentifier": "21504291", "type": "Auto-Renewable Subscription",
      "inAppOwnershipType": "PURCHASED", "transactionReason": "PURCHASE",
      "purchaseDate": Self.milliseconds("2026-12-01T00:00:00Z"),
      "originalPurchaseDate": Self.milliseconds("2026-12-01T00:00:00Z"),
      "expiresDate": Self.milliseconds("2027-01-01T00:00:00Z"),
      "signedDate": Self.milliseconds("2026-12-01T00:00:02Z"), "price": 9990, "currency": "USD",
      "quantity": 1,
    ]
    if let account { members["appAccountToken"] = .text(account.uuidString.lowercased()) }
    return try store.jws(of: store.transactionMembers(members))
  }

  /// A server that signs the promotional offer `loyalty_20` on `yearly`, and unlocks `pro` by
  /// `monthly`.
  private func server() throws -> TestServer {
    var server = TestServer()
    server.snapshot.app = App(
      bundleId: TestStore.bundleId, appAppleId: TestStore.appAppleId,
      environments: [.production], locales: ["en", "de", "pt-BR"])
    server.snapshot.offers["loyalty"] = Offer(
      key: "loyalty", id: "loyalty_20", kind: .promotional, products: ["yearly"])
    server.snapshot.products["monthly"]?.entitlements = ["pro"]
    server.snapshot.paywalls["rich"]?.products = [
      PaywallProduct(product: "yearly", offers: ["loyalty"])
    ]
    server.signer = OfferSigner(keys: try KeyRing([SigningKey.throwAway(id: "TESTKEY001")]))
    server.roots = try TrustedRoots([Array(Vectors.pki().root)])
    return server
  }

  private func start(_ url: URL, _ evidence: PurchaseEvidence) -> Paywalls {
    Device(isPinned: false).start(url, transport: nil) {
      $0.advanced.evidence = { evidence }
    }
  }

  @Test("an offer is signed at the tap, with what StoreKit signed as evidence")
  func signed() async throws {
    let evidence = PurchaseEvidence(transactions: [try monthly(TestStore())])
    try await server().run { url in
      let client = start(url, evidence)
      let jws = try await client.signedOffer(
        product: "yearly", offer: "loyalty_20", placement: "settings")
      #expect(jws.product == "yearly" && jws.kind == .promotional && jws.offer == "loyalty_20")
      guard case .jws(let text) = jws.signature else {
        return #expect(Bool(false), "\(jws)")
      }
      let claims = text.split(separator: ".").dropFirst().first.flatMap { part in
        let plain = part.replacing("-", with: "+").replacing("_", with: "/")
        return Data(base64Encoded: plain + String(repeating: "=", count: (4 - plain.count % 4) % 4))
      }
      let read = try JSONDecoder().decode(JSON.self, from: #require(claims))
      #expect(read["offerIdentifier"]?.string == "loyalty_20")
      #expect(read["productId"]?.string == "yearly")
      #expect(read["bid"]?.string == TestStore.bundleId)
      #expect(read["transactionId"]?.string == "450000000000010001")
    }
  }

  @Test("in the old form a signature names the account of the purchase, which goes with it")
  func legacy() async throws {
    let own = UUID()
    let evidence = PurchaseEvidence(transactions: [try monthly(TestStore(), account: own)])
    try await server().run { url in
      let client = start(url, evidence)
      let offer = try await client.signedOffer(
        product: "yearly", offer: "loyalty_20", placement: "settings",
        form: .legacy(appAccountToken: own))
      guard case .legacy(let keyId, _, _, let signature, let token) = offer.signature else {
        return #expect(Bool(false), "\(offer)")
      }
      #expect(keyId == "TESTKEY001" && token == own)
      // A sequence in DER.
      #expect(signature.first == 0x30)
    }
  }

  @Test("an offer that was signed as often as it may be is refused in the server's words, by code")
  func exhausted() async throws {
    let evidence = PurchaseEvidence(transactions: [try monthly(TestStore())])
    var server = try server()
    server.snapshot.offers["loyalty"]?.limit = OfferLimit(
      attempts: AttemptLimit(client: 1, server: 1))
    try await server.run { url in
      let client = start(url, evidence)
      _ = try await client.signedOffer(
        product: "yearly", offer: "loyalty_20", placement: "settings")
      let error = await #expect(throws: PaywallsError.self) {
        try await client.signedOffer(
          product: "yearly", offer: "loyalty_20", placement: "settings")
      }
      let problem = try #require(error?.refusal, "\(String(describing: error))")
      #expect(problem.status == 429 && problem.code == "attemptsExhausted", "\(problem)")
      // Other requests go on.
      #expect(await client.placement("settings").source == .network)
    }
  }

  @Test("who brings no evidence is refused, in the server's words")
  func refused() async throws {
    try await server().run { url in
      let client = start(url, PurchaseEvidence())
      let error = await #expect(throws: PaywallsError.self) {
        try await client.signedOffer(
          product: "yearly", offer: "loyalty_20", placement: "settings")
      }
      let problem = try #require(error?.refusal, "\(String(describing: error))")
      #expect(problem.status == 403 && problem.code == "noVerifiedHistory", "\(problem)")
    }
  }

  @Test("a purchase that is reported is known, with evidence that was altered it is refused")
  func reported() async throws {
    let jws = try monthly(TestStore())
    try await server().run { url in
      let client = start(url, PurchaseEvidence())
      let outcome = await client.report(PurchaseEvidence(transactions: [jws]))
      guard case .kept(let customer) = outcome else {
        return #expect(Bool(false), "\(outcome)")
      }
      #expect(customer.entitlements.map(\.id) == ["pro"])
      #expect(customer.entitlements.first?.product == "monthly")
      #expect(customer.entitlements.first?.expires == Date(timeIntervalSince1970: 1_798_761_600))
      #expect(customer.subscriptions.map(\.state) == [.subscribed])
      let altered = await client.report(
        PurchaseEvidence(transactions: [String(jws.dropLast(8)) + "AAAAAAAA"]))
      guard case .refused = altered else { return #expect(Bool(false), "\(altered)") }
    }
  }

  @Test("who reports a purchase, or has an offer signed, is seen as the visitor and the customer")
  func sighted() async throws {
    let jws = try monthly(TestStore())
    let server = try server()
    try await server.run { url in
      let client = start(url, PurchaseEvidence(transactions: [jws]))
      let unit = try #require(await client.visitorIds?.anonymousId)
      #expect(try await server.ledger.sightings(ofId: unit, in: .production).isEmpty)
      await client.report(PurchaseEvidence(transactions: [jws]))
      let seen = try await server.ledger.sightings(ofId: unit, in: .production)
      #expect(seen.map(\.kind) == [.anonymousId] && seen.map(\.route) == [.transaction])

      await client.reset()
      let next = try #require(await client.visitorIds?.anonymousId)
      _ = try await client.signedOffer(
        product: "yearly", offer: "loyalty_20", placement: "settings")
      var signed: [Sighting] = []
      // It is recorded in the background.
      try await until {
        signed = try await server.ledger.sightings(ofId: next, in: .production)
        return !signed.isEmpty
      }
      #expect(signed.map(\.route) == [.sign])
      #expect(signed.map(\.customer) == seen.map(\.customer))
    }
  }

  @Test("no answer within the time for signing is said to be none")
  func late() async throws {
    let device = Device(isPinned: false)
    let client = device.start(transport: silent) {
      $0.advanced.signingBudget = .milliseconds(700)
    }
    let task = Task { () -> PaywallsError? in
      do throws(PaywallsError) {
        _ = try await client.signedOffer(
          product: "yearly", offer: "loyalty_20", placement: "settings")
        return nil
      } catch {
        return error
      }
    }
    await device.clock.sleeper(for: .milliseconds(700))
    device.clock.advance(by: .milliseconds(700))
    #expect(await task.value == .network(.timedOut))
  }
}

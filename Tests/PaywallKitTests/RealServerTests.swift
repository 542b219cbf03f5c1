import AppStoreFixtures
import Foundation
import HTTPService
import Ledger
import OfferSigning
import PaywallCatalog
import PaywallKitTesting
import PaywallServer
import Testing

@testable import PaywallKit

@Suite("Buying with the real server", .timeLimit(.minutes(60)))
struct RealServerTests {
  private func server() throws -> TestServer {
    var server = try TestServer.ofStore()
    server.snapshot.offers["loyalty"] = Offer(
      key: "loyalty", id: "loyalty_20", kind: .promotional, products: ["yearly"])
    server.snapshot.paywalls["rich"]?.products = [
      PaywallProduct(product: "yearly", offers: ["back", "loyalty"]),
      PaywallProduct(product: "monthly"),
    ]
    server.signer = OfferSigner(
      keys: try KeyRing([SigningKey.throwAway(id: "TESTKEY001")]))
    return server
  }

  private func start(_ url: URL, _ store: FakeStore, _ device: Device = Device()) -> Paywalls {
    device.start(url, transport: dated()) {
      $0.rootKeys = []
      $0.store = store
      $0.advanced.evidenceUse = .ofBuyers
    }
  }

  @Test("a subscriber gets the offer of the paywall, signed at the tap or ahead")
  func offers() async throws {
    try await server().run { url in
      let store = try FakeStore.signed()
      let client = start(url, store)
      _ = await client.buy("monthly", on: await client.placement("settings"))
      #expect(client.isEntitled("pro"))
      for signing in [SigningTime.atTap, .ahead] {
        let placement = await client.placement("settings", signing: signing)
        #expect(placement.paywall?.products.first?.offers.map(\.id) == ["loyalty_20"])
        store.answerNext(.cancels)
        #expect(
          await client.buy("yearly", on: placement) == .cancelled, "\(signing)")
        guard case .signed(let offer)? = store.purchaseOptions.last?.offer else {
          return #expect(Bool(false), "\(store.purchaseOptions)")
        }
        #expect(offer.offer == "loyalty_20" && offer.product == "yearly")
      }
      let placement = await client.placement("settings", signing: .ahead)
      let outcome = await client.buy("yearly", on: placement)
      #expect(outcome.purchase?.offer == "loyalty_20", "\(outcome)")
      #expect(client.customer?.subscriptions.map(\.product) == ["yearly"])
      #expect(client.customer?.subscriptions.map(\.offer) == ["loyalty_20"])
    }
  }

  @Test("what a person bought is not shown to who logs in after them, also by the server")
  func accounts() async throws {
    let server = try server()
    try await server.run { url in
      let store = try FakeStore.signed()
      let client = start(url, store)
      let (alice, bob) = (UUID().uuidString, UUID().uuidString)
      await client.identify(alice)
      let outcome = await client.buy("lifetime", on: await client.placement("settings"))
      #expect(outcome.purchase?.isReported == true)
      // The server links a user whose id is the account that Apple vouches for.
      #expect(
        try await server.ledger.histories(
          of: .user(alice.lowercased()), in: .production
        ).count == 1)
      await client.identify(bob)
      _ = await client.refreshCustomer()
      #expect(!client.isEntitled("pro") && client.customer?.entitlements == [])
      #expect(
        try await server.ledger.histories(of: .user(bob.lowercased()), in: .production).isEmpty)
      await client.identify(alice)
      _ = await client.refreshCustomer()
      #expect(client.customer?.entitlements.map(\.isProvisional) == [false])
    }
  }

  @Test("a purchase in the sandbox is kept in the sandbox")
  func sandbox() async throws {
    let server = try server()
    try await server.run { url in
      let client = start(url, try FakeStore.signed(environment: "sandbox"))
      let outcome = await client.buy("monthly", on: await client.placement("settings"))
      #expect(outcome.purchase?.customer.environment == "sandbox", "\(outcome)")
      let name = CustomerName.appTransactionId("704000000000000001")
      #expect(try await server.ledger.histories(of: name, in: .sandbox).count == 1)
      #expect(try await server.ledger.histories(of: name, in: .production).isEmpty)
    }
  }
}

@testable import Subscribers
import AppStore
import Crypto
import Foundation
import HTTPService
import LocalAppStore
import LocalAppStoreClient
import LocalAppStoreServer
import OfferSigning
import PaywallCatalog
import PaywallServer
import Testing

@testable import AppStoreServerAPI

/// Every call of the client of Apple's API against the local App Store, over HTTP, with its signatures.
struct ClientCallTests {
  /// Serves a world in which ada bought; `use` gets a client of it, and the id of her purchase.
  private static func asking(
    _ use: @escaping @Sendable (AppStoreClient, String) async throws -> Void
  ) async throws {
    let app = try #require(LoadedFolder.catalogFiles(example).snapshot?.app)
    let store = try exampleStore(post: { _ in .success })
    let api = ServerAPI(
      ServerAPIKey(naming: P256.Signing.PrivateKey().publicKey), bundleId: app.bundleId,
      isSandbox: true, limits: 0, now: SystemClock.now)
    try await serving(store, serverAPI: api) { http, url in
      let link = try await StoreLink(
        StoreClient(http, url: url, token: nil), name: "api client tests")
      var identity = AppIdentity(app)
      identity.environments = [.sandbox]
      let verifier = try Verifier(identity, roots: [link.root])
      let client = AppStoreClient(
        AppStoreAPISettings(
          key: link.apiKey, addresses: [.sandbox: try #require(AppStoreAddress(url))]),
        transport: .connecting(), verifier: { verifier }, now: SystemClock.now,
        storeTime: { link.now })
      _ = try await store.adaBuys("pro_monthly")
      let id = try #require(
        try await store.customer("ada").subscriptions.first?.transactions.first?.id)
      try await use(client, id)
    }
  }

  @Test("What the local App Store answers is verified facts")
  func reads() async throws {
    try await Self.asking { client, id in
      let transaction = try await client.transaction(id)
      #expect(transaction.value.payload.fact?.transactionId == id)
      #expect(transaction.environment == .sandbox)
      let history = try await client.history(of: id)
      #expect(history.value.transactions.map(\.payload.fact?.transactionId) == [id])
      #expect(!history.value.hasMore)
      // The cursor leads to what comes later.
      let later = try await client.history(of: id, after: history.value.revision)
      #expect(later.value.transactions.isEmpty)
      let statuses = try await client.statuses(of: id)
      #expect(statuses.value.items.map(\.status.known) == [.active])
      #expect(statuses.value.items.first?.renewal?.payload.fact?.autoRenews == true)
      #expect(try await client.refunds(of: id).value.transactions.isEmpty)
      #expect(try await client.order("M0").value.status.known == .invalid)
      let query = AppStoreServerAPI.NotificationQuery(
        from: beginning, to: beginning.adding(milliseconds: 86_400_000))
      let sent = try await client.notifications(query, in: .sandbox)
      #expect(sent.value.notifications.map { $0.verdict.verified?.payload.type } == ["SUBSCRIBED"])
      #expect(sent.value.notifications.first?.attempts.map(\.result) == [.init(.success)])
    }
  }

  @Test("What changes something changes it, and a repeated extension is one")
  func changes() async throws {
    try await Self.asking { client, id in
      let token = try #require(UUID(uuidString: "7389A31A-FB6D-4569-A2A6-DB7D85D84813"))
      _ = try await client.setAccountToken(token, of: id)
      #expect(
        try await client.transaction(id).value.payload.fact?.appAccountToken
          == "7389a31a-fb6d-4569-a2a6-db7d85d84813")
      let before = try #require(try await client.transaction(id).value.payload.fact?.expiresDate)
      let request = RenewalExtension(days: 7, reason: .serviceIssue, requestIdentifier: "once")
      let first = try await client.extend(id, by: request)
      #expect(first.value.effectiveDate == before.adding(milliseconds: 7 * 86_400_000))
      _ = try await client.finish(id)
      let test = try await client.requestTestNotification(in: .sandbox)
      let arrived = try await client.testNotification(test.value, in: .sandbox)
      #expect(arrived.value.verdict.verified?.payload.type == "TEST")
      let answer = RefundAnswer(deliveryStatus: .delivered, sampleContentProvided: false)
      _ = try await client.send(answer, about: id, in: .sandbox)
      let mass = MassRenewalExtension(
        productId: "pro_monthly",
        each: RenewalExtension(days: 1, reason: .other, requestIdentifier: "all"))
      #expect(try await client.extendAll(mass, in: .sandbox).value == "all")
      let status = try await client.massExtension(
        of: "pro_monthly", requestIdentifier: "all", in: .sandbox)
      #expect(!status.value.isComplete)
    }
  }

  @Test("A transaction that the store does not know is Apple's 4040010")
  func unknown() async throws {
    try await Self.asking { client, _ in
      let error = await #expect(throws: AppStoreAPIError.self) {
        _ = try await client.transaction("999")
      }
      #expect(error?.isNotFound == true)
    }
  }
}

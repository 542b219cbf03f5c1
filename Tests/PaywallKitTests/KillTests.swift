import AppStore
import AppStoreFixtures
import Foundation
import HTTPService
import Ledger
import PaywallCatalog
import PaywallKitTesting
import Subscribers
import TestSupport
import Testing

@testable import PaywallKit

/// `PAYWALL_TEST_KILLS=200 swift test --filter KillTests` plays 200 stories.
@Suite("A purchase is kept exactly once", .timeLimit(.minutes(60)))
struct KillTests {
  /// Products of each kind, also one that the server does not know.
  private static let products = ["monthly", "lifetime", "coins"]

  @Test("through kills of the app and of the server at random moments, with the real server")
  func kills() async throws {
    let server = try TestServer.ofStore()
    let rounds = rounds(15, all: 30, variable: "PAYWALL_TEST_KILLS")
    try await server.run { url in
      for round in 0..<rounds {
        try await Self.story(round, url, server.ledger)
      }
    }
  }

  private static func story(_ round: Int, _ url: URL, _ ledger: any Ledger) async throws {
    let random = Box(SplitMix(state: UInt64(round)))
    let device = Device()
    let customer = "70400000000\(1000 + round)"
    let store = try FakeStore.signed(customer: customer, first: UInt64(round + 1) * 1_000_000)
    for _ in 0..<random.change({ 1 + $0.below(3) }) {
      let life = Life(steps: random.change { 1 + $0.below(60) })
      let client = device.start(url, life: life, store, random)
      let (first, second) = random.change {
        (products[$0.below(3)], products[$0.below(3)])
      }
      let isOver = Box(false)
      let work = Task {
        let placement = await client.placement("settings")
        _ = await client.buy(first, on: placement)
        _ = await client.buy(second, on: placement)
        await client.flush()
        isOver.change { $0 = true }
      }
      await until { life.isOver || isOver.value }
      work.cancel()
    }
    // The last start is not killed, and its server is well.
    let last = device.start(url, transport: dated()) {
      $0.rootKeys = []
      $0.store = store
    }
    await last.untilStoreIsRead()
    let sold = store.transactions.map(\.id)
    await until { store.finishedTransactions.isSuperset(of: sold) }
    await until { await last.waitingPurchases == 0 }
    await last.storage.start { _ in }.value
    let histories = try await ledger.histories(
      of: .appTransactionId(customer), in: .production)
    let kept = histories.flatMap(\.transactions).map(\.transactionId)
    #expect(kept.sorted() == sold.map { String($0) }.sorted(), "round \(round)")
    #expect(!device.storage.files.value.keys.contains { $0.hasPrefix("purchase-") })
    let isPro = store.transactions.contains { $0.product != "coins" && !$0.isUpgraded }
    await until { last.isEntitled("pro") == isPro }
  }
}

extension TestServer {
  /// A server of the app that a `TestStore` signs for.
  static func ofStore() throws -> TestServer {
    var server = TestServer()
    server.snapshot.app = App(
      bundleId: TestStore.bundleId, appAppleId: TestStore.appAppleId,
      environments: [.production, .sandbox], locales: ["en", "de", "pt-BR"])
    for product in ["monthly", "yearly", "lifetime"] {
      server.snapshot.products[product]?.entitlements = ["pro"]
    }
    server.roots = try TrustedRoots([Array(Vectors.pki().root)])
    return server
  }
}

extension FakeStore {
  /// A store that signs as a `TestStore` does.
  static func signed(
    customer: String = "704000000000000001", first: UInt64 = 2_000_000_000_000_001,
    environment: String = "production"
  ) throws -> FakeStore {
    let signer = try TestStore()
    return FakeStore(
      Shop.products, now: Shop.start, bundleId: TestStore.bundleId, environment: environment,
      customer: customer, appAppleId: TestStore.appAppleId, firstTransaction: first
    ) { payload in
      (try? signer.jws(ofBytes: JSONEncoder().encode(payload))) ?? ""
    }
  }
}

extension Device {
  /// A start of the app that will be killed.
  func start(
    _ url: URL, life: Life, _ store: FakeStore, _ random: Box<SplitMix>
  ) -> Paywalls {
    start(url, transport: life.transport(dated(), random)) {
      $0.rootKeys = []
      $0.store = MortalStore(base: store, life: life)
      $0.storage = MortalStorage(base: storage, life: life)
      $0.advanced.evidenceUse = .ofBuyers
    }
  }
}

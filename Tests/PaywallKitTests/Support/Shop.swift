import Foundation
import PaywallKitTesting
import TestSupport
import Testing

@testable import PaywallKit

/// A phone with an App Store and a server, of which every part can fail.
struct Shop {
  let store: FakeStore
  let server: FakeServer
  let device = Device(isPinned: false)

  static let day: TimeInterval = 86_400
  /// The time at which everything begins; the device's own clock says so too.
  static let start = moment("2026-12-05T12:00:00Z").date

  static let products: [FakeProduct] = [
    .monthly("monthly", group: "21504291", trial: 7 * day, winBackOffers: ["back"]),
    .yearly("yearly", group: "21504291", winBackOffers: ["back"]),
    .lifetime("lifetime"), .consumable("coins"), .nonRenewing("pass"),
  ]

  static let entitlements = ["pro": ["monthly", "yearly", "lifetime"]]

  init(
    _ products: [FakeProduct] = Shop.products,
    entitlements: [String: [String]] = Shop.entitlements, environment: String = "production",
    customer: String? = "704000000000000001"
  ) {
    let store = FakeStore(
      products, now: Self.start, environment: environment, customer: customer)
    self.store = store
    server = FakeServer(
      entitlements: entitlements, lengths: ["pass": AppleAccounts.pass], now: { store.now })
  }

  /// Shows a product with offers at `settings`.
  func show(_ products: FakePaywall.Product...) {
    server.show(FakePaywall("wall", products: products), at: "settings")
  }

  /// Starts the app.
  func start(
    now: String = "2026-12-05T12:00:00Z",
    _ change: (inout Paywalls.Configuration) -> Void = { _ in }
  ) -> Paywalls {
    device.start(now: now, transport: server.transport) {
      $0.store = store
      $0.advanced.evidenceUse = .ofBuyers
      change(&$0)
    }
  }

  /// Starts the app, and waits until the store was read.
  func started(
    now: String = "2026-12-05T12:00:00Z",
    _ change: (inout Paywalls.Configuration) -> Void = { _ in }
  ) async -> Paywalls {
    let client = start(now: now, change)
    await client.untilStoreIsRead()
    return client
  }

  /// Starts the app, and opens its settings.
  ///
  /// - Parameter isRead: true if the store must have been read before that.
  func opened(isRead: Bool = false) async -> (client: Paywalls, placement: PlacementDecision) {
    let client = isRead ? await started() : start()
    return (client, await client.placement("settings"))
  }

  /// The last parts of the paths that were asked for.
  var paths: [String] { server.receivedRequests.map(\.url.lastPathComponent) }

  /// The bodies of requests to a path.
  func bodies(of path: String) -> [JSONValue] {
    server.receivedRequests.filter { $0.url.lastPathComponent == path }.compactMap {
      $0.body.flatMap { try? JSONDecoder().decode(JSONValue.self, from: $0) }
    }
  }
}

extension Shop {
  /// Shows products at `settings` from the start on.
  init(showing first: FakePaywall.Product, _ more: FakePaywall.Product...) {
    self.init()
    server.show(FakePaywall("wall", products: [first] + more), at: "settings")
  }

  /// A shop that sells two things, which unlock one entitlement each.
  init(of customer: String?) {
    self.init(
      [.monthly("monthly", group: "21504291"), .lifetime("lifetime")],
      entitlements: ["pro": ["monthly"], "archive": ["lifetime"]], customer: customer)
  }

  /// Returns the store of another Apple Account.
  func other(_ customer: String?, firstTransaction: UInt64 = 3_000_000_000_000_001) -> FakeStore {
    FakeStore(
      Self.products, now: store.now, customer: customer, firstTransaction: firstTransaction)
  }

  /// Starts the app and buys something outside of it, which the server keeps; or it cannot be
  /// reached, and the purchases wait.
  @discardableResult
  func buyOutside(_ products: String..., isKept: Bool = true) async -> Paywalls {
    let client = await started()
    // A server that is away later has told by then what each product unlocks.
    await client.untilGrantsAreLearned()
    if !isKept { server.become(.unreachable) }
    for product in products { store.sellOutside(product) }
    await until {
      guard isKept else { return await client.waitingPurchases == products.count }
      return client.customer?.entitlements.filter { !$0.isProvisional }.count == products.count
    }
    await client.untilStored()
    return client
  }

  /// Lets time pass everywhere.
  func pass(_ time: TimeInterval, _ others: FakeStore...) {
    for store in [store] + others { store.advance(by: time) }
    device.clock.advance(by: .seconds(time))
  }
}

extension PurchaseOutcome {
  var purchase: CompletedPurchase? {
    if case .bought(let purchase) = self { purchase } else { nil }
  }
}

extension Paywalls {
  /// Waits until the store was read at the start, and the result was published.
  func untilStoreIsRead() async {
    await until { purchases.listening.count == 2 }
    await purchases.listening[1].value
    await untilStored()
  }

  /// Waits until the server has told what each product unlocks.
  func untilGrantsAreLearned() async { await until { purchases.grants != ProductGrants() } }

  /// Waits until the state of an earlier run was read: on a busy machine `isEntitled` does not wait
  /// long enough.
  func untilLoaded() async { _ = await loading.value }

  /// Waits until everything that was written so far is on disk.
  func untilStored() async { await storage.start { _ in }.value }
}

import Foundation
import PaywallKitTesting
import TestSupport
import Testing

@testable import PaywallKit

/// A phone with an App Store and a server, of which every part can fail.
struct Shop {
  let store: FakeStore
  let server: FakeServer
  let device = Device()

  static let day: TimeInterval = 86_400
  /// When everything begins; the device's own clock says so too.
  static let start = moment("2026-12-05T12:00:00Z").date

  static let products: [FakeProduct] = [
    .monthly("monthly", group: "21504291", trial: 7 * day, winBackOffers: ["back"]),
    .yearly("yearly", group: "21504291", winBackOffers: ["back"]),
    .lifetime("lifetime"), .consumable("coins"),
  ]

  static let entitlements = ["pro": ["monthly", "yearly", "lifetime"]]

  init(_ products: [FakeProduct] = Shop.products, environment: String = "production") {
    let store = FakeStore(products, now: Self.start, environment: environment)
    self.store = store
    server = FakeServer(entitlements: Self.entitlements, now: { store.now })
  }

  /// Shows a product with offers at `settings`.
  func show(_ products: FakePaywall.Product...) {
    server.show(FakePaywall("wall", products: products), at: "settings")
  }

  /// A start of the app.
  func start(
    now: String = "2026-12-05T12:00:00Z",
    _ change: (inout Paywalls.Configuration) -> Void = { _ in }
  ) -> Paywalls {
    device.start(nowhere, now: now, transport: server.transport) {
      $0.rootKeys = []
      $0.store = store
      $0.evidenceUse = .ofBuyers
      change(&$0)
    }
  }

  /// Paths that were asked for.
  var paths: [String] { server.receivedRequests.map(\.url.lastPathComponent) }

  /// The bodies of requests to a path.
  func bodies(of path: String) -> [JSONValue] {
    server.receivedRequests.filter { $0.url.lastPathComponent == path }.compactMap {
      $0.body.flatMap { try? JSONDecoder().decode(JSONValue.self, from: $0) }
    }
  }
}

extension PurchaseOutcome {
  var purchase: Purchase? {
    guard case .bought(let purchase) = self else { return nil }
    return purchase
  }
}

extension Paywalls {
  /// Until the store was read at the start, and what came of it was told.
  func untilStoreIsRead() async {
    await until { purchases.listening.count == 2 }
    await purchases.listening[1].value
    await storage.start { _ in }.value
  }
}

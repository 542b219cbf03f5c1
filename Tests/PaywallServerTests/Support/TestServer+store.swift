import AppStore
import AppStoreFixtures
import Foundation
import Ledger
import LedgerSQLite
import PaywallCatalog
import PaywallServer
import Testing

extension TestServer {
  /// A server of the app that a `TestStore` signs for, with keys of every role.
  static func ofStore(
    ledger: any Ledger = SQLiteLedger.inMemory(), _ change: (inout Snapshot) -> Void = { _ in }
  ) throws -> TestServer {
    var snapshot = Snapshot.lumen
    snapshot.app = App(
      bundleId: TestStore.bundleId, appAppleId: TestStore.appAppleId,
      environments: [.production, .sandbox], locales: ["en", "de", "ja"])
    snapshot.experiments = [:]
    change(&snapshot)
    return TestServer(
      snapshot: snapshot, keys: TestServer.allKeys, ledger: ledger,
      roots: try TrustedRoots([Array(Vectors.pki().root)]))
  }

  /// Sends a body with the key of an app; returns the whole response as text.
  func post(
    _ path: String, _ body: [String: JSON], as role: String = "client"
  ) async throws -> Reply {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let json = String(decoding: try encoder.encode(body), as: UTF8.self)
    return try Reply(
      await exchange("POST \(path)\nX-API-Key: \(role)-key\n\n\(json)"))
  }

  /// The body that an app sends to have the offer of its placement signed.
  static func signing(_ more: [String: JSON]) -> [String: JSON] {
    let offer: [String: JSON] = [
      "placement": "onboarding", "product": "pro_yearly", "offer": "loyalty", "form": "jws",
    ]
    return offer.merging(more) { $1 }
  }

  func get(_ path: String, as role: String = "client") async throws -> Reply {
    try Reply(await exchange("GET \(path)\nX-API-Key: \(role)-key"))
  }

  func delete(_ path: String, as role: String = "server") async throws -> Reply {
    try Reply(await exchange("DELETE \(path)\nX-API-Key: \(role)-key"))
  }

  /// A response, taken apart.
  struct Reply: CustomStringConvertible {
    let description: String
    let status: Int
    let body: JSON

    init(_ text: String) throws {
      description = text
      status = Int(text.prefix(3)) ?? 0
      let body = text.range(of: "\n\n").map { text[$0.upperBound...] } ?? "null"
      self.body = try JSONDecoder().decode(JSON.self, from: Data(body.utf8))
    }

    var code: String? { body["code"]?.string }
    var reason: String? { body["reason"]?.string }

    /// Expects a status, the code and the reason of a refusal, and members of the body by their paths,
    /// such as `experiment.variant`, where they are given; `nil` for a member that is not there.
    func expect(
      _ status: Int? = nil, _ code: String? = nil, reason: String? = nil,
      has members: KeyValuePairs<String, JSON?> = [:],
      sourceLocation: SourceLocation = #_sourceLocation
    ) {
      if let status { #expect(self.status == status, "\(self)", sourceLocation: sourceLocation) }
      if let code { #expect(self.code == code, "\(self)", sourceLocation: sourceLocation) }
      if let reason { #expect(self.reason == reason, "\(self)", sourceLocation: sourceLocation) }
      for (path, expected) in members {
        let found = path.split(separator: ".").reduce(body as JSON?) { $0?[String($1)] }
        #expect(found == expected, "\(path) of \(self)", sourceLocation: sourceLocation)
      }
    }

    /// The offers of the first product of the paywall.
    var offers: [JSON] { product?["offers"]?.elements ?? [] }
    var product: JSON? { body["paywall"]?["products"]?.elements?.first }
  }
}

/// Purchases of one customer, as a `TestStore` signs them.
struct Shopper {
  let store: TestStore
  var appTransactionId = "704000000000000001"
  var originalTransactionId = "450000000000000001"
  /// `nil` leaves it out.
  var account: String?

  init(_ number: Int = 1, account: String? = nil) throws {
    store = try TestStore()
    appTransactionId = "7040000000000\(10_000 + number)"
    originalTransactionId = "4500000000000\(10_000 + number)"
    self.account = account
  }

  /// A monthly subscription that runs from 1 December 2026 for a month.
  var subscription: [String: JSON] {
    [
      "transactionId": .text(originalTransactionId),
      "originalTransactionId": .text(originalTransactionId),
      "appTransactionId": .text(appTransactionId), "productId": "pro_monthly",
      "subscriptionGroupIdentifier": "21504291", "type": "Auto-Renewable Subscription",
      "inAppOwnershipType": "PURCHASED", "transactionReason": "PURCHASE",
      "purchaseDate": .integer(time("2026-12-01T00:00:00Z").milliseconds),
      "originalPurchaseDate": .integer(time("2026-12-01T00:00:00Z").milliseconds),
      "expiresDate": .integer(time("2027-01-01T00:00:00Z").milliseconds),
      "signedDate": .integer(time("2026-12-01T00:00:02Z").milliseconds),
      "price": 9990, "currency": "USD", "quantity": 1,
      "appAccountToken": account.map(JSON.text) ?? .null,
    ]
  }

  /// The newest copy of the subscription, changed.
  func transaction(_ changes: [String: JSON] = [:]) throws -> JSON {
    let members = subscription.merging(changes) { $1 }.filter { $0.value != .null }
    return .text(try store.jws(of: store.transactionMembers(members)))
  }

  func renewal(_ changes: [String: JSON] = [:]) throws -> JSON {
    let members: [String: JSON] = [
      "originalTransactionId": .text(originalTransactionId), "productId": "pro_monthly",
      "autoRenewProductId": "pro_monthly", "autoRenewStatus": 1,
      "signedDate": .integer(time("2026-12-01T00:00:02Z").milliseconds),
    ]
    return .text(
      try store.jws(of: store.renewalMembers(members.merging(changes) { $1 })))
  }

  var appTransaction: JSON { get throws { try appTransaction([:]) } }

  func appTransaction(_ changes: [String: JSON]) throws -> JSON {
    let members = ["appTransactionId": .text(appTransactionId)].merging(changes) { $1 }
    return .text(try store.jws(of: store.appTransactionMembers(members)))
  }

  /// The body of a notification as Apple would post it.
  func notification(
    _ type: String, subtype: String? = nil, uuid: String, _ changes: [String: JSON] = [:]
  ) throws -> [String: JSON] {
    [
      "signedPayload": .text(
        try store.notificationText(
          type, subtype: subtype,
          transaction: subscription.merging(changes) { $1 }.filter { $0.value != .null },
          members: ["notificationUUID": .text(uuid)]))
    ]
  }
}

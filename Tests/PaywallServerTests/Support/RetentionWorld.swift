import AppStore
import AppStoreFixtures
import Foundation
import Ledger
import LedgerSQLite
import PaywallCatalog
@testable import PaywallServer
import Testing

/// An app with messages for customers who are about to cancel, and the App Store that asks for them.
/// By country: Germany sees `stay`, France `switch`, Japan `half` and the USA a `draft`; others nothing.
struct RetentionWorld {
  static let now = time("2026-12-05T12:00:00Z")
  /// The identifiers of messages at Apple, by message and language.
  static let identifiers = [
    "stay": ["en": id(1), "de": id(2), "ja": id(3)], "switch": ["en": id(4)],
    "half": ["en": id(5), "ja": id(6)], "draft": ["en": id(7)],
  ]
  static let countries = ["stay": "DEU", "switch": "FRA", "half": "JPN", "draft": "USA"]

  let production: TestStore
  let sandbox: TestStore
  /// All servers draw from the same.
  let nonces = Nonces()
  var limit = OfferLimit(perCustomer: 1)
  /// Changes the configuration.
  var change: @Sendable (inout Snapshot) -> Void = { _ in }

  init() throws {
    production = try TestStore()
    sandbox = try TestStore(environment: .sandbox)
  }

  static func id(_ number: Int) -> String {
    "00000000-0000-8000-8000-00000000000\(number)"
  }

  func server(_ ledger: any Ledger) throws -> TestServer {
    var server = try TestServer.ofStore(ledger: ledger) { snapshot in
      snapshot.holdout = nil
      snapshot.offers["loyalty"]?.limit = limit
      snapshot.retention = Self.messages
      // Japanese is in review in production, and only German is approved in the sandbox.
      let approved = Self.identifiers.filter { $0.key != "draft" }.values.flatMap(\.values)
        .filter { $0 != Self.id(3) }
      snapshot.retentionStates[.production] = RetentionStates(
        messages: Dictionary(uniqueKeysWithValues: approved.map { ($0, .approved) })
          .merging([Self.id(3): .pending, Self.id(7): .rejected]) { $1 })
      snapshot.retentionStates[.sandbox] = RetentionStates(messages: [Self.id(2): .approved])
      snapshot.placements["cancel"] = Placement(
        id: "cancel",
        rules: [("DE", "stay"), ("FR", "switch"), ("JP", "half"), ("US", "draft")].map {
          Placement.Rule(
            audience: .test(AttributeTest("country", [.equals(.string($0.0))])),
            show: .paywall($0.1))
        }, default: .nothing)
      change(&snapshot)
    }
    server.nonces = nonces
    return server
  }

  private static var messages: [String: RetentionMessage] {
    let kinds: [String: RetentionMessage.Kind] = [
      "stay": .message, "switch": .product("pro_yearly", .upFront),
      "half": .offer("loyalty", product: nil), "draft": .message,
    ]
    return identifiers.reduce(into: [:]) { messages, entry in
      messages[entry.key] = RetentionMessage(
        id: entry.key, kind: kinds[entry.key] ?? .message,
        texts: entry.value.mapValues { .init(header: "Stay", body: "with us", identifier: $0) })
    }
  }

  func store(_ environment: AppStoreEnvironment) -> TestStore {
    environment == .production ? production : sandbox
  }

  /// A customer's purchase chain: `450000000000000001` and so on.
  static func purchase(_ number: Int) -> String { "\(450_000_000_000_000_000 + number)" }

  /// Makes a customer known who subscribed to a product in a country.
  func subscribe(
    _ number: Int, from country: String, to product: String = "pro_monthly",
    in environment: AppStoreEnvironment = .production, isNamed: Bool = true, _ ledger: any Ledger
  ) async throws {
    var shopper = try Shopper(number)
    shopper.originalTransactionId = Self.purchase(number)
    var transaction = shopper.subscription.filter { $0.value != .null }
    transaction["storefront"] = .text(country)
    transaction["productId"] = .text(product)
    if !isNamed { transaction["appTransactionId"] = nil }
    _ = try await ledger.append(
      store(environment).notification("SUBSCRIBED", transaction: transaction), at: Self.now)
  }

  /// A request as Apple signs it.
  func request(
    _ number: Int = 1, of customer: Int, in environment: AppStoreEnvironment = .production,
    locale: String = "en-US", product: String = "pro_monthly", age: Int64 = 0,
    _ changes: [String: JSON] = [:]
  ) throws -> String {
    let members: [String: JSON] = [
      "originalTransactionId": .text(Self.purchase(customer)),
      "appAppleId": .integer(TestStore.appAppleId), "productId": .text(product),
      "userLocale": .text(locale), "requestIdentifier": .text(Self.requestId(number)),
      "environment": .text(environment == .production ? "Production" : "Sandbox"),
      "signedDate": .integer(Self.now.milliseconds - age),
    ]
    return try store(environment).jws(
      of: members.merging(changes) { $1 }.filter { $0.value != .null })
  }

  static func requestId(_ number: Int) -> String {
    String(format: "11111111-2222-4333-8444-%012d", number)
  }

  static func post(_ payload: String) -> String {
    "POST /v1/appstore/retention\n\n{\"signedPayload\":\"\(payload)\"}"
  }

  /// The body of the answer to a request.
  static func ask(_ payload: String, _ application: Application) async throws -> String {
    let response = try await TestServer.send(post(payload), to: application)
    #expect(response.hasPrefix("200\n"), "\(response)")
    return String(response.split(separator: "\n\n", maxSplits: 1).last ?? "")
  }

  static func message(_ message: String, _ language: String = "en") -> String {
    #"{"message":{"messageIdentifier":"\#(identifiers[message]?[language] ?? "")"}}"#
  }
}

import Foundation
import PaywallKit

/// A transaction that the fake server has kept.
struct FakeKeptTransaction: Sendable {
  let id: String
  private let payload: JSONValue

  /// `nil` for a text that has no payload.
  init?(jws: String) {
    guard let payload = Self.payload(of: jws), let id = payload["transactionId"]?.string else {
      return nil
    }
    self.id = id
    self.payload = payload
  }

  static func payload(of jws: String) -> JSONValue? {
    Data(payloadOf: jws).flatMap { try? JSONDecoder().decode(JSONValue.self, from: $0) }
  }

  /// The id of the purchase's first transaction.
  var purchase: String { payload["originalTransactionId"]?.string ?? id }

  /// Apple's id of the customer, or of a purchase that names none.
  var customer: String { payload["appTransactionId"]?.string ?? purchase }
  var namesCustomer: Bool { payload["appTransactionId"] != nil }

  var product: String { payload["productId"]?.string ?? "" }
  var group: String? { payload["subscriptionGroupIdentifier"]?.string }
  var account: String? { payload["appAccountToken"]?.string }
  var expires: Date? { moment("expiresDate") }
  var purchased: Date? { moment("purchaseDate") }

  func isNewer(than other: FakeKeptTransaction) -> Bool {
    (moment("signedDate") ?? .distantPast) > (other.moment("signedDate") ?? .distantPast)
  }

  func isCurrent(at now: Date) -> Bool {
    payload["revocationDate"] == nil && payload["isUpgraded"]?.boolean != true
      && payload["type"]?.string != "Consumable" && expires.map { now < $0 } ?? true
  }

  private func moment(_ name: String) -> Date? {
    payload[name]?.number.map { Date(timeIntervalSince1970: $0 / 1000) }
  }
}

/// What a customer has, as a server writes it.
struct FakeCustomerAnswer {
  var kept: [FakeKeptTransaction]
  var entitlements: [String: [String]]
  var now: Date
  /// Narrows the answer; empty to purchases without an account.
  var account: String?

  var json: JSONValue {
    let own = kept.filter { transaction in
      account.map { $0 == transaction.account || transaction.account == nil } ?? true
    }
    let unlocked = entitlements.keys.sorted().compactMap { name -> JSONValue? in
      let lasting = own.filter {
        $0.isCurrent(at: now) && entitlements[name]?.contains($0.product) ?? false
      }.max { ($0.expires ?? .distantFuture) < ($1.expires ?? .distantFuture) }
      return lasting.map {
        .object([
          "id": .string(name), "product": .string($0.product),
          "expires": $0.expires.map { .string(FakeDate.rfc3339($0)) } ?? .null,
        ])
      }
    }
    let groups = Dictionary(grouping: own.filter { $0.group != nil }) { $0.group ?? "" }
    return .object([
      "environment": .string("production"), "entitlements": .array(unlocked),
      "groups": .array(groups.keys.sorted().map { group($0, groups[$0] ?? []) }),
    ])
  }

  private func group(_ id: String, _ transactions: [FakeKeptTransaction]) -> JSONValue {
    let last = transactions.max { ($0.purchased ?? .distantPast) < ($1.purchased ?? .distantPast) }
    let isCurrent = transactions.contains { $0.isCurrent(at: now) }
    var members: [String: JSONValue] = [
      "id": .string(id), "state": .string(isCurrent ? "subscribed" : "expired"),
    ]
    members["product"] = last.map { .string($0.product) }
    members["expires"] = last?.expires.map { .string(FakeDate.rfc3339($0)) }
    return .object(members)
  }
}

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

  var isNonRenewing: Bool { payload["type"]?.string == "Non-Renewing Subscription" }

  /// True if it unlocks something until its end.
  var unlocks: Bool {
    payload["revocationDate"] == nil && payload["isUpgraded"]?.boolean != true
      && payload["type"]?.string != "Consumable"
  }

  private func moment(_ name: String) -> Date? {
    payload[name]?.number.map { Date(timeIntervalSince1970: $0 / 1000) }
  }
}

/// The renewal of a subscription, as the fake server has kept it.
struct FakeKeptRenewal: Sendable {
  /// The id of the purchase's first transaction.
  let purchase: String
  let graceEnd: Date?
  private let signed: Double

  /// `nil` for a text that is no renewal.
  init?(jws: String) {
    guard let payload = FakeKeptTransaction.payload(of: jws),
      let purchase = payload["originalTransactionId"]?.string
    else { return nil }
    self.purchase = purchase
    graceEnd = payload["gracePeriodExpiresDate"]?.number.map {
      Date(timeIntervalSince1970: $0 / 1000)
    }
    signed = payload["signedDate"]?.number ?? 0
  }

  func isNewer(than other: FakeKeptRenewal) -> Bool { signed > other.signed }
}

/// A customer, as a server writes one.
struct FakeCustomerAnswer {
  var kept: [FakeKeptTransaction]
  /// The renewals by purchase.
  var renewals: [String: FakeKeptRenewal]
  var entitlements: [String: [String]]
  /// How long non-renewing subscriptions last; seconds.
  var lengths: [String: TimeInterval]
  var now: Date
  /// The account that narrows the answer; empty for purchases without an account.
  var account: String?

  var json: JSONValue {
    let own = kept.filter { transaction in
      account.map { $0 == transaction.account || transaction.account == nil } ?? true
    }
    let unlocked = entitlements.keys.sorted().compactMap { name -> JSONValue? in
      let lasting = own.filter {
        isCurrent($0) && entitlements[name]?.contains($0.product) ?? false
      }.max { (end(of: $0) ?? .distantFuture) < (end(of: $1) ?? .distantFuture) }
      return lasting.map {
        .object([
          "id": .string(name), "product": .string($0.product),
          "expires": end(of: $0).map { .string($0.rfc3339) } ?? .null,
        ])
      }
    }
    let groups = Dictionary(grouping: own.filter { $0.group != nil }) { $0.group ?? "" }
    return .object([
      "environment": .string("production"), "entitlements": .array(unlocked),
      "groups": .array(groups.keys.sorted().map { group($0, groups[$0] ?? []) }),
    ])
  }

  private func isCurrent(_ transaction: FakeKeptTransaction) -> Bool {
    transaction.unlocks && end(of: transaction).map { now < $0 } ?? true
  }

  /// Returns the end; `nil` if it never ends.
  private func end(of transaction: FakeKeptTransaction) -> Date? {
    if transaction.isNonRenewing {
      return lengths[transaction.product].flatMap { transaction.purchased?.addingTimeInterval($0) }
    }
    return graceEnd(of: transaction) ?? transaction.expires
  }

  /// The end of the grace period that the last period of a subscription is in.
  private func graceEnd(of transaction: FakeKeptTransaction) -> Date? {
    guard let grace = renewals[transaction.purchase]?.graceEnd, let end = transaction.expires,
      end <= now, now < grace,
      !kept.contains(where: {
        $0.purchase == transaction.purchase && ($0.expires ?? end) > end
      })
    else { return nil }
    return grace
  }

  private func group(_ id: String, _ transactions: [FakeKeptTransaction]) -> JSONValue {
    let last = transactions.max { ($0.purchased ?? .distantPast) < ($1.purchased ?? .distantPast) }
    let current = transactions.filter { isCurrent($0) }
    let isInGrace = !current.isEmpty && current.allSatisfy { graceEnd(of: $0) != nil }
    let state = isInGrace ? "inGracePeriod" : current.isEmpty ? "expired" : "subscribed"
    var members: [String: JSONValue] = ["id": .string(id), "state": .string(state)]
    members["product"] = last.map { .string($0.product) }
    members["expires"] = last?.expires.map { .string($0.rfc3339) }
    return .object(members)
  }
}

import PaywallCatalog
import Subscribers

@testable import Ledger

extension Sample {
  /// A consumable of 100 coins, and a monthly subscription of 30 coins and 3 gems.
  static let credited = [
    Product(id: "coins_100", type: .consumable, currencies: ["coins": 100]),
    Product(
      id: "com.example.pro.monthly", type: .autoRenewable, currencies: ["coins": 30, "gems": 3]),
    Product(id: "pro_lifetime", type: .nonConsumable, currencies: ["gems": 500]),
  ]

  static func spend(_ id: String, _ amount: Int64, of currency: String = "coins") -> BalanceChange {
    BalanceChange(
      currency: currency, amount: -amount, cause: .spend, id: id, author: "backend")
  }

  static func correction(
    _ id: String, _ amount: Int64, of currency: String = "coins"
  ) -> BalanceChange {
    BalanceChange(
      currency: currency, amount: amount, cause: .correction, id: id, reason: "an outage",
      author: "support")
  }
}

extension TransactionFact {
  /// A newer copy, refunded wholly or, with thousandths of a percent, in part.
  func refunded(_ percentage: Int? = nil, at days: Double) -> TransactionFact {
    var fact = self
    fact.signedDate = Sample.day(days)
    fact.revocationDate = Sample.day(days)
    fact.revocationReason = 1
    fact.revocationType = percentage == nil ? nil : OpenEnum(.refundProrated)
    fact.revocationPercentage = percentage
    return fact
  }

  /// A newer copy that says nothing of a refund.
  func restored(at days: Double) -> TransactionFact {
    var fact = self
    fact.signedDate = Sample.day(days)
    (fact.revocationDate, fact.revocationReason) = (nil, nil)
    (fact.revocationType, fact.revocationPercentage) = (nil, nil)
    return fact
  }
}

extension Ledger {
  @discardableResult
  func post(
    _ change: BalanceChange, to name: CustomerName, at days: Double = 5,
    in environment: AppStoreEnvironment = .production
  ) async throws(LedgerFailure) -> BalanceOutcome {
    try await post(change, to: name, in: environment, at: Sample.day(days))
  }

  /// `["coins": 40]`; empty for an unknown person.
  func balances(
    of name: CustomerName, in environment: AppStoreEnvironment = .production
  ) async throws(LedgerFailure) -> [String: Int64] {
    try await balance(of: name, in: environment, newest: 0)?.balances ?? [:]
  }

  /// `purchase coins 300`, the oldest first.
  func postings(of name: CustomerName) async throws(LedgerFailure) -> [String] {
    try await balance(of: name, in: .production, newest: 100)?.postings.reversed().map {
      "\($0.posting.cause) \($0.posting.currency) \($0.posting.amount)"
    } ?? []
  }
}

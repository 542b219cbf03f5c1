import PaywallCatalog
import Subscribers

// A purchase chain belongs to one Apple Account. If Apple has named two customers for it, the
// limits of offers count them as one; otherwise each would have a place of its own. Everything else
// stays separate: entitlements, links, erasure.
extension LedgerTables {
  /// Joins two customers whom Apple has named for one purchase chain.
  mutating func joinAccounts(_ first: inout CustomerRow, _ second: inout CustomerRow) throws {
    if let account = first.appleAccount, account == second.appleAccount { return }
    let account = try first.appleAccount ?? second.appleAccount ?? addAppleAccount()
    if let other = second.appleAccount, other != account {
      for customer in try customers(of: other) { try put(customer.number, in: account) }
    }
    for number in [first.number, second.number] { try put(number, in: account) }
    first.appleAccount = account
    second.appleAccount = account
  }

  /// The other customers whom the limits of offers count as the same person.
  func othersOfAccount(of customer: CustomerRow) throws -> [CustomerRow] {
    var accounts = customer.appleAccount.map { [$0] } ?? []
    if try hasRemnants() {
      // A customer who was erased and came back is still the same person.
      accounts += try remnants(of: customer, chains: chains(of: customer.number)).compactMap {
        try account(of: $0)
      }
    }
    return try Set(accounts).sorted().flatMap { try customers(of: $0) }
      .filter { $0.number != customer.number }
  }

  /// Everything that limits count for one person, over all their customers: purchases, grants and
  /// marks.
  func limitHistory(of owners: [CustomerRow]) throws -> CustomerHistory? {
    var whole: CustomerHistory?
    var seen: Set<CustomerRow.Number> = []
    for owner in owners {
      for customer in try [owner] + othersOfAccount(of: owner)
      where seen.insert(customer.number).inserted {
        let history = try ownHistory(of: customer, withRenewals: false)
        if whole == nil { whole = history } else { whole?.add(contentsOf: history) }
      }
    }
    return whole
  }

  /// Returns the uses that the limits count for the other customers of an account, for a history
  /// that is only read: grants, and redemptions as marks, because the purchases are not this
  /// customer's.
  func limits(
    ofOthersOf customer: CustomerRow
  ) throws -> (grants: [Grant], redemptions: [HistoryMark]) {
    let others = try othersOfAccount(of: customer)
    guard !others.isEmpty else { return ([], []) }
    let histories = try others.map { try ownHistory(of: $0, withRenewals: false) }
    let marks = histories.flatMap(\.marksToKeep).filter {
      if case .redemption = $0 { true } else { false }
    }
    return (histories.flatMap(\.grants), marks)
  }
}

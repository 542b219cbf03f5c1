import Catalog
import Subscribers

// A purchase chain is one Apple Account's. If Apple has named two customers for it, they are one
// person by two names, and one in the limits of offers: otherwise each name would have a place of
// its own. Everything else stays apart: entitlements, links, what is forgotten.
extension LedgerTables {
  /// Notes that two customers were named for one purchase chain.
  mutating func unite(_ first: inout CustomerRow, _ second: inout CustomerRow) throws {
    if let account = first.appleAccount, account == second.appleAccount { return }
    let account = try first.appleAccount ?? second.appleAccount ?? addAppleAccount()
    if let other = second.appleAccount, other != account {
      for customer in try customers(of: other) { try put(customer.number, in: account) }
    }
    for number in [first.number, second.number] { try put(number, in: account) }
    first.appleAccount = account
    second.appleAccount = account
  }

  /// Who is one with a customer in the limits of offers, besides the customer.
  func othersOfAccount(of customer: CustomerRow) throws -> [CustomerRow] {
    var accounts = customer.appleAccount.map { [$0] } ?? []
    if try hasRemnants() {
      // One that was erased and came back is still who it was.
      accounts += try remnants(of: customer, lines: lines(of: customer.number)).compactMap {
        try account(of: $0)
      }
    }
    return try Set(accounts).sorted().flatMap { try customers(of: $0) }
      .filter { $0.number != customer.number }
  }

  /// Everything that limits count of one person, whatever their customers are called: purchases,
  /// grants and marks.
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

  /// What limits count of the others of an account, for a history that is only read: grants, and
  /// the redemptions as marks, since the purchases are not this customer's.
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

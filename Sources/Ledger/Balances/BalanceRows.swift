import PaywallCatalog
import PaywallTextCoding

/// The rows of which a balance is the sum.
struct BalanceRows {
  /// The rows of a user id, and of each person at Apple: a customer with those whom Apple has named
  /// for one purchase chain with them. In the order in which they are spent: a user id's own one,
  /// then by Apple's ids, because numbers are others in a restored ledger.
  let persons: [[CustomerRow]]
  /// The balance is a user id's. A person below zero takes nothing from it: a buyer may name any
  /// user as the `appAccountToken` of a purchase, and have it refunded.
  let isOfUser: Bool

  var all: [CustomerRow] { persons.flatMap(\.self) }
}

extension LedgerTables {
  func balanceRows(
    of name: CustomerName, in environment: AppStoreEnvironment
  ) throws -> BalanceRows {
    let user: String? = if case .user(let id) = name { id } else { nil }
    return try balanceRows(of: name, user: user, in: environment)
  }

  /// - Parameters:
  ///   - name: `nil` for a user id's own row alone.
  ///   - user: whose own row is among them; `nil` for none.
  func balanceRows(
    of name: CustomerName?, user: String?, in environment: AppStoreEnvironment
  ) throws -> BalanceRows {
    let own = try user.map { try recordHolders(of: .user($0), in: environment) } ?? []
    let owners = try name.map { try self.owners(of: $0, in: environment) } ?? []
    return BalanceRows(
      persons: try own.map { [$0] } + persons(of: owners), isOfUser: user != nil)
  }

  func persons(of customers: [CustomerRow]) throws -> [[CustomerRow]] {
    var seen: Set<CustomerRow.Number> = []
    return try sortedByAppleName(customers).map { customer in
      try sortedByAppleName(
        ([customer] + othersOfAccount(of: customer)).filter { seen.insert($0.number).inserted })
    }
  }

  private func sortedByAppleName(_ rows: [CustomerRow]) throws -> [CustomerRow] {
    guard rows.count > 1 else { return rows }
    return try rows.map { ($0, try appleName(of: $0)) }.sorted { $0.1.precedes($1.1) }.map(\.0)
  }

  func balances(of rows: BalanceRows) throws -> [String: Int64] {
    try rows.persons.reduce(into: [:]) { sums, person in
      let held = try person.reduce(into: [String: Int64]()) { sums, row in
        sums.merge(try balances(of: row.number)) { $0 + $1 }
      }
      sums.merge(rows.isOfUser ? held.mapValues { max(0, $0) } : held) { $0 + $1 }
    }
  }
}

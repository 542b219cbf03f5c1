package import PaywallCatalog
import PaywallTextCoding
package import Subscribers

/// The postings of balances, of customers and of the rows of user ids. Those of a purchase move with
/// its chain.
package protocol BalanceTables {
  /// The currencies that a product gives now, with their amounts.
  func credits(of product: String) throws -> [String: Int64]
  /// The same of all products; a product without any is left out.
  func credits() throws -> [String: [String: Int64]]
  mutating func put(credits: [String: [String: Int64]]) throws

  /// The sum of a customer's postings by currency.
  func balances(of customer: CustomerRow.Number) throws -> [String: Int64]
  /// The oldest first.
  func postings(of customer: CustomerRow.Number) throws -> [Posting]
  func postings(in chain: PurchaseChainRow) throws -> [Posting]
  /// The spends and corrections of a key, with their customers.
  func postings(
    byKey id: String, in environment: AppStoreEnvironment
  ) throws -> [(posting: Posting, customer: CustomerRow.Number)]
  /// - Parameter chain: of the purchase that is the cause; `nil` for none.
  mutating func add(
    _ posting: Posting, of customer: CustomerRow, by chain: PurchaseChainRow?) throws
  /// Moves the postings of a chain from its owner to another customer.
  mutating func move(
    postingsOf chain: PurchaseChainRow, to customer: CustomerRow.Number) throws
}

/// A request to change a balance.
package struct BalanceChange: Hashable, Sendable {
  package var currency: String
  /// In units of the currency; less than 0 takes them away.
  package var amount: Int64
  package var cause: Posting.Cause
  /// Names the request: a repeat changes nothing.
  package var id: String
  package var reason: String?
  package var author: String

  package init(
    currency: String, amount: Int64, cause: Posting.Cause, id: String, reason: String? = nil,
    author: String
  ) {
    (self.currency, self.amount, self.cause, self.id) = (currency, amount, cause, id)
    (self.reason, self.author) = (reason, author)
  }

  fileprivate func isSame(as posted: [Posting]) -> Bool {
    posted.allSatisfy { $0.cause == cause && $0.currency.hasSameUTF8(as: currency) }
      && posted.reduce(0) { $0 + $1.amount } == amount
  }
}

/// The result of a request to change a balance.
package enum BalanceOutcome: Hashable, Sendable {
  /// The balance of the currency as it is now, and whether the call changed it.
  case posted(balance: Int64, isNew: Bool)
  /// The balance is lower than what was to be taken away.
  case insufficient(balance: Int64)
  /// The balance would be greater than `Posting.most`.
  case tooMuch(balance: Int64)
  /// The id names another request: of another amount, currency, kind or person.
  case otherRequest
  case unknownCustomer
  case severalCustomers(Int)
}

extension LedgerTables {
  /// Changes the balance of the one customer of a name, or of a user id. Nothing is taken below
  /// zero, of no row of which the balance is the sum.
  package mutating func post(
    _ request: BalanceChange, to name: CustomerName, in environment: AppStoreEnvironment,
    at now: Timestamp
  ) throws -> BalanceOutcome {
    let holder = try recordHolder(of: name, in: environment)
    switch holder {
    case .known, .newUser: break
    case .unknownCustomer: return .unknownCustomer
    case .severalCustomers(let count): return .severalCustomers(count)
    }
    let rows = try balanceRows(of: name, in: environment)
    let posted = try postings(byKey: request.id, in: environment)
    let balance = try balances(of: rows)[request.currency] ?? 0
    guard posted.isEmpty else {
      let isTheirs = posted.allSatisfy { each in rows.all.contains { $0.number == each.customer } }
      return isTheirs && request.isSame(as: posted.map(\.posting))
        ? .posted(balance: balance, isNew: false) : .otherRequest
    }
    guard request.amount > 0 || balance + request.amount >= 0 else {
      return .insufficient(balance: balance)
    }
    guard balance + request.amount <= Posting.most else { return .tooMuch(balance: balance) }
    if request.amount > 0 {
      try add(request, request.amount, of: try row(of: holder, in: environment), at: now)
    } else {
      try take(request, from: rows, at: now)
    }
    return .posted(balance: balance + request.amount, isNew: true)
  }

  /// Takes no more from a person than the person has, and no more from a row than it has.
  private mutating func take(
    _ request: BalanceChange, from rows: BalanceRows, at now: Timestamp
  ) throws {
    var rest = -request.amount
    for person in rows.persons {
      let held = try person.map { ($0, try balances(of: $0.number)[request.currency] ?? 0) }
      var part = min(rest, max(0, held.reduce(0) { $0 + $1.1 }))
      rest -= part
      for (row, held) in held where part > 0 && held > 0 {
        let taken = min(part, held)
        part -= taken
        try add(request, -taken, of: row, at: now)
      }
    }
  }

  private mutating func add(
    _ request: BalanceChange, _ amount: Int64, of row: CustomerRow, at now: Timestamp
  ) throws {
    let posting = Posting(
      currency: request.currency, amount: amount, cause: request.cause, id: request.id,
      reason: request.reason, author: request.author, at: now)
    try add(posting, of: row, by: nil)
    try tell(posting, of: row, at: now)
  }

  /// Apple's id of a customer, or of its one purchase chain.
  func appleName(of customer: CustomerRow) throws -> String {
    if let name = customer.appTransactionId { return name }
    return try chains(of: customer.number).first?.originalTransactionId ?? ""
  }

  /// Leaves the balance of a customer who is erased to another one of the same person, who may have
  /// spent what the erased one bought: what was asked for, so that a repeat changes nothing, and the
  /// sum of the rest.
  mutating func leaveBalances(
    of customer: CustomerRow, to others: [CustomerRow], at now: Timestamp
  ) throws {
    let heir = others.min { ($0.appTransactionId ?? "").precedes($1.appTransactionId ?? "") }
    guard let heir else { return }
    var rest: [String: Int64] = [:]
    for var posting in try postings(of: customer.number) {
      switch posting.cause {
      case .spend, .correction:
        posting.reason = nil
        try add(posting, of: heir, by: nil)
      case .purchase, .refund, .refundReversed, .erasure:
        rest[posting.currency, default: 0] += posting.amount
      }
    }
    for (currency, amount) in rest.sorted(by: { $0.key < $1.key }) where amount != 0 {
      try add(
        Posting(currency: currency, amount: amount, cause: .erasure, id: "erasure", at: now),
        of: heir, by: nil)
    }
  }
}

import Ledger
import LedgerStorage
import PaywallCatalog
import PaywallTextCoding
import Subscribers

/// Reads ahead for the calls of a transaction: a fixed number of statements, whatever the number of
/// calls, sent with the first locks.
extension PostgresTables {
  /// Customers by their names and by their purchase chains.
  private static let namedCustomers = """
    SELECT number FROM customers
    WHERE environment = ?1 AND app_transaction_id = ANY (?2::text::text[])
    UNION SELECT customer FROM chains
    WHERE environment = ?1 AND original_transaction_id = ANY (?3::text::text[])
    """

  /// Sends the statements; their results come with the next result that is read.
  func readAhead(_ requests: [AheadRequest]) throws {
    guard !requests.isEmpty else { return }
    reads.ahead = ReadAhead()
    for request in requests.merged {
      if locks.isNeeded { try lockCustomers(of: request) }
      try readNames(request)
      if request.isWhole {
        try readAll(request)
      } else {
        try readMembers(request)
      }
      try readRest(request)
    }
  }

  private func values(_ request: AheadRequest) -> [SQLValue] {
    [
      request.environment.cell, Cell.array(request.names.map(\.id.text)),
      Cell.array(request.chains.map(\.id.text)),
    ]
  }

  /// Locks the customers that are read ahead. Their numbers are only known here, so the statement
  /// that finds them tries the locks too.
  private func lockCustomers(of request: AheadRequest) throws {
    guard !request.names.isEmpty || !request.chains.isEmpty else { return }
    let (locks, mask) = (locks, LockName.customerMask(locks.seed))
    try session.run(
      """
      SELECT c.number, pg_try_advisory_xact_lock(c.number # ?4)
      FROM (\(Self.namedCustomers)) AS c ORDER BY 1
      """, values(request) + [.integer(mask)]
    ) { result in
      var tried: [Int64: Bool] = [:]
      for number in 0..<result.rows {
        let row = result.row(number)
        tried[row.int64(0) ^ mask] = row.flag(1) ?? false
      }
      try locks.note(tried: tried)
    }
  }

  private func readNames(_ request: AheadRequest) throws {
    let (reads, environment) = (reads, request.environment)
    if !request.names.isEmpty {
      for name in request.names {
        reads.ahead?.customers[name] = .some(nil)
      }
      try session.read(
        """
        \(CustomerRow.query)
        WHERE environment = ? AND app_transaction_id = ANY (?::text::text[])
        """, [environment.cell, Cell.array(request.names.map(\.id.text))]
      ) { row in
        let customer = try CustomerRow(row)
        let name = customer.appTransactionId ?? ""
        reads.ahead?.customers[ReadAhead.Place(environment, name)] = customer
      }
    }
    guard !request.chains.isEmpty else { return }
    for chain in request.chains {
      reads.ahead?.chains[chain] = .some(nil)
    }
    try session.read(
      """
      \(PurchaseChainRow.query)
      WHERE l.environment = ? AND original_transaction_id = ANY (?::text::text[])
      """, [environment.cell, Cell.array(request.chains.map(\.id.text))]
    ) { row in
      let chain = try PurchaseChainRow(row)
      reads.ahead?.chains[ReadAhead.Place(environment, chain.originalTransactionId)] = chain
      reads.ahead?.renewals[chain.number] = .some(nil)
    }
  }

  /// The transactions, renewals and tokens that the facts of the calls may replace.
  private func readMembers(_ request: AheadRequest) throws {
    let (reads, environment) = (reads, request.environment)
    if !request.transactions.isEmpty {
      for member in request.transactions {
        reads.ahead?.transactions[member] = .some(nil)
      }
      try session.read(
        """
        SELECT \(TransactionFact.columns), asked.chain_id
        FROM unnest(?2::text::text[], ?3::text::text[]) AS asked (chain_id, id)
        JOIN chains AS c ON c.environment = ?1 AND c.original_transaction_id = asked.chain_id
        JOIN transactions AS t ON t.chain = c.number AND t.transaction_id = asked.id
        """, values(request.transactions, in: environment)
      ) { row in
        let place = ReadAhead.Place(environment, try row.required(TransactionFact.columnCount))
        guard case .some(.some(let chain)) = reads.ahead?.chains[place] else { return }
        let fact = try TransactionFact(row, in: chain)
        reads.ahead?.transactions[ReadAhead.Member(chain, fact.transactionId)] = fact
      }
    }
    try readRenewals(
      """
      WHERE r.chain IN (SELECT number FROM chains
        WHERE environment = ? AND original_transaction_id = ANY (?::text::text[]))
      """, [environment.cell, Cell.array(request.chains.map(\.id.text))],
      isNeeded: !request.chains.isEmpty)
  }

  func values(
    _ members: Set<AheadRequest.Member>, in environment: AppStoreEnvironment
  ) -> [SQLValue] {
    let members = Array(members)
    return [
      environment.cell, Cell.array(members.map(\.chain.id.text)),
      Cell.array(members.map(\.text.text)),
    ]
  }

  private func readRenewals(_ which: String, _ values: [SQLValue], isNeeded: Bool) throws {
    guard isNeeded else { return }
    let reads = reads
    try session.read(
      """
      SELECT \(RenewalFact.columns), r.chain, c.environment, c.original_transaction_id
      FROM renewals AS r JOIN chains AS c ON c.number = r.chain \(which)
      """, values
    ) { row in
      let place = ReadAhead.Place(
        try AppStoreEnvironment(code: row.int(RenewalFact.columnCount + 1)),
        try row.required(RenewalFact.columnCount + 2))
      let known = reads.ahead?.chains[place] ?? nil
      let others = reads.ahead?.chainsOfCustomers.values.joined()
      guard
        let chain = known
          ?? others?.first(where: { $0.number == row.int64(RenewalFact.columnCount) })
      else {
        return
      }
      reads.ahead?.renewals[chain.number] = try RenewalFact(row, in: chain)
    }
  }

  /// All purchases and grants of the customers.
  private func readAll(_ request: AheadRequest) throws {
    guard !request.names.isEmpty || !request.chains.isEmpty else { return }
    let (reads, values) = (reads, values(request))
    let chains = "SELECT number FROM chains WHERE customer IN (\(Self.namedCustomers))"
    try session.read(Self.namedCustomers, values) { row in
      let customer = row.int64(0)
      reads.ahead?.chainsOfCustomers[customer] = []
      reads.ahead?.grants[customer] = []
    }
    try session.read(
      "\(PurchaseChainRow.query) WHERE l.customer IN (\(Self.namedCustomers)) ORDER BY l.number",
      values
    ) { row in
      let chain = try PurchaseChainRow(row)
      reads.ahead?.chainsOfCustomers[chain.owner.number]?.append(chain)
      reads.ahead?.transactionsOfChains[chain.number] = []
      reads.ahead?.renewals[chain.number] = .some(nil)
    }
    try session.run(
      """
      SELECT \(TransactionFact.columns), t.chain FROM transactions AS t WHERE t.chain IN (\(chains))
      ORDER BY t.chain, transaction_id
      """, values
    ) { result in
      guard let all = reads.ahead?.chainsOfCustomers.values.joined() else { return }
      let chains = Dictionary(all.map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
      for number in 0..<result.rows {
        let row = result.row(number)
        guard let chain = chains[row.int64(TransactionFact.columnCount)] else { continue }
        reads.ahead?.transactionsOfChains[chain.number]?.append(try TransactionFact(row, in: chain))
      }
    }
    try readRenewals("WHERE r.chain IN (\(chains))", values, isNeeded: true)
    try session.read(
      """
      SELECT \(Grant.columns), customer FROM grants
      WHERE customer IN (\(Self.namedCustomers)) ORDER BY id
      """, values
    ) { row in
      reads.ahead?.grants[row.int64(12)]?.append(try Grant(row: row))
    }
  }

  /// Takes numbers for new rows; draws new ones if the reserve has too few.
  func reserve(_ count: Int, of table: NumberReserve.Table, from numbers: NumberReserve) throws {
    guard count > 0 else { return }
    let drawn = numbers.take(count, of: table)
    let taken = reserve
    taken.numbers[table, default: []] += drawn
    guard drawn.count < count else { return }
    let column = table == .grants ? "id" : "number"
    try session.read(
      """
      SELECT nextval(pg_get_serial_sequence('\(table.rawValue)', '\(column)'))
      FROM generate_series(1, ?)
      """, [.integer(Int64(NumberReserve.share))]
    ) { row in
      taken.numbers[table, default: []].append(row.int64(0))
    }
  }
}

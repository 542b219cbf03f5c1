import PaywallCatalog
import Ledger
import PaywallSubscribers
import PaywallTextCoding

extension PostgresTables {
  mutating func add(_ event: MoneyEvent, to chain: PurchaseChainRow) throws {
    try run(
      """
      INSERT INTO money_events (chain, transaction_id, kind, at, received_at, reason, type, percentage)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
      """, .integer(chain.number), Cell.text(event.transactionId),
      Cell.number(event.kind.rawValue), Cell.moment(event.at), Cell.moment(event.receivedAt),
      Cell.number(event.reason), Cell.text(event.type?.raw), Cell.number(event.percentage))
  }

  func moneyEvents(in chain: PurchaseChainRow) throws -> [MoneyEvent] {
    try each(
      """
      SELECT transaction_id, kind, at, received_at, reason, type, percentage FROM money_events
      WHERE chain = ?
      """, .integer(chain.number)
    ) { row in
      guard let kind = MoneyEvent.Kind(rawValue: row.int(1)) else {
        throw UnreadableRow("a money event of an unknown kind")
      }
      return MoneyEvent(
        originalTransactionId: chain.originalTransactionId, transactionId: try row.required(0),
        kind: kind, at: row.moment(2) ?? .epoch, receivedAt: row.moment(3),
        reason: row.int(optional: 4), type: row.text(5).map { OpenEnum(raw: $0) },
        percentage: row.int(optional: 6))
    }
  }

  private static let covariateColumns = """
    before, transactions, spend, unpriced, days_since_purchase, days_since_install, is_complete
    """

  mutating func add(
    _ covariates: Covariates, of customers: [CustomerRow.Number], to key: RecordKey,
    in environment: AppStoreEnvironment
  ) throws {
    let isNew = try writes(
      """
      INSERT INTO covariates (environment, unit, experiment, phase, unit_kind,
        \(Self.covariateColumns))
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
      """, environment.cell, Cell.text(key.unit.text), Cell.text(key.experiment.text),
      Cell.number(key.phase), .text(key.unitKind.rawValue), Cell.moment(covariates.before),
      Cell.number(covariates.transactions), .text(covariates.spendText),
      Cell.number(covariates.unpriced), Cell.number(covariates.daysSincePurchase),
      Cell.number(covariates.daysSinceInstall), Cell.flag(covariates.isComplete))
    guard isNew else { return }
    for customer in customers {
      try run(
        """
        INSERT INTO covariate_customers (environment, unit, experiment, phase, unit_kind, customer)
        VALUES (?, ?, ?, ?, ?, ?)
        """, environment.cell, Cell.text(key.unit.text), Cell.text(key.experiment.text),
        Cell.number(key.phase), .text(key.unitKind.rawValue), .integer(customer))
    }
  }

  func covariateKeys(of customer: CustomerRow.Number) throws -> [RecordKey] {
    try lock(.customer(customer))
    return try each(
      "SELECT experiment, phase, unit, unit_kind FROM covariate_customers WHERE customer = ?",
      .integer(customer)
    ) { row in
      guard let kind = Unit(rawValue: try row.required(3)) else {
        throw UnreadableRow("a unit of an unknown kind")
      }
      return RecordKey(
        experiment: try row.required(0), phase: row.int(1), unit: try row.required(2),
        unitKind: kind)
    }
  }

  func covariates(of key: RecordKey, in environment: AppStoreEnvironment) throws -> Covariates? {
    try lock(.id(key.unit.text, environment))
    return try first(
      """
      SELECT \(Self.covariateColumns) FROM covariates
      WHERE environment = ? AND unit = ? AND experiment = ? AND phase = ? AND unit_kind = ?
      """, environment.cell, Cell.text(key.unit.text), Cell.text(key.experiment.text),
      Cell.number(key.phase), .text(key.unitKind.rawValue)
    ) { try Covariates($0) }
  }

  func covariates(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) throws -> [UnitCovariates] {
    try each(
      """
      SELECT \(Self.covariateColumns), unit, unit_kind FROM covariates
      WHERE environment = ? AND experiment = ? AND phase = ?
      """, environment.cell, Cell.text(experiment), Cell.number(phase)
    ) { row in
      guard let kind = Unit(rawValue: try row.required(8)) else {
        throw UnreadableRow("a unit of an unknown kind")
      }
      return UnitCovariates(
        unit: try row.required(7), unitKind: kind, covariates: try Covariates(row))
    }
  }

  mutating func removeCovariates(
    of key: RecordKey, in environment: AppStoreEnvironment
  ) throws {
    try run(
      """
      DELETE FROM covariates
      WHERE environment = ? AND unit = ? AND experiment = ? AND phase = ? AND unit_kind = ?
      """, environment.cell, Cell.text(key.unit.text), Cell.text(key.experiment.text),
      Cell.number(key.phase), .text(key.unitKind.rawValue))
  }

  mutating func removeCovariates(
    of unit: String, in environment: AppStoreEnvironment
  ) throws {
    try run(
      "DELETE FROM covariates WHERE environment = ? AND unit = ?", environment.cell,
      Cell.text(unit))
  }
}

extension Covariates {
  /// `EUR 9990 USD -20`: currencies in order, milliunits.
  fileprivate var spendText: String {
    spend.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: " ")
  }

  fileprivate init(_ row: SQLRow) throws {
    let words = try row.required(2).split(separator: " ").map(String.init)
    var spend: [String: Int64] = [:]
    for place in stride(from: 0, to: words.count, by: 2) {
      guard place + 1 < words.count, let amount = Int64(words[place + 1]) else {
        throw UnreadableRow("spend that is no list of currencies and amounts")
      }
      spend[words[place]] = amount
    }
    self.init(
      before: row.moment(0) ?? .epoch, transactions: row.int(1), spend: spend,
      unpriced: row.int(3), daysSincePurchase: row.int(optional: 4),
      daysSinceInstall: row.int(optional: 5), isComplete: row.flag(6) ?? false)
  }
}

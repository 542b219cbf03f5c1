package import Ledger
package import PaywallCatalog
package import Subscribers

private enum Statements {
  static let addCase = RowStatements.addOnce(
    to: "refund_cases",
    "uuid, environment, line, transaction_id, reason, requested_at, received_at, due_at")
  static let addDecision = RowStatements.addOnce(
    to: "refund_decisions", "line, transaction_id, kind, at, share")
  static let reportColumns = "reported_at, consented, delivery, sample"
  static let putPurchaseReport = RowStatements.put(
    into: "purchase_reports", "line, transaction_id, \(reportColumns), percentage",
    key: "line, transaction_id")
  static let putCustomerReport = RowStatements.put(
    into: "customer_reports", "customer, \(reportColumns)", key: "customer")

  static let selectCases = """
    SELECT r.rowid, uuid, r.environment, original_transaction_id, transaction_id, reason,
      requested_at, received_at, due_at, attempts, last_failure, settled_at, rule, sent, refusal,
      basis
    FROM refund_cases r LEFT JOIN lines l ON l.number = r.line
    """
}

extension SQLTables {
  package mutating func add(_ refundCase: RefundCase, in chain: PurchaseChainRow?) throws {
    try run(
      Statements.addCase, Cell.text(refundCase.notification), refundCase.environment.cell,
      Cell.number(chain?.number), Cell.text(refundCase.transactionId),
      .text(refundCase.reason.rawValue), Cell.moment(refundCase.requestedAt),
      Cell.moment(refundCase.receivedAt), Cell.moment(refundCase.dueAt))
  }

  package mutating func update(_ refundCase: RefundCase) throws {
    try run(
      """
      UPDATE refund_cases SET due_at = ?, attempts = ?, last_failure = ?, settled_at = ?, rule = ?,
        sent = ?, refusal = ?, basis = ?
      WHERE uuid = ?
      """, refundCase.cells(Cell.plain) + [Cell.text(refundCase.notification)])
  }

  package func refundCase(notification: String) throws -> RefundCase? {
    try lock([.refundCase(notification)])
    return try first(
      "\(Statements.selectCases) WHERE uuid = ?", Cell.text(notification),
      read: RefundCase.init(row:))
  }

  package func openRefundCases(dueAt now: Timestamp, limit: Int) throws -> [RefundCase] {
    try each(
      """
      \(Statements.selectCases) WHERE settled_at IS NULL AND due_at <= ?
      ORDER BY requested_at, r.rowid LIMIT ?
      """, Cell.moment(now), Cell.number(limit), read: RefundCase.init(row:))
  }

  package func refundCases(after number: Int64, limit: Int) throws -> [RefundCase] {
    try each(
      "\(Statements.selectCases) WHERE r.rowid > ? ORDER BY r.rowid LIMIT ?", .integer(number),
      Cell.number(limit), read: RefundCase.init(row:))
  }

  package func refundCases(ofTransaction id: String) throws -> [RefundCase] {
    try each(
      "\(Statements.selectCases) WHERE transaction_id = ?", Cell.text(id),
      read: RefundCase.init(row:))
  }

  package func refundCases(in chain: PurchaseChainRow) throws -> [RefundCase] {
    try settled {
      try each(
        "\(Statements.selectCases) WHERE r.line = ?", .integer(chain.number),
        read: RefundCase.init(row:))
    } locking: {
      $0.map { .refundCase($0.notification) }
    }
  }

  package func refundCounts(lateSince moment: Timestamp) throws -> RefundCounts {
    let open = try each(
      """
      SELECT count(*), count(*) FILTER (WHERE attempts > 0), min(requested_at) FROM refund_cases
      WHERE settled_at IS NULL
      """
    ) { ($0.int(0), $0.int(1), $0.moment(2)) }.first
    let settled = try each(
      """
      SELECT refusal, count(*), count(*) FILTER (WHERE settled_at > ?) FROM refund_cases
      WHERE settled_at IS NOT NULL GROUP BY refusal
      """, Cell.moment(moment)
    ) { (refusal: $0.text(0), cases: $0.int(1), recent: $0.int(2)) }
    return RefundCounts(open: open, settled: settled)
  }

  package mutating func add(
    _ decision: RefundDecision, on transactionId: String, in chain: PurchaseChainRow
  ) throws {
    try run(
      Statements.addDecision, .integer(chain.number), Cell.text(transactionId),
      .text(decision.kind.rawValue),
      Cell.moment(decision.at), Cell.number(decision.share))
  }

  package func refundDecisions(
    on transactionId: String, in chain: PurchaseChainRow
  ) throws -> [RefundDecision] {
    try each(
      "SELECT kind, at, share FROM refund_decisions WHERE line = ? AND transaction_id = ?",
      .integer(chain.number), Cell.text(transactionId)
    ) { try RefundDecision($0) }
  }

  package mutating func put(_ report: ConsumptionReport, in chain: PurchaseChainRow) throws {
    try run(
      Statements.putPurchaseReport,
      [.integer(chain.number), Cell.text(report.transactionId)] + values(of: report)
        + [Cell.number(report.consumptionPercentage)])
  }

  package mutating func put(_ report: ConsumptionReport, of customer: CustomerRow.Number) throws {
    try run(Statements.putCustomerReport, [.integer(customer)] + values(of: report))
  }

  /// In the order of the columns.
  private func values(of report: ConsumptionReport) -> [SQLValue] {
    [
      Cell.moment(report.reportedAt), Cell.flag(report.customerConsented),
      Cell.plain(report.deliveryStatus?.rawValue), Cell.flag(report.sampleContentProvided),
    ]
  }

  package func report(on transactionId: String, in chain: PurchaseChainRow) throws
    -> ConsumptionReport?
  {
    try first(
      """
      SELECT \(Statements.reportColumns), percentage, transaction_id
      FROM purchase_reports WHERE line = ? AND transaction_id = ?
      """, .integer(chain.number), Cell.text(transactionId), read: ConsumptionReport.init(row:))
  }

  package func report(of customer: CustomerRow.Number) throws -> ConsumptionReport? {
    try first(
      """
      SELECT \(Statements.reportColumns), CAST(NULL AS bigint), CAST(NULL AS text)
      FROM customer_reports WHERE customer = ?
      """, .integer(customer), read: ConsumptionReport.init(row:))
  }
}

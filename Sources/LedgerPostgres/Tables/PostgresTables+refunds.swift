import Ledger
import LedgerStorage
import PaywallCatalog
import PaywallSubscribers
import Refunds

extension PostgresTables {
  private static let selectCases = """
    SELECT r.number, uuid, r.environment, original_transaction_id, transaction_id, reason,
      requested_at, received_at, due_at, attempts, last_failure, settled_at, rule, sent, refusal,
      basis
    FROM refund_cases r LEFT JOIN chains l ON l.number = r.chain
    """

  mutating func add(_ refundCase: RefundCase, in chain: PurchaseChainRow?) throws {
    try run(
      """
      INSERT INTO refund_cases (uuid, environment, chain, transaction_id, reason, requested_at,
        received_at, due_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
      """, Cell.text(refundCase.notification), refundCase.environment.cell,
      Cell.number(chain?.number), Cell.text(refundCase.transactionId),
      .text(refundCase.reason.rawValue), Cell.moment(refundCase.requestedAt),
      Cell.moment(refundCase.receivedAt), Cell.moment(refundCase.dueAt))
  }

  mutating func update(_ refundCase: RefundCase) throws {
    try run(
      """
      UPDATE refund_cases SET due_at = ?, attempts = ?, last_failure = ?, settled_at = ?, rule = ?,
        sent = ?, refusal = ?, basis = ?
      WHERE uuid = ?
      """, refundCase.cells(SQLValue.plain) + [Cell.text(refundCase.notification)])
  }

  func refundCase(notification: String) throws -> RefundCase? {
    try lock(.refundCase(notification))
    return try first(
      "\(Self.selectCases) WHERE uuid = ?", Cell.text(notification), read: RefundCase.init(row:))
  }

  func openRefundCases(dueAt now: Timestamp, limit: Int) throws -> [RefundCase] {
    try each(
      """
      \(Self.selectCases) WHERE settled_at IS NULL AND due_at <= ?
      ORDER BY requested_at, r.number LIMIT ?
      """, Cell.moment(now), Cell.number(limit), read: RefundCase.init(row:))
  }

  func refundCases(after number: Int64, limit: Int) throws -> [RefundCase] {
    try each(
      "\(Self.selectCases) WHERE r.number > ? ORDER BY r.number LIMIT ?", .integer(number),
      Cell.number(limit), read: RefundCase.init(row:))
  }

  func refundCases(ofTransaction id: String) throws -> [RefundCase] {
    try each(
      "\(Self.selectCases) WHERE transaction_id = ?", Cell.text(id), read: RefundCase.init(row:))
  }

  func refundCases(in chain: PurchaseChainRow) throws -> [RefundCase] {
    try settled {
      try each(
        "\(Self.selectCases) WHERE r.chain = ?", .integer(chain.number),
        read: RefundCase.init(row:))
    } locking: {
      $0.map { .refundCase($0.notification) }
    }
  }

  func refundCounts(lateSince moment: Timestamp) throws -> RefundCounts {
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

  mutating func add(
    _ decision: RefundDecision, on transactionId: String, in chain: PurchaseChainRow
  ) throws {
    try run(
      """
      INSERT INTO refund_decisions (chain, transaction_id, kind, at, share) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT DO NOTHING
      """, .integer(chain.number), Cell.text(transactionId), .text(decision.kind.rawValue),
      Cell.moment(decision.at), Cell.number(decision.share))
  }

  func refundDecisions(
    on transactionId: String, in chain: PurchaseChainRow
  ) throws -> [RefundDecision] {
    try each(
      "SELECT kind, at, share FROM refund_decisions WHERE chain = ? AND transaction_id = ?",
      .integer(chain.number), Cell.text(transactionId)
    ) { try RefundDecision($0) }
  }

  mutating func put(_ report: ConsumptionReport, in chain: PurchaseChainRow) throws {
    try run(
      """
      INSERT INTO purchase_reports
        (chain, transaction_id, reported_at, consented, delivery, sample, percentage)
      VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (chain, transaction_id) DO UPDATE
      SET reported_at = excluded.reported_at, consented = excluded.consented,
        delivery = excluded.delivery, sample = excluded.sample, percentage = excluded.percentage
      """, .integer(chain.number), Cell.text(report.transactionId),
      Cell.moment(report.reportedAt), Cell.flag(report.customerConsented),
      .plain(report.deliveryStatus?.rawValue), Cell.flag(report.sampleContentProvided),
      Cell.number(report.consumptionPercentage))
  }

  mutating func put(_ report: ConsumptionReport, of customer: CustomerRow.Number) throws {
    try run(
      """
      INSERT INTO customer_reports (customer, reported_at, consented, delivery, sample)
      VALUES (?, ?, ?, ?, ?) ON CONFLICT (customer) DO UPDATE
      SET reported_at = excluded.reported_at, consented = excluded.consented,
        delivery = excluded.delivery, sample = excluded.sample
      """, .integer(customer), Cell.moment(report.reportedAt),
      Cell.flag(report.customerConsented), .plain(report.deliveryStatus?.rawValue),
      Cell.flag(report.sampleContentProvided))
  }

  func report(on transactionId: String, in chain: PurchaseChainRow) throws -> ConsumptionReport? {
    try first(
      """
      SELECT reported_at, consented, delivery, sample, percentage, transaction_id
      FROM purchase_reports WHERE chain = ? AND transaction_id = ?
      """, .integer(chain.number), Cell.text(transactionId), read: ConsumptionReport.init(row:))
  }

  func report(of customer: CustomerRow.Number) throws -> ConsumptionReport? {
    try first(
      """
      SELECT reported_at, consented, delivery, sample, NULL::bigint, NULL::text FROM customer_reports
      WHERE customer = ?
      """, .integer(customer), read: ConsumptionReport.init(row:))
  }
}

extension SQLValue {
  /// A text that is stored verbatim.
  fileprivate static func plain(_ text: String?) -> SQLValue { Cell.text(text) }
}

import Ledger
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
    var (settled, rule, sent, refusal): (Timestamp?, String?, String?, String?)
    switch refundCase.state {
    case .open: break
    case .answered(let information, let name, let moment):
      (settled, rule, sent) = (moment, name, String(decoding: information.json, as: UTF8.self))
    case .refused(let reason, let moment): (settled, refusal) = (moment, reason.rawValue)
    }
    try run(
      """
      UPDATE refund_cases SET due_at = ?, attempts = ?, last_failure = ?, settled_at = ?, rule = ?,
        sent = ?, refusal = ?, basis = ?
      WHERE uuid = ?
      """, Cell.moment(refundCase.dueAt), Cell.number(refundCase.attempts),
      .plain(refundCase.lastFailure), Cell.moment(settled), .plain(rule), .plain(sent),
      .plain(refusal), .plain(refundCase.basis?.json), Cell.text(refundCase.notification))
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

  func refundCounts() throws -> RefundCounts {
    var counts = RefundCounts()
    let open = try each(
      """
      SELECT count(*), count(*) FILTER (WHERE attempts > 0), min(requested_at) FROM refund_cases
      WHERE settled_at IS NULL
      """
    ) { ($0.int(0), $0.int(1), $0.moment(2)) }.first
    counts.open = open?.0 ?? 0
    counts.failing = open?.1 ?? 0
    counts.nextDeadline = (open?.2).map { RefundDeadline.answer(to: $0) }
    let settled = try each(
      """
      SELECT refusal, count(*) FROM refund_cases WHERE settled_at IS NOT NULL GROUP BY refusal
      """
    ) { ($0.text(0), $0.int(1)) }
    for (refusal, count) in settled {
      guard let refusal else {
        counts.answered = count
        continue
      }
      if let known = RefundRefusal(rawValue: refusal) { counts.refused[known] = count }
    }
    return counts
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
    ) { row in
      guard let kind = RefundDecision.Kind(rawValue: try row.required(0)) else {
        throw UnreadableRow("a decision on a refund of an unknown kind")
      }
      return RefundDecision(kind, at: row.moment(1) ?? .epoch, share: row.int(optional: 2))
    }
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

extension RefundCase {
  fileprivate init(row: SQLRow) throws {
    try self.init(
      number: row.int64(0), notification: row.required(1),
      environment: AppStoreEnvironment(code: row.int(2)), transactionId: row.text(4),
      originalTransactionId: row.text(3),
      reason: RefundRequestReason(rawValue: row.required(5)) ?? .unknown,
      requestedAt: row.moment(6) ?? .epoch, receivedAt: row.moment(7) ?? .epoch,
      dueAt: row.moment(8), attempts: row.int(9), lastFailure: row.text(10),
      basis: row.text(15).flatMap { RefundBasis(json: $0) })
    guard let settled = row.moment(11) else { return }
    if let rule = row.text(12) {
      guard let sent = row.text(13).flatMap({ RefundAnswer(json: $0) }) else {
        throw UnreadableRow("an answer to a request for a refund that cannot be read")
      }
      state = .answered(sent, rule: rule, at: settled)
    } else {
      guard let refusal = row.text(14).flatMap(RefundRefusal.init) else {
        throw UnreadableRow("a refusal of an unknown kind")
      }
      state = .refused(refusal, at: settled)
    }
  }
}

extension ConsumptionReport {
  fileprivate init(row: SQLRow) throws {
    self.init(
      transactionId: row.text(5), customerConsented: row.flag(1) ?? false,
      deliveryStatus: row.text(2).flatMap(DeliveryStatus.init), sampleContentProvided: row.flag(3),
      consumptionPercentage: row.int(optional: 4), reportedAt: row.moment(0) ?? .epoch)
  }
}

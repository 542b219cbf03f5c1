import PaywallCatalog
package import Subscribers

extension RefundCase {
  package init(row: some LedgerRow) throws {
    try self.init(
      number: row.int64(0), notification: row.required(1),
      environment: AppStoreEnvironment(code: row.int(2)), transactionId: row.text(4),
      originalTransactionId: row.text(3),
      reason: RefundRequestReason(rawValue: row.plain(5)) ?? .unknown,
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
  package init(row: some LedgerRow) throws {
    self.init(
      transactionId: row.text(5), customerConsented: row.flag(1) ?? false,
      deliveryStatus: row.text(2).flatMap(DeliveryStatus.init), sampleContentProvided: row.flag(3),
      consumptionPercentage: row.int(optional: 4), reportedAt: row.moment(0) ?? .epoch)
  }
}

extension RefundCase {
  /// Returns the values of a case that change, in the order of the columns.
  ///
  /// - Parameter plain: how a text is stored verbatim.
  package func cells(_ plain: (String?) -> SQLValue) -> [SQLValue] {
    var (settled, rule, sent, refusal): (Timestamp?, String?, String?, String?)
    switch state {
    case .open: break
    case .answered(let information, let name, let moment):
      (settled, rule, sent) = (moment, name, String(decoding: information.json, as: UTF8.self))
    case .refused(let reason, let moment): (settled, refusal) = (moment, reason.rawValue)
    }
    return [
      PlainCell.moment(dueAt), PlainCell.number(attempts), plain(lastFailure),
      PlainCell.moment(settled),
      plain(rule), plain(sent), plain(refusal), plain(basis?.json),
    ]
  }
}

extension RefundDecision {
  /// A kind, a time and a share.
  package init(_ row: some LedgerRow) throws {
    self.init(
      try row.known(0, "a decision on a refund of an unknown kind"), at: row.moment(1) ?? .epoch,
      share: row.int(optional: 2))
  }
}

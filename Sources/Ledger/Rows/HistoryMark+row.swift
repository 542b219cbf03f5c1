import PaywallCatalog
package import PaywallSubscribers

extension HistoryMark {
  /// A kind, a subject and a time.
  package init(_ row: some LedgerRow) throws {
    switch row.int(0) {
    case 0: self = .everSubscribed
    case 1: self = .introductory(groupId: try row.required(1))
    case 2: self = .redemption(offerId: try row.required(1), at: row.moment(2) ?? .epoch)
    default: throw UnreadableRow("a mark of an unknown kind")
    }
  }

  /// - Parameter text: how a text from outside is stored.
  package func cells(_ text: (String?) -> SQLValue) -> [SQLValue] {
    let (kind, subject, moment): (Int, String, Timestamp) =
      switch self {
      case .everSubscribed: (0, "", .epoch)
      case .introductory(let groupId): (1, groupId, .epoch)
      case .redemption(let offerId, let moment): (2, offerId, moment)
      }
    return [PlainCell.number(kind), text(subject), PlainCell.moment(moment)]
  }
}

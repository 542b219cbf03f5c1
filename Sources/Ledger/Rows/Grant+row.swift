package import PaywallCatalog
package import Subscribers

extension Grant {
  package static let columns = """
    id, environment, kind, offer, offer_id, product, granted_at, release, experiment, variant,
    redeemed_by, redeemed_at
    """

  package init(row: some LedgerRow) throws {
    let redemption =
      if let transactionId = row.text(10), let date = row.moment(11) {
        Redemption(transactionId: transactionId, purchaseDate: date)
      } else {
        nil as Redemption?
      }
    self.init(
      id: row.int64(0), environment: try AppStoreEnvironment(code: row.int(1)),
      offer: try row.required(3), offerId: try row.required(4), product: try row.required(5),
      kind: try row.known(2, "a grant of an unknown kind"), grantedAt: row.moment(6) ?? .epoch,
      release: try row.required(7),
      experiment: row.text(8), variant: row.text(9), redemption: redemption)
  }
}

/// The holder of a grant.
package enum GrantHolder: Hashable, Sendable {
  case customer(CustomerRow.Number)
  /// A customer who was erased.
  case remnant(RemnantNumber)
  /// Signed on trust, for the name a server sent, as a salted hash. It counts for its day and in no
  /// customer's limit.
  case trusted([UInt8])
  /// Signed on trust, without a name.
  case unnamed
}

/// The number of the remains of an erased customer. Valid in one ledger only.
package typealias RemnantNumber = Int64

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

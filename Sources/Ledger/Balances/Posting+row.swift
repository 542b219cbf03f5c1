import PaywallCatalog
package import Subscribers

extension Posting {
  package static let columns = "currency, amount, cause, id, reason, author, at"

  package init(_ row: some LedgerRow) throws {
    self.init(
      currency: try row.plain(0), amount: row.int64(1),
      cause: try row.known(2, "a posting of an unknown cause"), id: try row.required(3),
      reason: row.text(4), author: row.text(5), at: row.moment(6) ?? .epoch)
  }

  /// In the order of `columns`.
  package func values<Cell: DatabaseCell>(_: Cell.Type) -> [SQLValue] {
    [
      Cell.plain(currency), Cell.number(amount), Cell.plain(cause.rawValue), Cell.text(id),
      Cell.text(reason), Cell.text(author), Cell.moment(at),
    ]
  }
}

import PaywallCatalog
package import Subscribers

extension GivenAccess {
  package static let columns = """
    id, source, entitlement, product, until, reason, giver, given_at, revoked_at, price, currency
    """

  package init(_ row: some LedgerRow) throws {
    let right: Right
    if let name = row.text(2) {
      right = .entitlement(name)
    } else {
      right = .product(try row.required(3))
    }
    var price: Price?
    if let amount = row.int64(optional: 9), let currency = row.text(10) {
      price = Price(milliunits: amount, currency: currency)
    }
    self.init(
      id: try row.required(0), source: try row.known(1, "access of an unknown source"),
      right: right, until: row.moment(4) ?? .epoch, reason: try row.required(5),
      giver: try row.required(6), givenAt: row.moment(7) ?? .epoch, revokedAt: row.moment(8),
      price: price)
  }

  /// In the order of `columns`.
  package func values<Cell: DatabaseCell>(_: Cell.Type) -> [SQLValue] {
    [
      Cell.text(id), Cell.plain(source.rawValue), Cell.text(entitlement), Cell.text(product),
      Cell.moment(until), Cell.text(reason), Cell.text(giver), Cell.moment(givenAt),
      Cell.moment(revokedAt), Cell.number(price?.milliunits), Cell.text(price?.currency),
    ]
  }
}

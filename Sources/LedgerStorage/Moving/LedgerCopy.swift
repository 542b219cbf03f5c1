/// Copies the rows of a ledger into another one, which arrives: page by page in the order of their
/// keys, from where an earlier run came to.
package struct LedgerCopy: Sendable {
  let source: any MovableLedger
  let target: any MovableLedger
  let pageSize: Int
  /// Of each table, in both ledgers.
  let columns: [String: [String]]

  /// Rows of one commit; with signed texts some 10 MB.
  package static let usualPageSize = 10_000

  /// - Throws: `LedgerMoveError.unlike` if one of the two has a column that the other has not.
  package init(
    from source: any MovableLedger, to target: any MovableLedger, pageSize: Int = usualPageSize
  ) throws {
    self.source = source
    self.target = target
    self.pageSize = pageSize
    var columns: [String: [String]] = [:]
    for table in MovedTable.all {
      let (own, others) = try (source.columns(of: table), target.columns(of: table))
      guard own == others else {
        let unlike = Set(own).symmetricDifference(others).sorted()
        throw LedgerMoveError.unlike(table: table.name, columns: unlike)
      }
      columns[table.name] = own
    }
    self.columns = columns
  }

  /// - Parameter tell: how many rows have come.
  package func run(_ tell: (Int) -> Void) throws {
    for table in MovedTable.all {
      var key = try target.arrival()?.keys[table.name] ?? []
      let columns = columns[table.name] ?? []
      while true {
        let page = try source.page(of: table, columns, after: key, limit: pageSize)
        guard !page.rows.isEmpty else { break }
        try target.add(page.rows, to: table, columns, last: page.lastKey)
        key = page.lastKey
        tell(page.rows.count)
      }
      if table.number != nil { try target.setLastNumber(source.lastNumber(of: table), of: table) }
    }
  }
}

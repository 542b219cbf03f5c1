import Ledger

/// Copies the rows of a ledger into another one, which arrives: page by page in the order of their
/// keys, from where an earlier run stopped.
package struct LedgerCopy: Sendable {
  let source: any MovableLedger
  let target: any MovableLedger
  let pageSize: Int

  /// Rows of one commit; with signed texts some 10 MB.
  package static let usualPageSize = 10_000

  /// - Throws: `LedgerMoveError.unlike` if one of the two has other columns than are copied.
  package init(
    from source: any MovableLedger, to target: any MovableLedger, pageSize: Int = usualPageSize
  ) throws {
    self.source = source
    self.target = target
    self.pageSize = pageSize
    for table in TableDescription.all {
      let described = Set(table.columns.map(\.neutralName))
      for ledger in [source, target] {
        let unlike = described.symmetricDifference(try ledger.columns(of: table))
        guard unlike.isEmpty else {
          throw LedgerMoveError.unlike(table: table.neutralName, columns: unlike.sorted())
        }
      }
    }
  }

  /// - Parameter tell: how many rows have come.
  package func run(_ tell: (Int) -> Void) throws {
    for table in TableDescription.all {
      var key = try target.arrival()?.keys[table.neutralName] ?? []
      while true {
        let page = try source.page(of: table, after: key, limit: pageSize)
        guard !page.rows.isEmpty else { break }
        try target.add(page.rows, to: table, last: page.lastKey)
        key = page.lastKey
        tell(page.rows.count)
      }
      if table.number != nil { try target.setLastNumber(source.lastNumber(of: table), of: table) }
    }
  }
}

package import PaywallCatalog

extension FrozenTerms {
  package init(cell row: some LedgerRow, _ column: Int) throws {
    guard let terms = FrozenTerms(text: try row.plain(column)) else {
      throw UnreadableRow("terms of a phase that are no terms")
    }
    self = terms
  }
}

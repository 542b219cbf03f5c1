import PaywallCatalog

extension SightingRow {
  /// A unit, its kind, a customer, when it was seen first, the route, whether it is proved.
  ///
  /// - Parameter contesters: of a contested one.
  package init(
    _ row: some LedgerRow, isContested: Bool = false,
    contestedBy contesters: Set<CustomerRow.Number> = []
  ) throws {
    self.init(
      key: try SightingKey(row), customer: row.int64(2), firstSeen: row.moment(3) ?? .epoch,
      route: try row.known(4, "a sighting of an unknown kind"), isProved: row.flag(5) ?? false,
      isContested: isContested,
      contestedBy: contesters)
  }
}

extension SightingKey {
  /// A unit and its kind.
  package init(_ row: some LedgerRow) throws {
    self.init(try row.required(0), try row.known(1, "a sighting of an unknown kind"))
  }
}

import PaywallCatalog

extension SightingRow {
  /// A unit, its kind, a customer, when it was seen first, the route, whether it is proved.
  ///
  /// - Parameter contesters: of a contested one.
  package init(
    _ row: some LedgerRow, isContested: Bool = false,
    contestedBy contesters: Set<CustomerRow.Number> = []
  ) throws {
    guard let route = Sighting.Route(rawValue: try row.plain(4)) else {
      throw UnreadableRow("a sighting of an unknown kind")
    }
    self.init(
      try SightingKey(row), customer: row.int64(2), firstSeen: row.moment(3) ?? .epoch,
      route: route, isProved: row.flag(5) ?? false, isContested: isContested,
      contestedBy: contesters)
  }
}

extension SightingKey {
  /// A unit and its kind.
  package init(_ row: some LedgerRow) throws {
    guard let kind = IdOrigin(rawValue: try row.plain(1)) else {
      throw UnreadableRow("a sighting of an unknown kind")
    }
    self.init(try row.required(0), kind)
  }
}

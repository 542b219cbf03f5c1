import PaywallCatalog

extension ExposedRow.Known {
  package init(_ row: some LedgerRow) throws {
    guard let kind = Unit(rawValue: try row.plain(7)) else {
      throw UnreadableRow("a unit of an unknown kind")
    }
    let sentAs = row.text(8).flatMap(IdOrigin.init)
    self.init(
      unit: try row.required(0), unitKind: kind,
      origin: kind == .userId
        ? .userId : kind == .anonymousId ? sentAs ?? .anonymousId : sentAs,
      recordedAt: row.moment(9) ?? .epoch)
  }
}

import PaywallCatalog

extension ExposedRow.Known {
  package init(_ row: some LedgerRow) throws {
    let kind: Unit = try row.known(7, "a unit of an unknown kind")
    let sentAs = row.text(8).flatMap(IdOrigin.init)
    self.init(
      unit: try row.required(0), unitKind: kind,
      origin: kind == .userId
        ? .userId : kind == .anonymousId ? sentAs ?? .anonymousId : sentAs,
      recordedAt: row.moment(9) ?? .epoch)
  }
}

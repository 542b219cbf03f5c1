import PaywallCatalog

extension AliasRow {
  package static let columns = "anonymous_id, user_id, voucher, is_contested"

  package init(row: some LedgerRow) throws {
    self.init(
      anonymousId: try row.required(0), user: try row.required(1),
      voucher: try row.known(2, "an alias with an unknown kind of voucher"),
      isContested: row.flag(3) ?? false)
  }
}

extension ConflictEvent {
  package init(row: some LedgerRow) throws {
    let what = "a conflict of an unknown kind"
    self.init(
      cause: try row.known(9, what),
      own: Side(
        experiment: try row.required(0), phase: row.int(1), unit: try row.required(2),
        variant: row.text(3)),
      other: Side(
        experiment: try row.required(4), phase: row.int(5), unit: try row.required(6),
        variant: row.text(7)),
      cameFirst: row.flag(8) ?? false, voucher: try row.known(10, what),
      happenedAt: row.moment(11) ?? .epoch)
  }
}

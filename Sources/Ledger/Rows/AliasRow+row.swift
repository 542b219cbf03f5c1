import PaywallCatalog

extension AliasRow {
  package static let columns = "anonymous_id, user_id, voucher, is_contested"

  package init(row: some LedgerRow) throws {
    guard let voucher = AliasVoucher(rawValue: try row.plain(2)) else {
      throw UnreadableRow("an alias with an unknown kind of voucher")
    }
    self.init(
      anonymousId: try row.required(0), user: try row.required(1), voucher: voucher,
      isContested: row.flag(3) ?? false)
  }
}

extension ConflictEvent {
  package init(row: some LedgerRow) throws {
    guard let cause = Cause(rawValue: try row.plain(9)),
      let voucher = AliasVoucher(rawValue: try row.plain(10))
    else { throw UnreadableRow("a conflict of an unknown kind") }
    self.init(
      cause: cause,
      own: Side(
        experiment: try row.required(0), phase: row.int(1), unit: try row.required(2),
        variant: row.text(3)),
      other: Side(
        experiment: try row.required(4), phase: row.int(5), unit: try row.required(6),
        variant: row.text(7)),
      cameFirst: row.flag(8) ?? false, voucher: voucher, happenedAt: row.moment(11) ?? .epoch)
  }
}

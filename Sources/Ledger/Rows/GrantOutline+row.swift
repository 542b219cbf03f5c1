import PaywallCatalog

extension GrantOutline {
  package init(_ row: some LedgerRow) {
    self.init(
      number: row.int64(0), customer: row.int64(optional: 1), grantedAt: row.moment(2) ?? .epoch,
      isRedeemed: row.moment(3) != nil)
  }
}

extension HistoryFetch {
  package init(_ row: some LedgerRow) {
    self.init(
      revision: row.plain(optional: 0), isWhole: row.flag(1) ?? false, skipped: row.int(2),
      wantedAt: row.moment(3), finishedAt: row.moment(4))
  }
}

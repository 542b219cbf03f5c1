import PaywallCatalog

/// A voucher's statement that an anonymous id is a user's.
package struct AliasRow: Hashable, Sendable {
  package var anonymousId: String
  package var user: String
  package var voucher: AliasVoucher
  /// Another user has claimed the same anonymous id.
  package var isContested = false

  /// Whether the records of the anonymous id are erased with the user. Without a strong voucher
  /// they could be anyone's; those of a contested id could be the other user's.
  package var erasesRecords: Bool {
    voucher == .server || voucher.isStrong && !isContested
  }
}

extension AliasRow {
  package static let columns = "anonymous_id, user_id, voucher, is_contested"

  package init(row: some LedgerRow) throws {
    self.init(
      anonymousId: try row.required(0), user: try row.required(1),
      voucher: try row.known(2, "an alias with an unknown kind of voucher"),
      isContested: row.flag(3) ?? false)
  }
}

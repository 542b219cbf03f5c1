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

package import PaywallSubscribers

/// Two recorded assignments that a request with both ids shows to be one person's, and of which one
/// person may have only one.
package struct CoEnrollment: Hashable, Sendable {
  /// Drawn with the user's id.
  package var user: RecordedAssignment
  /// Drawn with the anonymous id.
  package var anonymous: RecordedAssignment
  /// Who vouches for the ids of the request.
  package var voucher: AliasVoucher

  package init(user: RecordedAssignment, anonymous: RecordedAssignment, voucher: AliasVoucher) {
    self.user = user
    self.anonymous = anonymous
    self.voucher = voucher
  }
}

import HTTPDocuments

// Groups of problems.
extension [Problem.Code] {
  static let ofAttributes: Self = [
    .reservedAttribute, .duplicateAttribute, .tooManyAttributes, .attributeTooLong,
  ]
  static let ofEvidence: Self = [
    .tooManySignedTexts, .notTrusted, .severalCustomers, .severalEnvironments, .namesNobody,
    .renewalInfoWithoutTransaction, .verificationBusy,
  ]
  /// The problems of a customer by name.
  static let ofNames: Self = [.roleRequired, .conflictingAccounts, .ambiguousCustomer]
  static let ofPreviewTokens: Self = [
    .previewInvalid, .previewExpired, .previewUnknown, .previewUnavailable,
  ]
}

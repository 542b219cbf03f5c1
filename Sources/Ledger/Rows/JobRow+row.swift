import PaywallCatalog

extension JobRow {
  /// A holder, until when it holds, and progress.
  package init(_ row: some LedgerRow, named name: String) {
    self.init(
      name: name, holder: row.plain(optional: 0), heldUntil: row.moment(1),
      progress: row.plain(optional: 2))
  }
}

extension SignedAttempt {
  /// A nonce, the id of a key and a time.
  package init(_ row: some LedgerRow) throws {
    self.init(nonce: try row.required(0), keyId: try row.required(1), signedAt: row.moment(2))
  }
}

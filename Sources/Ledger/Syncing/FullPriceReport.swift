package import AppStore
package import PaywallCatalog
package import PaywallSubscribers

/// A purchase at full price although an offer was signed for it, with what shows both.
package struct FullPriceReport: Hashable, Sendable {
  package var environment: AppStoreEnvironment
  package var purchase: FullPricePurchase
  /// When offers were signed under the grant, with which key, and to whom.
  package var attempts: [SignedAttempt]
  /// What Apple signed about the purchase; `nil` if only a notification has it.
  package var text: SignedText?
}

/// The reports of some grants.
package struct FullPricePage: Hashable, Sendable {
  package var reports: [FullPriceReport]
  /// The page after this one begins before this grant; `nil` on the last one.
  package var next: Int64?
}

/// A signature under a grant. The signature itself is not stored; its nonce identifies it.
package struct SignedAttempt: Hashable, Sendable {
  package var nonce: String
  package var keyId: String
  package var signedAt: Timestamp?
}

extension SignedAttempt {
  /// A nonce, the id of a key and a time.
  package init(_ row: some LedgerRow) throws {
    self.init(nonce: try row.required(0), keyId: try row.required(1), signedAt: row.moment(2))
  }
}

package import PaywallCatalog

/// Why a customer asks for a refund, in the App Store's spelling.
package enum ConsumptionRequestReason: String, CaseIterable, Sendable {
  case unintendedPurchase = "UNINTENDED_PURCHASE"
  case fulfillmentIssue = "FULFILLMENT_ISSUE"
  case unsatisfiedWithPurchase = "UNSATISFIED_WITH_PURCHASE"
  case legal = "LEGAL"
  case other = "OTHER"
}

/// The result of extending many renewal dates at once.
package struct ExtensionSummary: Hashable, Sendable {
  package var requestIdentifier: String?
  package var productId: String?
  /// ISO 3166-1 alpha-3; `nil` for all.
  package var storefronts: [String]?
  package var succeededCount: Int64?
  package var failedCount: Int64?
}

/// The seats of a purchase that the App Store took back.
package struct UnclaimedSeats: Hashable, Sendable {
  /// Each is a `seatClaimId`; at least one.
  package var claimIds: [String]
  package var originalTransactionId: String?

  package init(claimIds: [String], originalTransactionId: String?) {
    (self.claimIds, self.originalTransactionId) = (claimIds, originalTransactionId)
  }
}

/// A purchase outside of the App Store, which must be reported to Apple.
package struct ExternalPurchaseToken: Hashable, Sendable {
  package var id: String?
  /// The type in Apple's spelling.
  package var type: String?
  package var creationDate: Timestamp?
  package var expirationDate: Timestamp?
}

package import PaywallCatalog
package import Subscribers

/// The payload of an App Store Server Notification, version 2; the texts inside were verified
/// separately.
package struct Notification: Hashable, Sendable {
  /// The same on every repeat.
  package var uuid: String
  /// The type in Apple's spelling, `DID_RENEW`; unknown types are kept.
  package var type: String
  package var subtype: String?
  package var environment: AppStoreEnvironment
  package var signedDate: Timestamp?
  /// Apple's status of the subscription when this was signed, 1…5.
  package var status: Int?
  package var transaction: Verified<Transaction>?
  package var renewalInfo: Verified<RenewalInfo>?
  package var appTransaction: Verified<AppTransaction>?
  /// The version of the app at the purchase.
  package var bundleVersion: String?
  /// Why the customer asks for a refund.
  package var consumptionRequestReason: OpenEnum<ConsumptionRequestReason>?
  package var extensionSummary: ExtensionSummary?
  package var externalPurchaseToken: ExternalPurchaseToken?
  package var unclaimedSeats: UnclaimedSeats?
  /// The sections that this version does not read, sorted. They are in the signed text.
  package var unknownSections: [String] = []
}

extension Notification {
  /// The copy of a transaction that it carries. A `REFUND` keeps that its revocation is a refund,
  /// because a later copy of it may not say so.
  package var fact: TransactionFact? {
    guard var fact = transaction?.payload.fact else { return nil }
    if type == "REFUND" { fact.refundedAt = fact.revocationDate }
    return fact
  }
}

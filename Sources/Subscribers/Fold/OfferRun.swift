package import PaywallCatalog

/// The periods of one subscription that were bought by redeeming an offer once: a pay-as-you-go
/// offer of three months is three transactions and one run (AppleFacts.md § 5.2).
package struct OfferRun: Hashable, Sendable {
  package var offer: OfferName
  package var product: String
  package var originalTransactionId: String
  /// The first transaction of the run that is known.
  package var transactionId: String
  /// When the first was bought.
  package var start: Timestamp
  /// When the last period ends or was revoked; `nil` if no transaction says so.
  package var end: Timestamp?
  /// It begins with a renewal whose predecessor is unknown: it may be the rest of an earlier run.
  package var isCutOff: Bool
}

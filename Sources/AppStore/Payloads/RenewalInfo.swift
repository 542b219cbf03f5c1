package import Subscribers

/// The payload of a signed renewal info. It has no bundle id: it counts only with a transaction of
/// our app with its `originalTransactionId`.
package struct RenewalInfo: Hashable, Sendable {
  /// `nil` without `originalTransactionId`; such a text is stored as evidence only.
  package var fact: RenewalFact?
  /// The discount of the offer of the next renewal.
  package var offerDiscount: OpenEnum<OfferDiscount>?
  /// The whole length of that offer, an ISO 8601 duration.
  package var offerPeriod: String?
}

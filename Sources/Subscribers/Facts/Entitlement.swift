package import PaywallCatalog
import PaywallTextCoding

/// A right that a customer has, by its name in `products.yaml`.
package struct Entitlement: Hashable, Sendable {
  package var name: String
  /// The product that gives it for the longest time; empty if it was given without one.
  package var product: String
  /// Until when, if nothing renews it; `nil` for ever.
  package var expires: Timestamp?
  /// The renewal could not be charged, and a grace period runs until `expires`.
  package var isInGrace = false
  /// The transaction it depends on, the record of given access, or the claim of a seat; for servers
  /// and administrators only.
  package var transactionId: String
  /// `nil` for a purchase of the customer in the App Store.
  package var source: Source?

  package enum Source: String, CaseIterable, Sendable {
    /// Given access, by its source.
    case manual, stripe, play, other
    /// A seat of another customer's purchase.
    case seat
  }

  /// Whether this one lasts longer; if both end together, the one without grace, then the App Store's,
  /// then the smaller transaction id.
  func outlasts(_ other: Entitlement) -> Bool {
    let ends = [self, other].map { $0.expires?.milliseconds ?? .max }
    if (expires == nil) != (other.expires == nil) { return expires == nil }
    if ends[0] != ends[1] { return ends[0] > ends[1] }
    if isInGrace != other.isInGrace { return !isInGrace }
    if (source == nil) != (other.source == nil) { return source == nil }
    return transactionId.precedes(other.transactionId)
  }
}

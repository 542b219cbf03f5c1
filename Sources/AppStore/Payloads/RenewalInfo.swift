package import Subscribers

/// The payload of a signed renewal info. It has no bundle id: it counts only beside a transaction
/// of ours with its `originalTransactionId`.
package struct RenewalInfo: Hashable, Sendable {
  /// `nil` without `originalTransactionId`; such a text is kept as evidence only.
  package var fact: RenewalFact?

  package init(fact: RenewalFact?) { self.fact = fact }
}

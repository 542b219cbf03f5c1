package import PaywallCatalog

/// How many visitors of a population a change affects, at one moment.
package struct Impact: Hashable, Sendable {
  /// The number of visitors in the population.
  package var visitors: Int
  /// Synthetic visitors: shares of them are no shares of the app's visitors.
  package var isSynthetic: Bool
  /// The number of visitors who are affected at any placement.
  package var affected: Int
  /// Placements with affected visitors, sorted by id.
  package var placements: [AtPlacement]
  /// Cases that no visitor represents.
  package var uncovered: [String]

  package struct AtPlacement: Hashable, Sendable {
    package var placement: String
    package var affected: Int
    package var effects: [Effect]
  }

  /// One kind of change at a placement, and the visitors it affects.
  package struct Effect: Hashable, Sendable {
    package var kind: Kind
    package var visitors: Int
    /// Commands that show the decision for one of them, at most three.
    package var examples: [String]
  }

  /// A difference for a visitor.
  package enum Kind: Hashable, Sendable {
    case paywall(from: Show, to: Show)
    /// The same paywall with its products, or their offers, in another order.
    case order(paywall: String)
    /// The same paywall with other products or offers.
    case products(paywall: String)
    /// The same paywall with other content.
    case content(paywall: String)
    case enters(experiment: String, variant: String)
    case leaves(experiment: String, variant: String)
    case switches(experiment: String, from: String, to: String)
    case gainsOffer(String)
    case losesOffer(String)
    /// The same offer by its key, with another price or length.
    case offerTerms(String)
  }
}

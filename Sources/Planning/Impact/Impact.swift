package import Catalog

/// How many visitors of a population a change reaches, at one moment.
package struct Impact: Hashable, Sendable {
  /// How many were asked about.
  package var visitors: Int
  /// Made for the purpose: shares of them are no shares of the app's visitors.
  package var isSynthetic: Bool
  /// Who is reached at any placement.
  package var affected: Int
  /// Those at which somebody is, by id.
  package var placements: [AtPlacement]
  /// What no visitor stands for.
  package var uncovered: [String]

  package struct AtPlacement: Hashable, Sendable {
    package var placement: String
    package var affected: Int
    package var effects: [Effect]
  }

  /// One kind of change at a placement, and whom it reaches.
  package struct Effect: Hashable, Sendable {
    package var kind: Kind
    package var visitors: Int
    /// Commands that show the decision for one of them, at most three.
    package var examples: [String]
  }

  /// What is different for a visitor.
  package enum Kind: Hashable, Sendable {
    case paywall(from: Show, to: Show)
    /// The same paywall with its products, or their offers, in another order.
    case order(paywall: String)
    /// The same paywall with other products or offers.
    case products(paywall: String)
    /// The same paywall saying something else.
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

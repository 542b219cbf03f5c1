package import PaywallCatalog
package import PaywallSubscribers

/// A visitor id and a customer who are the same person, as a request with both showed. For results
/// only: it links no one, opens nothing, and counts in no limit.
package struct Sighting: Hashable, Sendable {
  /// In the form in which ids are joined (`JoinForm`).
  package var unit: String
  package var kind: IdOrigin
  package var customer: CustomerIdentity
  package var firstSeen: Timestamp
  package var route: Route
  /// The team's server vouched for the id: by a proof of the user id, or by its own key.
  package var isProved = false
  /// The id was seen with another customer, too.
  package var isContested = false
  /// The customer was seen with too many ids: results leave out all its sightings.
  package var isSetAside = false

  /// The kind of request that showed it.
  package enum Route: String, CaseIterable, Sendable {
    case transaction, sign, placement, customer, alias
  }

  /// The most ids of one customer, with those of others that it has put in doubt. One receipt can be
  /// sent with any number of ids, and would join its purchases to all of them.
  package static let mostOfCustomer = 8

  /// The most customers whom an id remembers as putting it in doubt: an id that every device sends
  /// must not cost more with each. Only if all of them turn out to be one person is a doubt lost.
  package static let mostDoubts = 8
}

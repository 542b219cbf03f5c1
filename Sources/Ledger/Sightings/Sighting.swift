package import PaywallCatalog
import PaywallTextCoding
package import Subscribers

/// A visitor id and a customer who are the same person, as a request with both showed. For results
/// only: it links no one, opens nothing, and counts in no limit.
package struct Sighting: Hashable, Sendable {
  /// The id in the form in which ids are joined (`JoinForm`).
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

/// The ids and the verified evidence of one request, which show that this visitor and this customer
/// are the same person.
package struct SightingClaim: Hashable, Sendable {
  package var environment: AppStoreEnvironment
  package var visitor: VisitorIdentity
  /// The owner of the evidence (`Evidence.ownerIdentity`).
  package var customer: CustomerIdentity
  package var route: Sighting.Route
  /// The voucher for the ids: a proof vouches for the user id, a server key for both.
  package var voucher: AliasVoucher

  package init(
    environment: AppStoreEnvironment, visitor: VisitorIdentity, customer: CustomerIdentity,
    route: Sighting.Route, voucher: AliasVoucher
  ) {
    self.environment = environment
    self.visitor = visitor
    self.customer = customer
    self.route = route
    self.voucher = voucher
  }

  /// The ids that were sent, each with its kind. An id that was sent as both is a user's.
  var ids: [(kind: IdOrigin, id: String)] {
    var ids: [(kind: IdOrigin, id: String)] = []
    if let id = visitor.userId { ids.append((.userId, id)) }
    if let id = visitor.anonymousId, visitor.userId.map(UTF8Key.init) != UTF8Key(id) {
      ids.append((.anonymousId, id))
    }
    return ids
  }

  func proves(_ kind: IdOrigin) -> Bool {
    switch kind {
    case .userId: voucher >= .proof
    case .anonymousId: voucher == .server
    }
  }
}

/// The result of one id of a claim.
package enum SightingOutcome: String, CaseIterable, Sendable {
  case new
  /// It was seen with this customer before.
  case already
  /// It was first seen with another customer, and stays that one's.
  case contested
  /// The customer was seen with more than `Sighting.mostOfCustomer` ids, and is set aside.
  case tooMany
  /// The id was sent as an anonymous one and is known as a user's.
  case knownUser
}

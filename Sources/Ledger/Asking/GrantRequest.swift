package import AppStore
package import Catalog
package import Subscribers

/// A place in an offer's limits, asked for one purchase attempt.
package struct GrantRequest: Sendable {
  package var environment: AppStoreEnvironment
  /// `nil` for a signature on trust, which counts for its day and for nobody.
  package var customer: CustomerIdentity?
  /// Kept in the same transaction, so that a grant never stands without its customer. Whose it is
  /// then decides, whatever `customer` says.
  package var evidence: Evidence?
  /// On trust: for whom a server vouches, as a text that names nobody else. Only a hash of it is
  /// kept. `nil` if the server names nobody.
  package var trusted: String?
  package var offer: Offer
  package var product: String
  /// The release of the configuration that decided.
  package var release: String
  /// Recorded with the grant, so that a price that was shown is the price that is signed later.
  package var assignment: RecordedAssignment?
  /// As what the app sent the id of `assignment`.
  package var origin: IdOrigin?
  /// Of the phase of `assignment`, as the configuration that decided has them. If the phase began
  /// with others, the assignment is not recorded.
  package var terms: FrozenTerms?
  package var attempt: Attempt

  /// One signature under a grant. Its nonce is fresh: Apple spends a nonce even on a cancelled
  /// purchase.
  package struct Attempt: Hashable, Sendable {
    /// A UUID in lower case.
    package var nonce: String
    package var keyId: String
    package var caller: Caller
    package var moment: Moment

    /// Who gets the signature; each has a count of its own under a grant.
    package enum Caller: String, CaseIterable, Sendable { case client, server }

    /// With the answer to a placement, or at the tap; each has a count of its own.
    package enum Moment: String, CaseIterable, Sendable { case inPaywall, atPurchase }

    package init(nonce: String, keyId: String, caller: Caller, moment: Moment) {
      self.nonce = nonce
      self.keyId = keyId
      self.caller = caller
      self.moment = moment
    }
  }

  package init(
    environment: AppStoreEnvironment, customer: CustomerIdentity?, evidence: Evidence? = nil,
    trusted: String? = nil, offer: Offer, product: String, release: String,
    assignment: RecordedAssignment? = nil, origin: IdOrigin? = nil, terms: FrozenTerms? = nil,
    attempt: Attempt
  ) {
    self.environment = environment
    self.customer = customer
    self.evidence = evidence
    self.trusted = trusted
    self.offer = offer
    self.product = product
    self.release = release
    self.assignment = assignment
    self.origin = origin
    self.terms = terms
    self.attempt = attempt
  }
}

/// What became of a request for a grant.
package enum GrantOutcome: Hashable, Sendable {
  /// On disk. With `isRetry` an outstanding grant of the same offer and product was taken up again.
  case granted(Grant, isRetry: Bool)
  case refused(LimitRefusal)
  /// The outstanding grant was signed as often as the offer's limit of attempts allows such a
  /// caller at such a moment; nothing was written. It ends when the grant lapses.
  case exhausted(Grant)
  /// Nobody with these ids is known, and no evidence was given.
  case unknownCustomer
}

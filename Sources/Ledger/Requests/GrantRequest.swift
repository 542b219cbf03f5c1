package import AppStore
package import PaywallCatalog
package import Serving
package import Subscribers

/// A request for a place in an offer's limits, for one purchase attempt.
package struct GrantRequest: Sendable {
  package var environment: AppStoreEnvironment
  /// `nil` for a signature on trust, which counts for its day and for no customer.
  package var customer: CustomerIdentity?
  /// Stored in the same transaction, so that every grant has its customer. The owner of the
  /// evidence overrides `customer`.
  package var evidence: Evidence?
  /// The text by which the server identifies the customer, for a signature on trust. Only its hash
  /// is stored. `nil` if the server sends none.
  package var trusted: String?
  package var offer: Offer
  package var product: String
  /// The release of the configuration that decided.
  package var release: String
  /// Recorded with the grant, so that a price that was shown is the price that is signed later.
  package var assignment: RecordedAssignment?
  /// The kind of id that the app sent as the unit of `assignment`.
  package var origin: IdOrigin?
  /// The terms of the phase of `assignment` in the deciding configuration. If the phase began with
  /// other terms, the assignment is not recorded.
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

    /// The receiver of the signature. Attempts are counted separately for each.
    package enum Caller: String, CaseIterable, Sendable { case client, server }

    /// The moment of signing: with the answer to a placement, or at the tap. Attempts are counted
    /// separately for each.
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

/// The result of a request for a grant.
package enum GrantOutcome: Hashable, Sendable {
  /// The grant is on disk. `isRetry`: it is an outstanding grant of the same offer and product,
  /// used again.
  case granted(Grant, isRetry: Bool)
  case refused(LimitRefusal)
  /// The outstanding grant has no attempts left for this caller and moment; nothing was written.
  /// The limit ends when the grant lapses.
  case exhausted(Grant)
  /// No customer with these ids is known, and no evidence was given.
  case unknownCustomer
}

/// A customer's place in an offer's limits. It holds for 24 hours; a verified transaction with the
/// offer redeems it permanently.
package struct Grant: Sendable {
  package var id: Int64
  package var environment: AppStoreEnvironment
  /// The key of the offer in the configuration.
  package var offer: String
  /// App Store Connect's offer identifier.
  package var offerId: String
  package var product: String
  /// Introductory for an offer that may be given again; otherwise promotional.
  package var kind: OfferKind
  package var grantedAt: Timestamp
  /// The release of the configuration that decided.
  package var release: String
  package var experiment: String?
  package var variant: String?
  package var redemption: Redemption?

  /// The verified transaction that used the grant.
  package struct Redemption: Sendable {
    package var transactionId: String
    package var purchaseDate: Timestamp

    package init(transactionId: String, purchaseDate: Timestamp) {
      self.transactionId = transactionId
      self.purchaseDate = purchaseDate
    }
  }

  package init(
    id: Int64, environment: AppStoreEnvironment, offer: String, offerId: String, product: String,
    kind: OfferKind = .promotional, grantedAt: Timestamp, release: String,
    experiment: String? = nil, variant: String? = nil, redemption: Redemption? = nil
  ) {
    self.id = id
    self.environment = environment
    self.offer = offer
    self.offerId = offerId
    self.product = product
    self.kind = kind
    self.grantedAt = grantedAt
    self.release = release
    self.experiment = experiment
    self.variant = variant
    self.redemption = redemption
  }

  /// 24 hours: as long as Apple accepts a signature.
  package static let lifetime: Int64 = 86_400_000

  package var lapsesAt: Timestamp { grantedAt.adding(milliseconds: Self.lifetime) }

  /// Holds a place of the day and of the customer, and has not been used.
  package func isOutstanding(at now: Timestamp) -> Bool { redemption == nil && now < lapsesAt }

  /// Counts in the budget of its day.
  package func countsForItsDay(at now: Timestamp) -> Bool {
    redemption != nil || isOutstanding(at: now)
  }
}

#if Server
extension Grant: Hashable {}
extension Grant.Redemption: Hashable {}
#endif

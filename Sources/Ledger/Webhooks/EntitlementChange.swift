import PaywallCatalog
import Subscribers

/// The reason of a change of a customer's entitlements, from which the id of its event follows.
struct EntitlementChange {
  let basis: EntitlementBasis
  let cause: Cause
  /// The moment, for causes that a purchase may have more than once.
  let moment: Timestamp?
  /// When it happened, by Apple.
  let at: Timestamp

  enum Cause: String {
    /// A purchase, or a renewal.
    case purchase
    /// A refund, or the end of sharing; and the end of either.
    case revocation, revocationReversed
    /// Apple moved the end of the period.
    case period
    /// Renewal info began or ended a grace period.
    case gracePeriod
    /// A newer copy says anything else: an upgrade, another owner.
    case transaction
    case time
    /// Access was given for longer, or revoked.
    case access, accessRevoked
    /// A seat was claimed, or its claim ended.
    case seat, seatEnded
    /// The configuration has other products or entitlements.
    case configuration
  }

  private init(
    _ cause: Cause, _ basis: EntitlementBasis, _ moment: Timestamp?, at: Timestamp
  ) {
    self.cause = cause
    self.basis = basis
    self.moment = moment
    self.at = at
  }

  private init(
    _ cause: Cause, _ transaction: TransactionFact, _ moment: Timestamp?, at: Timestamp
  ) {
    self.init(cause, .transaction(transaction), moment, at: at)
  }

  /// A change by a copy of a transaction.
  ///
  /// - Parameter before: the transaction as it was known; `nil` if it was not.
  init(from before: TransactionFact?, to after: TransactionFact) {
    let signed = after.signedDate
    guard let before else {
      self.init(.purchase, after, nil, at: after.happenedAt)
      return
    }
    switch (before.revocationDate, after.revocationDate) {
    case (nil, let revoked?): self.init(.revocation, after, revoked, at: revoked)
    case (let revoked?, nil): self.init(.revocationReversed, after, revoked, at: signed)
    default:
      if let end = after.expiresDate, before.expiresDate != end {
        self.init(.period, after, end, at: signed)
      } else {
        self.init(.transaction, after, signed, at: signed)
      }
    }
  }

  /// A change by renewal info.
  ///
  /// - Parameter transaction: the newest of its chain.
  init(by renewal: RenewalFact, of transaction: TransactionFact) {
    self.init(
      .gracePeriod, transaction, renewal.gracePeriodExpiresDate ?? renewal.signedDate,
      at: renewal.signedDate)
  }

  static func time(_ moment: EntitlementMoment, at: Timestamp) -> Self {
    Self(.time, moment.basis, at, at: at)
  }

  static func configuration(_ basis: EntitlementBasis, at now: Timestamp) -> Self {
    Self(.configuration, basis, now, at: now)
  }

  /// A change by giving or revoking access, as it is now.
  static func access(_ access: GivenAccess) -> Self {
    let isRevoked = access.revokedAt != nil
    let at = access.revokedAt ?? access.givenAt
    return Self(isRevoked ? .accessRevoked : .access, .access(access), at, at: at)
  }

  /// A change by a claim, as it is now.
  static func seat(_ claim: SeatClaim) -> Self {
    let at = claim.ended?.at ?? claim.claimedAt
    return Self(claim.ended == nil ? .seat : .seatEnded, .seat(claim), at, at: at)
  }

  /// The same change of a purchase, for a member who has a seat of it.
  func through(_ claim: SeatClaim) -> Self {
    Self(cause, .seat(claim), moment ?? at, at: at)
  }
}

extension TransactionFact {
  /// The last moment before the fact. A period that runs may begin where another one ended, and then
  /// nothing ended for the customer.
  func momentBefore(at now: Timestamp) -> Timestamp {
    guard let purchaseDate, let expiresDate, purchaseDate <= now, now < expiresDate else {
      return now
    }
    return purchaseDate.adding(milliseconds: -1)
  }
}

extension WebhookEvent {
  /// - Parameters:
  ///   - before: a JSON list (`EntitlementState.entitlements`).
  ///   - after: as `before`.
  ///   - customer: whose entitlements changed.
  init(
    _ change: EntitlementChange, from before: String, to after: String, of customer: CustomerRow
  ) {
    let type = WebhookEventType.entitlementChanged
    var kind = "\(type.rawValue)/\(change.cause.rawValue)"
    // Facts that come later may show another state of the same moment, and access may be given for
    // longer twice in one.
    if [.time, .access, .accessRevoked].contains(change.cause) { kind += "/\(after)" }
    if case .seat = change.basis { kind += "/seat/\(after)" }
    let (identity, data): (Identity, [Content.Member])
    switch change.basis {
    case .transaction(var fact):
      identity = fact.identity(change.moment)
      // A family member's copy may stand in the chain of another customer.
      fact.appTransactionId = customer.appTransactionId
      data = fact.webhookData
    case .access(let access):
      identity = .access(access.source, access.id, change.moment)
      data = HeldAccess(access, of: customer).webhookData
    case .seat(let claim):
      identity = .seat(claim.id, customer.appTransactionId ?? "", change.moment)
      data = claim.webhookData(of: customer)
    }
    self.init(
      type, identity, as: kind, in: customer.environment, at: change.at,
      data + [.init("cause", .text(change.cause.rawValue))], states: (before, after))
  }
}

package import Catalog
import Subscribers

extension LedgerTables {
  /// Takes a place in the limits of an offer, or takes an outstanding one up again.
  ///
  /// - Throws: what `append` throws for the evidence; `unavailable` for a nonce that was used.
  package mutating func grant(
    _ request: GrantRequest, texts: EvidenceTexts<Text>?, at now: Timestamp
  ) throws -> GrantOutcome {
    if let evidence = request.evidence, let texts {
      _ = try append(evidence, texts: texts, user: nil, at: now)
    }
    guard let identity = request.customer else {
      return try takePlace(for: .nobody, request, at: now)
    }
    let owners = try owner(of: identity, in: request.environment)
    guard let holder = owners.first, let history = try history(of: owners, withRenewals: false)
    else {
      return .unknownCustomer
    }
    let facts = SubscriberFacts(redemptions: history.redemptions, grants: history.grants)
    if let refusal = facts.customerRefusal(of: request.offer, on: request.product, at: now) {
      return .refused(refusal)
    }
    if let held = history.grants.first(where: { $0.isTakenUp(by: request, at: now) }) {
      try sign(held, request, at: now)
      return .granted(held, isRetry: true)
    }
    return try takePlace(for: .customer(holder.number), request, at: now)
  }

  private mutating func takePlace(
    for holder: GrantHolder, _ request: GrantRequest, at now: Timestamp
  ) throws -> GrantOutcome {
    let offer = request.offer
    if let most = offer.limit?.perDay {
      let count = try countOfGrants(
        ofDay: now.startOfDay, offer: offer.key, in: request.environment)
      guard count < most else { return .refused(.dayLimitReached) }
    }
    let new = Grant(
      id: 0, environment: request.environment, offer: offer.key, offerId: offer.id,
      product: request.product, kind: offer.kind, grantedAt: now, release: request.release,
      experiment: request.assignment?.experiment, variant: request.assignment?.variant)
    let grant = try add(new, for: holder)
    try sign(grant, request, at: now)
    return .granted(grant, isRetry: false)
  }

  private mutating func sign(
    _ grant: Grant, _ request: GrantRequest, at now: Timestamp
  ) throws {
    guard try add(request.attempt, to: grant.id, at: now) else {
      throw LedgerFailure.unavailable("the nonce \(request.attempt.nonce) was used before")
    }
    if let assignment = request.assignment {
      try record(
        assignment, from: request.origin, terms: request.terms, in: request.environment, at: now)
    }
  }
}

extension Grant {
  fileprivate func isTakenUp(by request: GrantRequest, at now: Timestamp) -> Bool {
    isOutstanding(at: now) && offer.utf8.elementsEqual(request.offer.key.utf8)
      && product.utf8.elementsEqual(request.product.utf8)
  }
}

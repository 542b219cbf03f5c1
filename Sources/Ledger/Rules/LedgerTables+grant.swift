package import PaywallCatalog
import Subscribers

extension LedgerTables {
  /// Takes a place in the limits of an offer, or uses an outstanding one again. The customer is
  /// determined after the evidence is ingested, and every limit is counted here, in the writing
  /// transaction.
  ///
  /// - Throws: what `append` throws for the evidence; `unavailable` for a nonce that was used.
  package mutating func grant(
    _ request: GrantRequest, texts: EvidenceTexts?, at now: Timestamp
  ) throws -> GrantOutcome {
    let owners: [CustomerRow]
    if let evidence = request.evidence, let texts {
      owners = try append(evidence, texts: texts, user: nil, at: now)
    } else if let identity = request.customer {
      owners = try owner(of: identity, in: request.environment)
    } else {
      return try grantOnTrust(request, at: now)
    }
    guard let holder = owners.first, let history = try limitHistory(of: owners) else {
      return .unknownCustomer
    }
    let facts = SubscriberFacts(redemptions: history.redemptions, grants: history.grants)
    if let refusal = facts.customerRefusal(of: request.offer, on: request.product, at: now) {
      return .refused(refusal)
    }
    return try retry(history.grants, request, at: now)
      ?? takePlace(for: .customer(holder.number), request, at: now)
  }

  /// No customer's limit counts, but a name that is sent again takes no second place.
  private mutating func grantOnTrust(
    _ request: GrantRequest, at now: Timestamp
  ) throws -> GrantOutcome {
    guard let name = request.trusted else { return try takePlace(for: .unnamed, request, at: now) }
    let holder = GrantHolder.trusted(
      try hash(of: "trusted/\(request.environment.rawValue)/\(name)"))
    return try retry(grants(of: holder), request, at: now)
      ?? takePlace(for: holder, request, at: now)
  }

  /// Signs again under an outstanding grant; `nil` if there is none.
  private mutating func retry(
    _ grants: [Grant], _ request: GrantRequest, at now: Timestamp
  ) throws -> GrantOutcome? {
    guard let held = grants.first(where: { $0.isTakenUp(by: request, at: now) }) else { return nil }
    let attempt = request.attempt
    let count = try countOfAttempts(under: held.id, to: attempt.caller, at: attempt.moment)
    guard count < request.offer.attempts.most(to: attempt.caller) else { return .exhausted(held) }
    try sign(held, request, at: now)
    return .granted(held, isRetry: true)
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
    try noteWebhook(grant, for: holder, nonce: request.attempt.nonce, at: now)
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

extension AttemptLimit {
  fileprivate func most(to caller: GrantRequest.Attempt.Caller) -> Int {
    switch caller {
    case .client: client
    case .server: server
    }
  }
}

extension Grant {
  fileprivate func isTakenUp(by request: GrantRequest, at now: Timestamp) -> Bool {
    isOutstanding(at: now) && offer.utf8.elementsEqual(request.offer.key.utf8)
      && product.utf8.elementsEqual(request.product.utf8)
  }
}

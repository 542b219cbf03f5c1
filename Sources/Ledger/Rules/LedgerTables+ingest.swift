import PaywallCatalog
import PaywallTextCoding
import Subscribers

extension LedgerTables {
  /// Ingests a copy of a transaction: assigns the purchase chain to its customer, keeps the newest
  /// copy, and redeems the grants that it used.
  ///
  /// - Parameter isHistory: it comes from an import or a backfill, and is news to no webhook.
  mutating func ingest(
    _ fact: TransactionFact, at now: Timestamp, isHistory: Bool = false
  ) throws -> PurchaseChainRow {
    var chain = try chain(
      of: fact.originalTransactionId, named: fact.appTransactionId, in: fact.environment)
    let held = chain
    let seated = try settleEntitlements(
      of: chain, named: fact.appTransactionId, until: fact.momentBefore(at: now), at: now)
    try assignOwner(of: &chain, by: fact)
    chain.hasPurchases = true
    if chain != held { try update(chain) }

    let newest = try transaction(fact.transactionId, in: chain)
    let merged = newest.map { fact.merged(with: $0) } ?? fact
    let before = fact.isOneTime ? try purchases(in: chain, heldAs: held) : []
    if merged != newest { try put(merged, in: chain) }
    try noteWebhooks(from: newest, to: merged, in: chain, at: now, isHistory: isHistory)
    if merged != newest || chain.owner.number != held.owner.number {
      try noteEntitlements(
        of: chain, heldAs: held, seated, EntitlementChange(from: newest, to: merged), at: now,
        isHistory: isHistory)
    }
    try postCredits(from: newest, to: merged, in: chain, at: now, isHistory: isHistory)
    if fact.isOneTime { try noteChanges(in: chain, since: before) }
    // The token of the newest copy was added with it.
    if let token = fact.appAccountToken, !token.isEmpty,
      newest?.appAccountToken.map(UTF8Key.init) != UTF8Key(token)
    {
      try addToken(token, to: chain)
    }

    try settleGrants(of: chain, heldAs: held, at: now, isHistory: isHistory)
    if fact.offerKind?.known == .promotional || fact.offerKind?.known == .introductory {
      try settleGrants(of: chain.owner, at: now, isHistory: isHistory)
    }
    let hasMoved = chain.owner.number != held.owner.number
    if newest == nil || hasMoved {
      try noteFullPrice(in: chain, only: hasMoved ? nil : fact, at: now, isHistory: isHistory)
    }
    return chain
  }

  /// Ingests a copy of renewal info, by the same rules.
  ///
  /// - Parameter known: its purchase chain, if it was just read.
  mutating func ingest(
    _ fact: RenewalFact, known: PurchaseChainRow? = nil, at now: Timestamp,
    isHistory: Bool = false
  ) throws -> PurchaseChainRow {
    var chain =
      if let known, known.isChain(of: fact.originalTransactionId, in: fact.environment) {
        known
      } else {
        try chain(
          of: fact.originalTransactionId, named: fact.appTransactionId, in: fact.environment)
      }
    let held = chain
    let seated = try settleEntitlements(
      of: chain, named: fact.appTransactionId, until: now, at: now)
    try assignOwner(of: &chain, by: fact)
    if chain != held { try update(chain) }

    let newest = try renewal(of: chain)
    let isNews = newest.map { fact.supersedes($0) } ?? true
    if isNews { try put(fact, in: chain) }
    // Renewal info changes entitlements only by the grace period.
    let hasGrace = isNews && (newest?.gracePeriodExpiresDate ?? fact.gracePeriodExpiresDate) != nil
    if hasGrace || chain.owner.number != held.owner.number {
      try noteEntitlements(
        of: chain, heldAs: held, seated, by: fact, at: now, isHistory: isHistory)
    }

    try settleGrants(of: chain, heldAs: held, at: now, isHistory: isHistory)
    return chain
  }

  /// The customer with this id, added if there is none.
  mutating func customer(
    named appTransactionId: String, in environment: AppStoreEnvironment
  ) throws -> CustomerRow {
    try customer(appTransactionId: appTransactionId, in: environment)
      ?? addCustomer(appTransactionId: appTransactionId, in: environment)
  }

  /// The purchase chain, added if it is new: for the customer with this id, or a provisional one.
  private mutating func chain(
    of originalTransactionId: String, named appTransactionId: String?,
    in environment: AppStoreEnvironment
  ) throws -> PurchaseChainRow {
    if let chain = try chain(originalTransactionId: originalTransactionId, in: environment) {
      return chain
    }
    let name = appTransactionId.flatMap { $0.isEmpty ? nil : $0 }
    let owner =
      if let name {
        try customer(named: name, in: environment)
      } else {
        try addCustomer(appTransactionId: nil, in: environment)
      }
    return try addChain(
      originalTransactionId: originalTransactionId, in: environment, owner: owner)
  }

  /// The purchases that the customer of a chain had so far; none if the chain is new or another's.
  private func purchases(
    in chain: PurchaseChainRow, heldAs held: PurchaseChainRow
  ) throws -> [OneTimePurchase] {
    guard held.hasPurchases, chain.owner.number == held.owner.number else { return [] }
    return try purchases(in: chain).oneTime
  }

  /// Settles grants after a purchase chain moved to another customer, or showed that two are one
  /// person.
  private mutating func settleGrants(
    of chain: PurchaseChainRow, heldAs held: PurchaseChainRow, at now: Timestamp, isHistory: Bool
  ) throws {
    guard
      chain.owner.number != held.owner.number
        || chain.owner.appleAccount != held.owner.appleAccount
    else { return }
    // Customers between whom a purchase chain moves are of one account, and settled together.
    try settleGrants(of: chain.owner, at: now, isHistory: isHistory)
  }

  /// Writes which grants of a customer are redeemed, according to all transactions of its account.
  private mutating func settleGrants(
    of owner: CustomerRow, at now: Timestamp, isHistory: Bool
  ) throws {
    let others = try othersOfAccount(of: owner)
    guard try ([owner] + others).contains(where: { try !grants(of: $0).isEmpty }),
      let history = try limitHistory(of: [owner])
    else { return }
    for settlement in history.settlements(receivedAt: now) {
      try redeem(
        settlement.grant.id, by: settlement.grant.redemption, isLate: settlement.isLate)
      try noteWebhook(settlement, in: history, at: now, isHistory: isHistory)
    }
  }
}

extension PurchaseChainRow {
  fileprivate func isChain(
    of originalTransactionId: String, in environment: AppStoreEnvironment
  ) -> Bool {
    self.environment == environment
      && self.originalTransactionId.utf8.elementsEqual(originalTransactionId.utf8)
  }
}

import AppStore
package import PaywallCatalog
import PaywallTextCoding
import Subscribers

extension LedgerTables {
  /// Stores an answer about one customer. A page of a history counts only if the last page that was
  /// stored is the one before it: so none is stored twice, whichever process fetched it.
  package mutating func store(
    _ fetched: FetchedFacts, texts: EvidenceTexts, at now: Timestamp
  ) throws -> FetchOutcome {
    var before = try fetch(before: fetched)
    if fetched.cursor?.isAnew == true { before = HistoryFetch(wantedAt: before.wantedAt) }
    if let cursor = fetched.cursor, before.revision != cursor.after { return .outOfStep(before) }
    var counts = FetchCounts()
    var found: [CustomerRow] = []
    // Transactions without the members that a fact needs: what they were is not known.
    var unread = 0
    for (transaction, text) in zip(fetched.transactions, texts.transactions) {
      guard let fact = transaction.payload.fact else {
        unread += 1
        continue
      }
      guard try !isOfErased(fact) else {
        counts.erased += 1
        continue
      }
      let isKnown = try isKnown(fact)
      let chain = try ingest(fact, at: now, isHistory: fetched.isHistory)
      try keep(text, about: .chain(chain.number), at: now)
      found.removeAll { $0.number == chain.owner.number }
      found.append(chain.owner)
      if isKnown { counts.known += 1 } else { counts.new += 1 }
    }
    for (renewal, text) in zip(fetched.renewals, texts.renewals) {
      guard let fact = renewal.payload.fact,
        try chain(
          originalTransactionId: fact.originalTransactionId, in: fact.environment)?.hasPurchases
          == true
      else {
        counts.unrelated += 1
        continue
      }
      let chain = try ingest(fact, at: now, isHistory: fetched.isHistory)
      try keep(text, about: .chain(chain.number), at: now)
    }
    if let cursor = fetched.cursor {
      let owners = try self.owners(of: fetched, among: found)
      before.skipped += unread + fetched.refused
      try advance(owners, from: before, to: cursor, fetched, &counts, at: now)
    }
    return .stored(counts)
  }

  private func fetch(before fetched: FetchedFacts) throws -> HistoryFetch {
    for owner in try asked(by: fetched) {
      if let fetch = try historyFetch(of: owner.number) { return fetch }
    }
    return HistoryFetch()
  }

  /// Returns the owners of a page of a history: the customer who was asked for, whatever else it
  /// holds. Purchases whose customer Apple has not named belong to a customer who has no name
  /// either.
  private func owners(
    of fetched: FetchedFacts, among found: [CustomerRow]
  ) throws -> [CustomerRow] {
    let asked = try asked(by: fetched)
    guard !asked.isEmpty, asked.allSatisfy({ $0.appTransactionId == nil }) else { return asked }
    let numbers = Set(asked.map(\.number))
    return asked + found.filter { $0.appTransactionId == nil && !numbers.contains($0.number) }
  }

  /// The customer of the id that was asked for. If the ledger knows the id by no purchase, the one of
  /// all transactions of the page.
  private func asked(by fetched: FetchedFacts) throws -> [CustomerRow] {
    let named = try owners(ofAny: fetched.id, in: fetched.environment)
    guard named.isEmpty else { return named }
    let facts = fetched.transactions.compactMap(\.payload.fact)
    let own = facts.first { $0.transactionId.utf8.elementsEqual(fetched.id.utf8) }
    var owners: [CustomerRow] = []
    for fact in own.map({ [$0] }) ?? facts {
      for owner in try self.owners(of: fact)
      where !owners.contains(where: { $0.number == owner.number }) {
        owners.append(owner)
      }
    }
    return owners.count == 1 ? owners : []
  }

  private func owners(of fact: TransactionFact) throws -> [CustomerRow] {
    let chain = try owners(ofAny: fact.originalTransactionId, in: fact.environment)
    guard chain.isEmpty, let name = fact.appTransactionId else { return chain }
    return try owners(ofAny: name, in: fact.environment)
  }

  private func isKnown(_ fact: TransactionFact) throws -> Bool {
    guard
      let chain = try chain(
        originalTransactionId: fact.originalTransactionId, in: fact.environment)
    else { return false }
    return try transaction(fact.transactionId, in: chain) != nil
  }

  private mutating func advance(
    _ owners: [CustomerRow], from before: HistoryFetch, to cursor: FetchedFacts.Cursor,
    _ fetched: FetchedFacts, _ counts: inout FetchCounts, at now: Timestamp
  ) throws {
    var fetch = before
    fetch.revision = cursor.revision ?? before.revision
    fetch.isWhole = !cursor.hasMore
    fetch.skipped += counts.erased
    if !cursor.hasMore {
      fetch.finishedAt = now
      fetch.wantedAt = nil
    }
    counts.hasCustomer = !owners.isEmpty
    counts.isComplete = !cursor.hasMore && fetch.skipped == 0 && !owners.isEmpty
    let signed = fetched.transactions.compactMap(\.payload.fact?.signedDate)
    // Apple's clock signed the page after it was asked for.
    let moment = max(cursor.askedAt, signed.max() ?? cursor.askedAt)
    for owner in owners {
      try put(fetch, of: owner.number)
      guard counts.isComplete, var row = try customer(owner.number),
        row.completeAt.map({ $0 < moment }) ?? true
      else { continue }
      row.completeAt = moment
      try update(row)
    }
  }

  /// Whether a person of these ids was erased at a moment or after it.
  func wasErased(
    _ ids: [ErasedId], in environment: AppStoreEnvironment, since moment: Timestamp
  ) throws -> Bool {
    guard try hasRemnants() else { return false }
    return try ids.contains { id in
      guard let erased = try erasedAt(hash: hash(of: id, in: environment)) else { return false }
      return moment <= erased
    }
  }

  /// A notification that was signed before its person was erased.
  func isOfErased(_ notification: Notification) throws -> Bool {
    try wasErased(
      notification.erasedIds, in: notification.environment,
      since: notification.signedDate ?? Timestamp(milliseconds: .min))
  }

  /// A purchase from before the erasure of its person. An answer of Apple's server is signed when it
  /// is asked for, so its date of signing says nothing.
  func isOfErased(_ fact: TransactionFact) throws -> Bool {
    try wasErased(
      fact.erasedIds, in: fact.environment,
      since: fact.boughtAt ?? Timestamp(milliseconds: .min))
  }
}

extension Notification {
  fileprivate var erasedIds: [ErasedId] {
    var ids = transaction?.payload.fact?.erasedIds ?? []
    if let renewal = renewalInfo?.payload.fact {
      ids += ErasedId.all(renewal.appTransactionId, [renewal.originalTransactionId])
    }
    if let app = appTransaction?.payload.appTransactionId { ids.append(.appTransactionId(app)) }
    return ids
  }
}

extension TransactionFact {
  fileprivate var erasedIds: [ErasedId] { ErasedId.all(appTransactionId, [originalTransactionId]) }
}

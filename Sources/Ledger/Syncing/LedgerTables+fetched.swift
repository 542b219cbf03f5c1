import AppStore
package import PaywallCatalog
import PaywallSubscribers

extension LedgerTables {
  /// Stores an answer about one customer. A page of a history counts only if the last page that was
  /// stored is the one before it: so none is stored twice, whichever process fetched it.
  package mutating func store(
    _ fetched: FetchedFacts, texts: FetchedTexts<Text>, at now: Timestamp
  ) throws -> FetchOutcome {
    var before = try fetch(before: fetched)
    if fetched.cursor?.isAnew == true { before = HistoryFetch(wantedAt: before.wantedAt) }
    if let cursor = fetched.cursor, before.revision != cursor.after { return .outOfStep(before) }
    var counts = FetchCounts()
    var owners: [CustomerRow] = []
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
      let chain = try ingest(fact, at: now)
      try keep(text, about: .chain(chain.number), at: now)
      owners.removeAll { $0.number == chain.owner.number }
      owners.append(chain.owner)
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
      let chain = try ingest(fact, at: now)
      try keep(text, about: .chain(chain.number), at: now)
    }
    if let cursor = fetched.cursor {
      // A transaction of the page may have given the customer of the id another name.
      if owners.isEmpty { owners = try self.owners(ofAny: fetched.id, in: fetched.environment) }
      before.skipped += unread
      try advance(owners, from: before, to: cursor, fetched, &counts, at: now)
    }
    return .stored(counts)
  }

  private func fetch(before fetched: FetchedFacts) throws -> HistoryFetch {
    var owners = try owners(ofAny: fetched.id, in: fetched.environment)
    if owners.isEmpty, let fact = fetched.transactions.lazy.compactMap(\.payload.fact).first {
      owners = try self.owners(ofAny: fact.originalTransactionId, in: fetched.environment)
      if owners.isEmpty, let name = fact.appTransactionId {
        owners = try self.owners(ofAny: name, in: fetched.environment)
      }
    }
    for owner in owners {
      if let fetch = try historyFetch(of: owner.number) { return fetch }
    }
    return HistoryFetch()
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
}

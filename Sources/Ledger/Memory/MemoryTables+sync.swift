import PaywallCatalog
import PaywallSubscribers
import PaywallTextCoding

extension MemoryTables {
  func job(_ name: String) -> JobRow? { jobs[name] }

  mutating func put(_ job: JobRow) { jobs[job.name] = job }

  func historyFetch(of customer: CustomerRow.Number) -> HistoryFetch? { historyFetches[customer] }

  mutating func put(_ fetch: HistoryFetch, of customer: CustomerRow.Number) {
    historyFetches[customer] = fetch
  }

  func wantedHistories(
    limit: Int, at now: Timestamp
  ) -> [(customer: CustomerRow.Number, fetch: HistoryFetch)] {
    let wanted = historyFetches.compactMap { number, fetch in
      fetch.wantedAt.flatMap { $0 <= now ? (at: $0, customer: number, fetch: fetch) : nil }
    }
    return wanted.sorted { ($0.at, $0.customer) < ($1.at, $1.customer) }.prefix(max(0, limit))
      .map { (customer: $0.customer, fetch: $0.fetch) }
  }

  func isNoted(notification uuid: String) -> Bool { notifications.contains(UTF8Key(uuid)) }

  func erasedAt(hash: [UInt8]) -> Timestamp? { erasures[hash] }

  mutating func put(erasedAt moment: Timestamp, hash: [UInt8]) {
    erasures[hash] = max(erasures[hash] ?? moment, moment)
  }

  func grants(before number: Int64, limit: Int) -> [GrantOutline] {
    let older = grants.filter { $0.grant.id < number }.sorted { $0.grant.id > $1.grant.id }
    return older.prefix(limit).map(GrantOutline.init)
  }

  func grantOutline(_ number: Int64) -> GrantOutline? {
    grants.first { $0.grant.id == number }.map(GrantOutline.init)
  }

  /// Without the moments, which a ledger in memory does not keep.
  func attempts(of grant: Int64) -> [SignedAttempt] {
    (grants.first { $0.grant.id == grant }?.attempts ?? []).map {
      SignedAttempt(nonce: $0.nonce, keyId: $0.keyId, signedAt: nil)
    }
  }
}

extension GrantOutline {
  fileprivate init(_ held: MemoryTables.HeldGrant) {
    let customer: CustomerRow.Number? =
      if case .customer(let number) = held.holder { number } else { nil }
    self.init(
      number: held.grant.id, customer: customer, grantedAt: held.grant.grantedAt,
      isRedeemed: held.grant.redemption != nil)
  }
}

extension MemoryTables {
  func entries(ofChain chain: PurchaseChainRow.Number) -> [LedgerEntry] {
    texts.filter { $0.subject == .chain(chain) }.map(LedgerEntry.init)
  }
}

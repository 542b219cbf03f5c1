package import AppStore
import PaywallCatalog
import PaywallTextCoding
import Subscribers

extension Ledger {
  /// Reads at once who the customer of a piece of evidence is, and whether the evidence is stored.
  /// Writes nothing. The owner is found as by `append`: the newest signed copy names the owner of a
  /// purchase.
  ///
  /// - Throws: `severalCustomers` as `append` would.
  package func known(of evidence: Evidence) async throws(LedgerFailure) -> KnownCustomer {
    let texts = EvidenceTexts(evidence)
    return try await read(
      .lookUp, ahead: { AheadRequest.of(evidence, texts, isWhole: true) }
    ) { tables in
      let owners = try tables.owners(presenting: evidence)
      let history =
        try tables.history(of: owners)
        ?? tables.erasedHistory(of: evidence.identity, in: evidence.environment)
      return KnownCustomer(history: history, hasAllTexts: try tables.hasAll(texts))
    }
  }
}

extension LedgerTables {
  fileprivate func hasAll(_ texts: EvidenceTexts) throws -> Bool {
    for text in texts.transactions + texts.renewals where try !has(text) { return false }
    return try texts.appTransaction.map { try has($0) } ?? true
  }

  fileprivate func owners(presenting evidence: Evidence) throws -> [CustomerRow] {
    var names: Set<UTF8Key> = []
    var provisional: [CustomerRow] = []
    let identity = evidence.ownerIdentity
    if let name = identity.appTransactionId { names.insert(UTF8Key(name)) }
    let facts = evidence.transactions.compactMap(\.payload.fact)
    for id in identity.originalTransactionIds.sorted() {
      let newest = facts.filter {
        $0.appTransactionId?.isEmpty == false && UTF8Key($0.originalTransactionId) == UTF8Key(id)
      }.max { $0.signedDate < $1.signedDate }
      let chain = try chain(originalTransactionId: id, in: evidence.environment)
      if let chain, let current = chain.owner.appTransactionId {
        let named = newest.flatMap { fact in
          fact.appTransactionId.map { (name: $0, signed: fact.signedDate) }
        }
        let isNewer =
          try named.map {
            try chain.isReassigned(to: $0.name, signed: $0.signed) || isMembersOnly(chain)
          } ?? false
        names.insert(UTF8Key(isNewer ? named?.name ?? current : current))
      } else {
        if let chain, chain.hasPurchases { provisional.append(chain.owner) }
        if let name = newest?.appTransactionId { names.insert(UTF8Key(name)) }
      }
    }
    guard names.count <= 1 else { throw LedgerFailure.severalCustomers }
    let named = try names.first.flatMap {
      try customer(appTransactionId: $0.text, in: evidence.environment)
    }
    return (named.map { [$0] } ?? []) + provisional.sorted { $0.number < $1.number }
  }
}

extension PurchaseChainRow {
  /// Whether a copy that names a customer replaces the present owner. If two ids were signed in the
  /// same millisecond, the greater wins, so that the order of arrival does not matter.
  func isReassigned(to name: String, signed: Timestamp) -> Bool {
    guard let current = owner.appTransactionId, let decidedAt else { return true }
    return signed == decidedAt
      ? current.utf8.lexicographicallyPrecedes(name.utf8) : signed > decidedAt
  }
}

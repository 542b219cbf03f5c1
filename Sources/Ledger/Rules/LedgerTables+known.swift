package import AppStore
import Catalog
import Subscribers
import TextCoding

extension LedgerTables {
  /// What is known of the customer whom evidence is about, without keeping it. Whose it is is decided
  /// as `append` would: the newest signed copy names the owner of a purchase.
  ///
  /// - Throws: `severalCustomers`.
  package func known(
    of evidence: Evidence, texts: EvidenceTexts<Text>
  ) throws -> KnownCustomer {
    let owners = try owners(presenting: evidence)
    let history =
      try history(of: owners) ?? erasedHistory(of: evidence.identity, in: evidence.environment)
    return KnownCustomer(history: history, hasAllTexts: try hasAll(texts))
  }

  private func hasAll(_ texts: EvidenceTexts<Text>) throws -> Bool {
    for text in texts.transactions + texts.renewals where try !has(text) { return false }
    return try texts.appTransaction.map { try has($0) } ?? true
  }

  private func owners(presenting evidence: Evidence) throws -> [CustomerRow] {
    var names: Set<UTF8Key> = []
    var provisional: [CustomerRow] = []
    if let name = evidence.appTransaction?.payload.appTransactionId { names.insert(UTF8Key(name)) }
    let facts = evidence.transactions.compactMap(\.payload.fact)
    for id in evidence.identity.originalTransactionIds.sorted() {
      let newest = facts.filter {
        $0.appTransactionId?.isEmpty == false && UTF8Key($0.originalTransactionId) == UTF8Key(id)
      }.max { $0.signedDate < $1.signedDate }
      let line = try line(originalTransactionId: id, in: evidence.environment)
      if let line, let current = line.owner.appTransactionId {
        let named = newest.flatMap { fact in
          fact.appTransactionId.map { (name: $0, signed: fact.signedDate) }
        }
        let isNewer = named.map { line.isGiven(to: $0.name, signed: $0.signed) } ?? false
        names.insert(UTF8Key(isNewer ? named?.name ?? current : current))
      } else {
        if let line, line.hasPurchases { provisional.append(line.owner) }
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

extension LineRow {
  /// Whether a copy that names a customer decides against the present owner. Of two ids signed in one
  /// millisecond the greater decides, so that the order of arrival does not.
  func isGiven(to name: String, signed: Timestamp) -> Bool {
    guard let current = owner.appTransactionId, let decidedAt else { return true }
    return signed == decidedAt
      ? current.utf8.lexicographicallyPrecedes(name.utf8) : signed > decidedAt
  }
}

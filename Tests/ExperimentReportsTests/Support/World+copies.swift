import Subscribers

extension World {
  /// Returns the ids under which Apple reports a purchase: its own, that of a restore, or both.
  mutating func transactionIds(of fact: TransactionFact, isNew: Bool) -> [String] {
    let (own, copy) = (fact.transactionId, fact.transactionId + "-restored")
    // Added seats have no copies.
    guard var copier, fact.additionalReason == nil else { return [own] }
    defer { self.copier = copier }
    let both = copier.chance(50) ? [own, copy] : [copy, own]
    guard !isNew else { return copier.chance(50) ? both : [own] }
    return copier.chance(30) ? both : [copier.chance(50) ? own : copy]
  }
}

import Catalog

extension TransactionFact {
  /// Whether this copy holds and the other does not: the one signed later. Apple's clock ticks in
  /// milliseconds; of two copies signed in one, the one that takes more away holds, so that the
  /// answer does not depend on which came first.
  package func supersedes(_ other: TransactionFact) -> Bool {
    guard signedDate == other.signedDate else { return signedDate > other.signedDate }
    return severity.lexicographicallyPrecedes(other.severity) == false && severity != other.severity
  }

  private var severity: [Int64] {
    [
      revocationDate?.milliseconds ?? .min, isUpgraded ? 1 : 0, Int64(revocationPercentage ?? 0),
      -(expiresDate?.milliseconds ?? 0), Int64(hashOrder),
    ]
  }

  private var hashOrder: Int { appTransactionId == nil ? 0 : 1 }
}

extension RenewalFact {
  /// Whether this copy holds and the other does not, by the same rule.
  package func supersedes(_ other: RenewalFact) -> Bool {
    signedDate > other.signedDate
  }
}

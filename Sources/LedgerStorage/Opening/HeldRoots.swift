import Ledger

/// The root certificates under which a ledger's facts were verified.
package struct HeldRoots: Sendable {
  /// SHA-256 of each, separated by blanks; `nil` for a ledger that stores none: a new one, one of an
  /// older version, and one without facts.
  package var text: String?
  package var hasFacts: Bool

  package init(text: String?, hasFacts: Bool) {
    self.text = text
    self.hasFacts = hasFacts
  }

  /// Compares them with those that are trusted now; none are for callers that need no check.
  ///
  /// - Returns: whether the ledger could adopt these.
  package func admits(_ trusted: [String], named name: String) throws(LedgerOpenError) -> Bool {
    guard !trusted.isEmpty, text != trusted.joined(separator: " ") else { return false }
    guard text == nil || !hasFacts else { throw differ(from: trusted, named: name) }
    return true
  }

  fileprivate func differ(from trusted: [String], named name: String) -> LedgerOpenError {
    .otherRoots(
      name: name, filled: text?.split(separator: " ").map(String.init) ?? [], trusted: trusted)
  }
}

extension SQLTables {
  package func heldRoots() throws -> HeldRoots {
    try first("SELECT roots, EXISTS (SELECT 1 FROM facts) FROM ledger") {
      HeldRoots(text: $0.plain(optional: 0), hasFacts: $0.flag(1) ?? false)
    } ?? HeldRoots(text: nil, hasFacts: false)
  }

  /// Stores trusted roots. Several may open a ledger for the first time at once: only one may.
  ///
  /// - Parameter held: those before, which admit these.
  /// - Returns: whether the ledger has facts already and adopts these roots only now.
  package func adopt(
    roots trusted: [String], after held: HeldRoots, named name: String
  ) throws -> Bool {
    let isAdopted = try writes(
      """
      UPDATE ledger SET roots = ?1
      WHERE roots IS NULL OR roots = ?1 OR NOT EXISTS (SELECT 1 FROM facts)
      """, .text(trusted.joined(separator: " ")))
    guard isAdopted else { throw try heldRoots().differ(from: trusted, named: name) }
    return held.text == nil && held.hasFacts
  }
}

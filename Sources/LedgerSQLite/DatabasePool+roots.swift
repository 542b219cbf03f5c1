import GRDB

extension DatabasePool {
  /// Compares the trusted root certificates with those under which the ledger's facts were
  /// verified. A ledger that stores none adopts these: a new one, one of an older version, and one
  /// without facts.
  ///
  /// - Returns: whether it has facts already and adopts these roots only now.
  func require(_ trusted: [String], adopting: Bool, at path: String) throws -> Bool {
    guard !trusted.isEmpty else { return false }
    let text = trusted.joined(separator: " ")
    let held = try read { try $0.heldRoots() }
    guard held.roots != text else { return false }
    guard held.roots == nil || !held.hasFacts else {
      throw LedgerOpenError.otherRoots(
        path: path, filled: Self.digests(held.roots), trusted: trusted)
    }
    guard adopting else { return false }
    // Two processes may open it for the first time at once: only one may adopt its roots.
    return try write { database in
      let held = try database.heldRoots()
      guard held.roots == nil || !held.hasFacts || held.roots == text else {
        throw LedgerOpenError.otherRoots(
          path: path, filled: Self.digests(held.roots), trusted: trusted)
      }
      try database.execute(sql: "UPDATE ledger SET roots = ?", arguments: [text])
      return held.roots == nil && held.hasFacts
    }
  }

  private static func digests(_ roots: String?) -> [String] {
    roots.map { $0.split(separator: " ").map(String.init) } ?? []
  }
}

extension Database {
  /// The stored roots, and whether facts were verified under them.
  fileprivate func heldRoots() throws -> (roots: String?, hasFacts: Bool) {
    (
      try String.fetchOne(self, sql: "SELECT roots FROM ledger WHERE roots IS NOT NULL"),
      try Bool.fetchOne(self, sql: "SELECT EXISTS (SELECT 1 FROM facts)") ?? false
    )
  }
}

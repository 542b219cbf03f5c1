import GRDB

extension DatabasePool {
  /// Compares the root certificates that are trusted with those that the ledger was filled under. A
  /// ledger that remembers none takes these: a new one, and one of an older version, of which nobody
  /// knows any more. So does one without facts, which binds to nothing yet.
  ///
  /// - Returns: whether it has facts already and takes these roots only now.
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
    // Of two processes that open it for the first time, one is the first.
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
  /// The roots that the ledger remembers, and whether anything was verified under them.
  fileprivate func heldRoots() throws -> (roots: String?, hasFacts: Bool) {
    (
      try String.fetchOne(self, sql: "SELECT roots FROM ledger WHERE roots IS NOT NULL"),
      try Bool.fetchOne(self, sql: "SELECT EXISTS (SELECT 1 FROM facts)") ?? false
    )
  }
}

import GRDB

extension DatabasePool {
  /// Compares the root certificates that are trusted with those that the ledger was filled under. A
  /// ledger that remembers none takes these: a new one, and one of an older version, of which nobody
  /// knows any more.
  ///
  /// - Returns: whether it has facts already and takes these roots only now.
  func require(_ trusted: [String], at path: String) throws -> Bool {
    guard !trusted.isEmpty else { return false }
    let text = trusted.joined(separator: " ")
    var remembered = try read { try $0.remembered() }
    var hasAdopted = false
    if remembered == nil {
      // Of two processes that open it for the first time, one is the first.
      (remembered, hasAdopted) = try write { database in
        if let other = try database.remembered() { return (other, false) }
        try database.execute(sql: "UPDATE ledger SET roots = ?", arguments: [text])
        let hasFacts = try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM facts)")
        return (text, hasFacts ?? false)
      }
    }
    guard let remembered, remembered == text else {
      let filled = remembered.map { $0.split(separator: " ").map(String.init) } ?? []
      throw LedgerOpenError.otherRoots(path: path, filled: filled, trusted: trusted)
    }
    return hasAdopted
  }
}

extension Database {
  fileprivate func remembered() throws -> String? {
    try String.fetchOne(self, sql: "SELECT roots FROM ledger WHERE roots IS NOT NULL")
  }
}

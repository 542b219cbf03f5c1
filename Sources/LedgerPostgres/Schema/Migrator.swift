import CLibPQ
import Crypto
import Ledger
import LedgerStorage

/// Creates and migrates the tables of a ledger.
struct Migrator {
  let session: Session
  let schema: String
  let name: String

  init(_ session: Session, of address: PostgresAddress) {
    self.session = session
    schema = address.schema
    name = address.name
  }

  /// The state that a ledger's tables record.
  struct Found {
    var version: Int
    var salt: [UInt8]
    var roots: HeldRoots
  }

  /// - Parameter isCreating: makes a new ledger if there is none, and migrates an older one.
  func prepare(isCreating: Bool, salt: [UInt8]? = nil) throws -> Found {
    try requireServer()
    if let found = try found() {
      guard found.version <= Schema.version else { throw LedgerOpenError.newer(name: name) }
      if found.version == Schema.version { return found }
      guard isCreating else { throw LedgerOpenError.older(name: name) }
    } else {
      guard isCreating else { throw LedgerOpenError.missing(name: name) }
    }
    try session.run("BEGIN")
    // If several nodes start at once, one migrates, and the others find it done.
    try session.run("SELECT pg_advisory_xact_lock(?)", [.integer(Schema.migrationLock)])
    let version = try found()?.version ?? 0
    guard version <= Schema.version else { throw LedgerOpenError.newer(name: name) }
    if version == 0 {
      try session.run("CREATE SCHEMA IF NOT EXISTS \(schema)")
      try session.run("SET search_path TO \(schema)")
    }
    for statements in Schema.versions.dropFirst(version) {
      for statement in Self.statements(of: statements) { try session.runOnce(statement) }
    }
    if version == 0 {
      let salt = salt ?? (unsafe SymmetricKey(size: .bits256).withUnsafeBytes { unsafe Array($0) })
      try session.run(
        "INSERT INTO ledger (id, version, salt) VALUES (1, ?, ?)",
        [.integer(Int64(Schema.version)), .bytes(salt)])
    } else {
      if version < Schema.versionWithPurchases { try readBillingEvents() }
      try session.run("UPDATE ledger SET version = ?", [.integer(Int64(Schema.version))])
    }
    try session.run("COMMIT")
    try session.finish()
    guard let found = try found() else { throw LedgerOpenError.missing(name: name) }
    return found
  }

  /// PostgreSQL before 14 has no pipeline mode.
  func requireServer() throws {
    guard session.serverVersion < 14 else { return }
    throw LedgerOpenError.oldServer(name: name, version: session.serverVersion)
  }

  private func readBillingEvents() throws {
    var tables = PostgresTables(alone: session)
    let chains = try session.all(PostgresTables.chainsWithCopies(by: "chain")) { $0.int64(0) }
    try tables.readBillingEvents(inChains: chains)
  }

  /// `nil` if there is no ledger.
  func version() throws -> Int? { try found()?.version }

  /// `nil` if there is no ledger.
  private func found() throws -> Found? {
    // Not `to_regclass`, whose cache does not know what another node has just made.
    let isThere = try session.all(
      "SELECT 1 FROM pg_tables WHERE schemaname = ? AND tablename = 'ledger'", [.text(schema)]
    ) { _ in true }
    guard !isThere.isEmpty else { return nil }
    return try session.all(
      """
      SELECT version, salt, roots, EXISTS (SELECT 1 FROM \(schema).facts) FROM \(schema).ledger
      """
    ) { row in
      guard case .bytes(let salt) = row[1] else { throw UnreadableRow("a ledger without salt") }
      return Found(
        version: row.int(0), salt: salt,
        roots: HeldRoots(text: row.text(2), hasFacts: row.flag(3) ?? false))
    }.first
  }

  /// Single statements: only those can be prepared. Bodies of functions stand between `$$`.
  static func statements(of script: String) -> [String] {
    var statements: [String] = []
    var current = ""
    var isInBody = false
    for line in script.split(separator: "\n") {
      current += line + "\n"
      if line.split(separator: "$$", omittingEmptySubsequences: false).count.isMultiple(of: 2) {
        isInBody.toggle()
      }
      if !isInBody, line.hasSuffix(";") {
        statements.append(current)
        current = ""
      }
    }
    return statements
  }
}

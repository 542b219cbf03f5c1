import Ledger
package import LedgerStorage
import PaywallCatalog

extension PostgresLedger {
  /// How a ledger is opened.
  package struct Options: Sendable {
    /// Creates a new ledger if there is none, and migrates an older one.
    package var isCreating = true
    /// Queued calls beyond this number are refused as `unavailable`.
    package var queueLimit = 2048
    /// The number of connections that write.
    package var writers = 4
    /// The number of connections that read; `nil` for the number in the address.
    package var readers: Int?
    /// SHA-256 of the trusted root certificates, sorted: a ledger whose facts were verified under
    /// others is refused, and a new one stores these. Empty for callers that add no facts.
    package var roots: [String] = []
    package var adoption = Adoption.always
    /// The salt of a new ledger that takes over the hashes of another one; drawn if there is none.
    package var salt: [UInt8]?

    /// Whether a ledger without stored roots adopts these.
    package enum Adoption: Sendable { case always, ifEmpty, never }

    package init() {}
  }

  /// The values that were read when a ledger was opened.
  struct Opened {
    var cache: AssignmentCache
    var hasAdoptedRoots: Bool
    var changesSince: String
    var changeEpoch: String
    var movedTo: String?
  }

  /// Connects, creates the tables, and migrates those of an older version.
  package static func open(
    _ address: PostgresAddress, options: Options = Options()
  ) throws(LedgerOpenError) -> PostgresLedger {
    let opener = SessionOpener(address: address)
    do {
      let session = try opener.open(timeout: 600_000)
      try requireOwnConnection(of: session, opener, at: address.name)
      let migrator = Migrator(session, of: address)
      try migrator.requireServer()
      try requireNoMove(of: session, address, options)
      let found = try migrator.prepare(isCreating: options.isCreating, salt: options.salt)
      let hasAdoptedRoots = try require(options, found.roots, at: address.name, in: session)
      // The seed depends on the schema, because a copy of a ledger has its salt.
      let seed = (found.salt + Array(address.schema.utf8)).reduce(0xCBF2_9CE4_8422_2325) {
        ($0 ^ UInt64($1)) &* 0x100_0000_01B3
      }
      let cache = AssignmentCache(validity: ChangePoller.validity)
      let context = LedgerContext(
        opener: opener, known: PermanentRows(), salt: found.salt, seed: seed,
        node: Int64.random(in: 0...Int64.max)
      ) { cache.invalidate(ChangedIds($0)) }
      // This must come before the units are read: later commits are among the changes after it.
      let (since, epoch) = try ChangePoller.begin(in: session)
      try context.known.readUnits(context.tables(in: session))
      let opened = Opened(
        cache: cache, hasAdoptedRoots: hasAdoptedRoots, changesSince: since,
        changeEpoch: epoch, movedTo: try PostgresTables(alone: session).departure()?.target)
      return PostgresLedger(context, options, opened)
    } catch let error as PostgresError where error.isOfSharedConnection {
      throw .transactionPooling(name: address.name)
    } catch {
      throw LedgerOpenError(error, at: address.name)
    }
  }

  /// Describes the state of a database in words; changes nothing.
  ///
  /// - Throws: what `open` would.
  package static func state(of address: PostgresAddress) throws(LedgerOpenError) -> String {
    do {
      let session = try SessionOpener(address: address).open(timeout: 10_000)
      let migrator = Migrator(session, of: address)
      guard let version = try migrator.version() else { return "will be made at the first start" }
      guard version <= Schema.version else { throw LedgerOpenError.newer(name: address.name) }
      return "a database of version \(version) that can be reached"
    } catch {
      throw LedgerOpenError(error, at: address.name)
    }
  }

  /// - Returns: whether it has facts already and adopts the trusted roots only now.
  private static func require(
    _ options: Options, _ held: HeldRoots, at name: String, in session: Session
  ) throws -> Bool {
    guard try held.admits(options.roots, named: name) else { return false }
    switch options.adoption {
    case .always: break
    case .ifEmpty: guard !held.hasFacts else { return false }
    case .never: return false
    }
    return try PostgresTables(alone: session)
      .adopt(roots: options.roots, after: held, named: name)
  }

  /// Refuses a pooler in transaction mode. Prepared statements, `search_path` and time-outs belong to a
  /// connection, and there the next transaction may have another one.
  ///
  /// A pooler tells its own number for the process that answers. If there is one, a second session
  /// holds a transaction: in session mode the first one still has the process that it had, and the
  /// second has another.
  static func requireOwnConnection(
    of session: Session, _ opener: SessionOpener, at name: String
  ) throws {
    let first = try session.backend()
    guard first != session.announcedBackend else { return }
    let other = try opener.open(timeout: 10_000)
    try other.run("BEGIN")
    let second = try other.backend()
    let again = try session.backend()
    try other.run("ROLLBACK")
    try other.finish()
    guard second != first, again == first else {
      throw LedgerOpenError.transactionPooling(name: name)
    }
  }

  /// Creates the tables of a ledger or migrates them, as their owner, and lets a role serve it.
  ///
  /// - Returns: the version of the tables.
  package static func prepare(
    _ address: PostgresAddress, servedBy role: String?
  ) throws(LedgerOpenError) -> Int {
    do {
      let session = try SessionOpener(address: address).open(timeout: 600_000)
      let found = try Migrator(session, of: address).prepare(isCreating: true)
      for statement in role.map({ Privileges.statements(schema: address.schema, role: $0) }) ?? [] {
        try session.runOnce(statement)
      }
      return found.version
    } catch {
      throw LedgerOpenError(error, at: address.name)
    }
  }
}

/// The rights of a role that serves a ledger: it reads and writes rows. Tables, functions and
/// triggers stay their owner's, so that a server that was taken over cannot take a rule out of the
/// database.
package enum Privileges {
  /// The statements that the owner of a schema runs for a role. They may be run again.
  package static func statements(schema: String, role: String) -> [String] {
    let role = "\"" + role.replacing("\"", with: "\"\"") + "\""
    let (rows, numbers) = ("SELECT, INSERT, UPDATE, DELETE", "USAGE, SELECT")
    return [
      "GRANT USAGE ON SCHEMA \(schema) TO \(role)",
      "GRANT \(rows) ON ALL TABLES IN SCHEMA \(schema) TO \(role)",
      "GRANT \(numbers) ON ALL SEQUENCES IN SCHEMA \(schema) TO \(role)",
      // For the tables of later versions, which the same owner adds.
      "ALTER DEFAULT PRIVILEGES IN SCHEMA \(schema) GRANT \(rows) ON TABLES TO \(role)",
      "ALTER DEFAULT PRIVILEGES IN SCHEMA \(schema) GRANT \(numbers) ON SEQUENCES TO \(role)",
    ]
  }
}

extension LedgerOpenError {
  /// The error itself, or why the database cannot be reached.
  init(_ error: any Error, at name: String) {
    self = error as? LedgerOpenError ?? .unreachable(name: name, reason: "\(error)")
  }
}

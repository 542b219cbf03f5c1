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
    /// Of a new ledger that takes over the hashes of another one; drawn if there is none.
    package var salt: [UInt8]?

    /// Whether a ledger without stored roots adopts these.
    package enum Adoption: Sendable { case always, ifEmpty, never }

    package init() {}
  }

  /// What was read when a ledger was opened.
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
      // Of this schema: a copy of a ledger has its salt.
      let seed = (found.salt + Array(address.schema.utf8)).reduce(0xCBF2_9CE4_8422_2325) {
        ($0 ^ UInt64($1)) &* 0x100_0000_01B3
      }
      let cache = AssignmentCache(validity: ChangePoller.validity)
      let context = LedgerContext(
        opener: opener, known: PermanentRows(), salt: found.salt, seed: seed,
        node: Int64.random(in: 0...Int64.max)
      ) { cache.invalidate(ChangedIds($0)) }
      // Before the units are read: what is committed meanwhile is among the changes after it.
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

  /// What a database has, in words; changes nothing.
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
}

import Foundation
import GRDB
import Ledger
package import LedgerStorage

extension SQLiteLedger {
  /// How a file is opened.
  package struct Options: Sendable {
    /// Creates a new ledger if there is no file.
    package var isCreating = true
    /// True for a server. Refuses a read-only file: SQLite would keep it read-only while it is
    /// open, and would create the files beside it as read-only.
    package var isWriting = false
    /// How long a writer waits for another writing process, in seconds.
    package var busyTimeout = 5.0
    /// Queued writes beyond this number are refused as `unavailable`.
    package var queueLimit = 2048
    /// The number of concurrent readers; each caches up to `cache` of the file.
    package var readers = 4
    /// The page cache of one connection, in KiB.
    package var cache = 4096
    /// SHA-256 of the trusted root certificates, sorted: a ledger whose facts were verified under
    /// others is refused, and a new one stores these. Empty for callers that add no facts and need
    /// no check.
    package var roots: [String] = []
    /// Whether a ledger without stored roots adopts these: only for callers that add facts, so that
    /// reading an older file with the wrong root does not bind it.
    package var adoptsRoots = true
    /// The salt of an export that is restored: an empty ledger takes it over, and no other process
    /// may have the file open.
    package var restoredSalt: String?
    /// Opens a ledger that is being moved, which is refused otherwise.
    var isMoving = false

    package init() {}
  }

  /// Opens a file, creates its tables, and migrates those of an older version.
  package static func open(
    path: String, options: Options = Options()
  ) throws(LedgerOpenError) -> SQLiteLedger {
    let exists = FileManager.default.fileExists(atPath: path)
    guard exists || options.isCreating else { throw .missing(name: path) }
    guard !exists || !options.isWriting || FileManager.default.isWritableFile(atPath: path) else {
      throw .unusable(name: path, reason: "it may only be read")
    }
    do {
      if !exists {
        // Purchases are private; SQLite gives the files beside it the same permissions.
        _ = FileManager.default.createFile(
          atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
      }
      // Before SQLite reads it.
      let lock = options.isWriting ? try FileLock(path) : nil
      if exists {
        if lock == nil { try FileLock.check(path) }
        try requireLedger(at: path, options)
        // A server that has it open would not know the records that come into it.
        if options.restoredSalt != nil, try isOpenElsewhere(path) {
          throw LedgerOpenError.inUse(name: path)
        }
      }
      let pool = try DatabasePool(path: path, configuration: configuration(options))
      // The pool leaves its writer at NORMAL, with which a power failure can lose commits.
      try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
      try pool.requireNoMove(at: path, options)
      try migrator.migrate(pool)
      if let salt = options.restoredSalt { try pool.adopt(salt: salt) }
      let isBeingRestored = try pool.isBeingRestored()
      // A server begins to use it as it is.
      if isBeingRestored, options.isWriting { try pool.endRestoration() }
      let hasAdoptedRoots = try requireRoots(options, of: pool, at: path)
      let known = PermanentRows()
      let salt = try pool.read { database in
        try known.readUnits(SQLiteTables(database: database))
        return try Data.fetchOne(database, sql: "SELECT salt FROM ledger")
      }
      guard let salt else {
        throw LedgerOpenError.damaged(name: path, reason: "the table of its salt is empty")
      }
      return SQLiteLedger(
        pool: pool, lock: lock, known: known, salt: salt, options: options,
        hasAdoptedRoots: hasAdoptedRoots, isBeingRestored: isBeingRestored,
        movedTo: try pool.read { try SQLiteTables(database: $0).departure()?.target })
    } catch {
      throw LedgerOpenError(error, path: path)
    }
  }

  /// - Returns: whether it has facts already and adopts the trusted roots only now.
  private static func requireRoots(
    _ options: Options, of pool: DatabasePool, at path: String
  ) throws -> Bool {
    let held = try pool.read { try SQLiteTables(database: $0).heldRoots() }
    guard try held.admits(options.roots, named: path), options.adoptsRoots else { return false }
    return try pool.write {
      try SQLiteTables(database: $0).adopt(roots: options.roots, after: held, named: path)
    }
  }

  /// Checks a file before anything in it is changed.
  ///
  /// - Returns: the file, to read it.
  @discardableResult
  static func requireLedger(at path: String, _ options: Options) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(options.busyTimeout)
    let file = try DatabaseQueue(path: path, configuration: configuration)
    try file.read { database in
      let id = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
      let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
      guard id == FileSchema.applicationId || (id == 0 && tables == 0) else {
        throw LedgerOpenError.notALedger(name: path, reason: "it is another program's database")
      }
      guard try !migrator.hasBeenSuperseded(database) else {
        throw LedgerOpenError.newer(name: path)
      }
    }
    return file
  }

  /// Whether another process has a file open, if there is one.
  static func isInUse(_ path: String) throws(LedgerOpenError) -> Bool {
    guard FileManager.default.fileExists(atPath: path) else { return false }
    try FileLock.check(path)
    do {
      return try isOpenElsewhere(path)
    } catch {
      throw LedgerOpenError(error, path: path)
    }
  }

  private static func isOpenElsewhere(_ path: String) throws -> Bool {
    var configuration = Configuration()
    configuration.busyMode = .immediateError
    let file = try DatabaseQueue(path: path, configuration: configuration)
    do {
      try file.writeWithoutTransaction { database in
        try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; ROLLBACK")
      }
      return false
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      return true
    }
  }

  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    for (version, schema) in zip(1..., FileSchema.versions) {
      migrator.registerMigration("\(version)") { database in
        if version == 1 {
          try database.execute(sql: "PRAGMA application_id = \(FileSchema.applicationId)")
        }
        try database.execute(sql: schema)
        switch version {
        case 10: try database.execute(sql: FileSchema.refundsBeforeVersion10)
        case 20: try Self.readBillingEvents(database)
        default: break
        }
      }
    }
    return migrator
  }

  private static func readBillingEvents(_ database: Database) throws {
    var tables = SQLiteTables(database: database)
    try tables.readBillingEvents(
      inChains: try Int64.fetchAll(database, sql: SQLiteTables.chainsWithCopies(by: "line")))
  }

  static func configuration(_ options: Options) -> Configuration {
    var configuration = Configuration()
    configuration.label = "ledger"
    configuration.busyMode = .timeout(options.busyTimeout)
    configuration.maximumReaderCount = options.readers
    // A transaction that cannot be rolled back must not end the process.
    configuration.allowsUnsafeTransactions = true
    configuration.prepareDatabase { database in
      // Erased data is overwritten (sqlite.org/pragma.html#pragma_secure_delete).
      try database.execute(
        sql: """
          PRAGMA secure_delete = ON;
          PRAGMA cache_size = -\(options.cache);
          PRAGMA temp_store = MEMORY;
          PRAGMA journal_size_limit = 67108864;
          PRAGMA trusted_schema = OFF;
          """)
    }
    return configuration
  }
}

extension LedgerOpenError {
  init(_ error: any Error, path: String) {
    guard let error = error as? DatabaseError else {
      self = error as? LedgerOpenError ?? .damaged(name: path, reason: "\(error)")
      return
    }
    let reason = error.message ?? "\(error.extendedResultCode)"
    switch error.resultCode {
    case .SQLITE_NOTADB: self = .notALedger(name: path, reason: "it is no SQLite database")
    case .SQLITE_CORRUPT: self = .damaged(name: path, reason: reason)
    case .SQLITE_ERROR: self = .damaged(name: path, reason: reason)
    default: self = .unusable(name: path, reason: reason)
    }
  }
}

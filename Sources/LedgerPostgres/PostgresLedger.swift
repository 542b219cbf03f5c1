package import Ledger
import LedgerStorage
package import PaywallCatalog

/// A ledger on PostgreSQL, for any number of servers.
///
/// Each call that writes is one transaction at READ COMMITTED; what its rules rest on it reads under
/// locks (`LockName`). Reads see one state each.
package final class PostgresLedger: Ledger {
  let writer: WriterPool
  let reader: ReaderPool
  /// The readers for long reads.
  let reports: ReaderPool
  let poller: ChangePoller
  /// The round trips of the connections that write and read.
  let roundTrips: RoundTrips
  private let units: UnitFilter
  package let assignmentCache: AssignmentCache
  package let conflictCounter = ConflictCounter()
  /// The key of the digests of servers' secrets.
  let salt: [UInt8]

  /// Whether it has facts from before root certificates were stored.
  package let hasAdoptedRoots: Bool
  /// The ledger in whose favour this one became read-only.
  package let movedTo: String?

  init(_ context: LedgerContext, _ options: Options, _ opened: Opened) {
    roundTrips = context.opener.roundTrips
    units = context.known.units
    assignmentCache = opened.cache
    hasAdoptedRoots = opened.hasAdoptedRoots
    movedTo = opened.movedTo
    salt = context.salt
    writer = WriterPool(
      context: context, threads: options.writers, queueLimit: options.queueLimit)
    reader = ReaderPool(
      context: context, threads: options.readers ?? context.opener.address.readers,
      queueLimit: options.queueLimit, timeout: 10_000)
    reports = ReaderPool(
      context: context, threads: 2, queueLimit: options.queueLimit, timeout: 600_000,
      groupLimit: 1)
    poller = ChangePoller(
      context: context, cache: assignmentCache, since: opened.changesSince,
      epoch: opened.changeEpoch)
  }

  package func mayHaveAssignments(
    of unit: String, in environment: AppStoreEnvironment
  ) -> Bool {
    // Records of other nodes are unknown while these cannot be asked.
    !poller.isCurrent || units.mayContain(unit, in: environment)
  }

  package func cachedAssignments(
    of visitor: VisitorIdentity, in environment: AppStoreEnvironment
  ) -> [RecordedAssignment]? {
    assignmentCache.assignments(
      for: AssignmentCache.Key(visitor, in: environment), at: .now)
  }

  package func check() async throws(LedgerFailure) {
    // A server that is only a standby refuses it.
    try await writer.write {
      try $0.run("UPDATE ledger SET checked_at = extract(epoch FROM clock_timestamp()) * 1000")
    }
  }

  package func close() async {
    poller.close()
    writer.close()
    for pool in [reader, reports] { pool.close() }
    // A report takes minutes, and its caller has gone.
    reports.cancel()
    // Queued work is still done.
    await writer.waitForEnd()
    for pool in [reader, reports] { await pool.waitForEnd() }
  }

  package func write<Output: Sendable>(
    _ needs: WriteNeeds, _ body: @escaping @Sendable (inout any StoredTables) throws -> Output
  ) async throws(LedgerFailure) -> Output {
    let (output, conflicts) = try await writer.write(
      needs.names(), alone: needs.isErasure, ahead: needs.ahead()
    ) { tables in
      // Left over from another call.
      tables.reads.newConflicts = []
      var stored: any StoredTables = tables
      let output = try body(&stored)
      return (output, tables.newConflicts)
    }
    conflictCounter.add(conflicts)
    return output
  }

  package func read<Output: Sendable>(
    _ kind: ReadKind, ahead: @escaping @Sendable () -> [AheadRequest],
    _ body: @escaping @Sendable (any StoredTables) throws -> Output
  ) async throws(LedgerFailure) -> Output {
    guard kind.isLong else { return try await reader.read(ahead: ahead()) { try body($0) } }
    return try await readTables { try body($0) }
  }

  /// Runs a long read on a connection of its own.
  func readTables<Output: Sendable>(
    _ body: @escaping @Sendable (PostgresTables) throws -> Output
  ) async throws(LedgerFailure) -> Output {
    try await reports.read(body)
  }
}

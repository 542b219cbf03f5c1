package import AppStore
package import Ledger
package import LedgerStorage
package import PaywallCatalog
package import PaywallSubscribers
import PaywallTextCoding

/// A ledger on PostgreSQL, for any number of servers.
///
/// Each call that writes is one transaction at READ COMMITTED; what its rules rest on it reads under
/// locks (`LockName`). Reads see one state each.
package final class PostgresLedger: StoredLedger {
  let writer: WriterPool
  let reader: ReaderPool
  /// For long reads.
  let reports: ReaderPool
  let poller: ChangePoller
  /// Of the connections that write and read.
  let roundTrips: RoundTrips
  let units: UnitFilter
  let assignmentCache: AssignmentCache
  package let conflictCounter = ConflictCounter()
  /// The key of the digests of servers' secrets.
  let salt: [UInt8]

  /// Whether it has facts from before root certificates were stored.
  package let hasAdoptedRoots: Bool
  /// The ledger in whose favour this one became read-only.
  package let movedTo: String?

  init(_ context: LedgerContext, _ options: Options, _ opened: Opened) {
    roundTrips = context.opener.roundTrips
    units = opened.units
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
      context: context, units: units, cache: assignmentCache, since: opened.changesSince,
      epoch: opened.changeEpoch)
  }

  package func append(
    _ notification: Verified<AppStore.Notification>, at now: Timestamp
  ) async throws(LedgerFailure) -> Appended {
    let text = StoredText(NewText(notification))
    let payload = notification.payload
    return try await writer.write(LockName.names(of: payload), ahead: AheadRequest.of(payload)) {
      try $0.append(payload, text: text, at: now)
    }
  }

  package func append(
    _ evidence: Evidence, user: String?, at now: Timestamp
  ) async throws(LedgerFailure) -> CustomerHistory {
    let texts = EvidenceTexts(evidence, prepare: PostgresTables.prepared)
    let names =
      LockName.names(of: evidence) + (user.map { [.id($0, evidence.environment)] } ?? [])
    let ahead = AheadRequest.of(evidence, texts, isWhole: true)
    return try await writer.write(names, ahead: ahead) { tables in
      let owners = try tables.append(evidence, texts: texts, user: user, at: now)
      return try tables.history(of: owners) ?? evidence.history
    }
  }

  package func known(of evidence: Evidence) async throws(LedgerFailure) -> KnownCustomer {
    let texts = EvidenceTexts(evidence, prepare: PostgresTables.prepared)
    let ahead = AheadRequest.of(evidence, texts, isWhole: true)
    return try await reader.read(ahead: ahead) { try $0.known(of: evidence, texts: texts) }
  }

  package func histories(
    of name: CustomerName, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [CustomerHistory] {
    try await reader.read(ahead: AheadRequest.of(name, in: environment)) {
      try $0.histories(of: name, in: environment)
    }
  }

  package func link(
    _ user: String, to name: CustomerName, in environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(LedgerFailure) -> Bool {
    let names = LockName.names(of: name, environment) + [.id(user, environment)]
    return try await writer.write(names) { try $0.link(user, to: name, in: environment, at: now) }
  }

  package func grant(
    _ requests: [GrantRequest], at now: Timestamp
  ) async throws(LedgerFailure) -> [GrantOutcome] {
    let prepared = requests.map { request in
      (request, request.evidence.map { EvidenceTexts($0, prepare: PostgresTables.prepared) })
    }
    let names = requests.flatMap { LockName.names(of: $0, at: now) }
    let ahead = prepared.flatMap { AheadRequest.of($0.0, $0.1, at: now) }
    return try await writeCounting(names, ahead: ahead) { [units] tables in
      let outcomes = try prepared.map { try tables.grant($0.0, texts: $0.1, at: now) }
      for (request, _) in prepared {
        guard let unit = request.assignment?.unit else { continue }
        try units.insert(findersBy: [unit], in: request.environment, tables)
      }
      return outcomes
    }
  }

  package func record(
    _ exposures: [Exposure], in environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(LedgerFailure) -> [ExposureOutcome] {
    let names = exposures.map { LockName.id($0.assignment.unit, environment) }
    return try await writeCounting(names) { [units] tables in
      let outcomes = try tables.record(exposures, in: environment, at: now)
      // A record that was here before was found before.
      let ids = zip(exposures, outcomes).compactMap { exposure, outcome in
        let unit = exposure.assignment.unit
        let isOld = outcome == .repeated || outcome == .already
        return isOld && units.mayContain(unit, in: environment) ? nil : UTF8Key(unit)
      }
      try units.insert(findersBy: Set(ids).map(\.text), in: environment, tables)
      return outcomes
    }
  }

  package func alias(
    _ anonymousId: String, to user: String, vouchedBy voucher: AliasVoucher,
    in environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(LedgerFailure) -> AliasOutcome {
    let names = [LockName.id(anonymousId, environment), .id(user, environment)]
    return try await writeCounting(names) { [units] tables in
      let outcome = try tables.alias(
        anonymousId, to: user, vouchedBy: voucher, in: environment, at: now)
      try units.insert(findersBy: [anonymousId], in: environment, tables)
      return outcome
    }
  }

  package func mayHaveAssignments(
    of unit: String, in environment: AppStoreEnvironment
  ) -> Bool {
    // What other nodes have recorded is not known while they cannot be asked.
    !poller.isCurrent || units.mayContain(unit, in: environment)
  }

  package func forget(
    _ name: CustomerName, in environment: AppStoreEnvironment, at now: Timestamp,
    leaving values: (any PersonMetrics)?
  ) async throws(LedgerFailure) -> Int {
    // It reaches other customers, users and devices, so no other transaction writes beside it.
    try await writer.write(alone: true) {
      try $0.forget(name, in: environment, at: now, leaving: values)
    }
  }

  package func confirmHistory(
    of name: CustomerName, in environment: AppStoreEnvironment, fetchedAt moment: Timestamp
  ) async throws(LedgerFailure) {
    try await writer.write(LockName.names(of: name, environment)) {
      try $0.confirmHistory(of: name, in: environment, fetchedAt: moment)
    }
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
    // What is queued is still done.
    await writer.waitForEnd()
    for pool in [reader, reports] { await pool.waitForEnd() }
  }

  package func answer<Output: Sendable>(
    _ body: @escaping @Sendable (any StoredTables) throws -> Output
  ) async throws(LedgerFailure) -> Output {
    try await reader.read { try body($0) }
  }

  package func read<Output: Sendable>(
    _ body: @escaping @Sendable (any StoredTables) throws -> Output
  ) async throws(LedgerFailure) -> Output {
    try await readTables { try body($0) }
  }

  /// Runs a long read on a connection of its own.
  func readTables<Output: Sendable>(
    _ body: @escaping @Sendable (PostgresTables) throws -> Output
  ) async throws(LedgerFailure) -> Output {
    try await reports.read(body)
  }
}

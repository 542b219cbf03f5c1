package import AppStore
package import Ledger
import LedgerStorage
package import PaywallCatalog
package import PaywallSubscribers
import PaywallTextCoding

/// A ledger on PostgreSQL, for any number of servers.
///
/// Each call that writes is one transaction at READ COMMITTED; what its rules rest on it reads under
/// locks (`LockName`). Reads see one state each.
package final class PostgresLedger: Ledger {
  let writer: WriterPool
  let reader: ReaderPool
  /// For long reads.
  let reports: ReaderPool
  let poller: ChangePoller
  let units: UnitFilter
  let assignmentCache: AssignmentCache
  let conflictCounter = ConflictCounter()
  /// The key of the digests of servers' secrets.
  let salt: [UInt8]

  /// Whether it has facts from before root certificates were stored.
  package let hasAdoptedRoots: Bool

  init(_ context: LedgerContext, _ options: Options, _ opened: Opened) {
    units = opened.units
    assignmentCache = opened.cache
    hasAdoptedRoots = opened.hasAdoptedRoots
    salt = context.salt
    writer = WriterPool(
      context: context, threads: options.writers, queueLimit: options.queueLimit)
    reader = ReaderPool(
      context: context, threads: options.readers, queueLimit: options.queueLimit, timeout: 10_000)
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
    return try await writer.write(LockName.names(of: payload)) {
      try $0.append(payload, text: text, at: now)
    }
  }

  package func append(
    _ evidence: Evidence, user: String?, at now: Timestamp
  ) async throws(LedgerFailure) -> CustomerHistory {
    let texts = EvidenceTexts(evidence, prepare: PostgresTables.prepared)
    let names =
      LockName.names(of: evidence) + (user.map { [.id($0, evidence.environment)] } ?? [])
    return try await writer.write(names) { tables in
      let owners = try tables.append(evidence, texts: texts, user: user, at: now)
      return try tables.history(of: owners) ?? evidence.history
    }
  }

  package func histories(
    of name: CustomerName, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [CustomerHistory] {
    try await reader.read { try $0.histories(of: name, in: environment) }
  }

  package func known(of evidence: Evidence) async throws(LedgerFailure) -> KnownCustomer {
    let texts = EvidenceTexts(evidence, prepare: PostgresTables.prepared)
    return try await reader.read { try $0.known(of: evidence, texts: texts) }
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
    return try await writeCounting(names) { [units] tables in
      let outcomes = try prepared.map { try tables.grant($0.0, texts: $0.1, at: now) }
      for (request, _) in prepared {
        guard let unit = request.assignment?.unit else { continue }
        try units.insert(findersBy: [unit], in: request.environment, tables)
      }
      return outcomes
    }
  }

  package func dayCounts(
    of offers: [String], in environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(LedgerFailure) -> [String: Int] {
    try await reader.read { try $0.dayCounts(of: offers, in: environment, at: now) }
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

  package func hasAlias(
    _ id: String, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> Bool {
    try await reader.read { try $0.hasAlias(id, in: environment) }
  }

  package func frozenTerms() async throws(LedgerFailure) -> [PhaseTerms] {
    try await read { try $0.frozenTerms().sorted() }
  }

  package func exposureCounts(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [ExposureCounts] {
    try await read {
      try $0.exposureCounts(of: experiment, phase: phase, in: environment).sorted()
    }
  }

  package func forget(
    _ name: CustomerName, in environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(LedgerFailure) -> Int {
    // It reaches other customers, users and devices, so no other transaction writes beside it.
    try await writer.write(alone: true) { try $0.forget(name, in: environment, at: now) }
  }

  package func confirmHistory(
    of name: CustomerName, in environment: AppStoreEnvironment, fetchedAt moment: Timestamp
  ) async throws(LedgerFailure) {
    try await writer.write(LockName.names(of: name, environment)) {
      try $0.confirmHistory(of: name, in: environment, fetchedAt: moment)
    }
  }

  package func entries(
    after number: Int64, limit: Int
  ) async throws(LedgerFailure) -> [LedgerEntry] {
    try await read { try $0.entries(after: number, limit: max(0, limit)) }
  }

  package func entries(
    of name: CustomerName, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [LedgerEntry] {
    try await read { tables in
      let owners = try tables.owners(of: name, in: environment)
      let entries = try owners.flatMap { owner in
        try tables.entries(ofCustomer: owner.number)
          + tables.chains(of: owner.number).flatMap { try tables.entries(ofChain: $0.number) }
      }
      return entries.sorted { $0.number < $1.number }
    }
  }

  package func check() async throws(LedgerFailure) {
    // A server that is only a standby refuses it.
    try await writer.write {
      try $0.run("UPDATE ledger SET checked_at = extract(epoch FROM clock_timestamp()) * 1000")
    }
  }

  package func lateRedemptions() async throws(LedgerFailure) -> Int {
    try await read { try $0.lateRedemptions() }
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

  /// Runs a long read on a connection of its own.
  func read<Output: Sendable>(
    _ body: @escaping @Sendable (PostgresTables) throws -> Output
  ) async throws(LedgerFailure) -> Output {
    try await reports.read(body)
  }
}

import Ledger
import LedgerStorage

/// One connection that writes, on its thread.
struct Writer {
  private let context: LedgerContext
  private var session: Session?

  /// The timeout of one statement, in milliseconds.
  private static let timeout = 15_000
  /// After this many attempts a transaction runs alone, so that it succeeds.
  private static let mostAttempts = 8

  init(context: LedgerContext) { self.context = context }

  mutating func write(_ group: [WriterPool.Item]) {
    // A transaction that runs alone must not make others wait with it.
    let alone = group.filter(\.isAlone)
    let others = group.filter { !$0.isAlone }
    if !others.isEmpty { commit(others) }
    for item in alone { commit([item]) }
  }

  private mutating func commit(_ group: [WriterPool.Item]) {
    var keys = group.reduce(into: Set<Int64>()) { $0.formUnion($1.keys) }
    var attempt = 0
    while true {
      attempt += 1
      var isCommitting = false
      do {
        let session = try context.opener.reopen(
          &self.session, timeout: Self.timeout, findsByIndex: true)
        let alone = group[0].isAlone || attempt > Self.mostAttempts
        let answers = try run(group, keys, alone: alone, in: session, &isCommitting)
        for answer in answers { answer() }
        return
      } catch let taken as LockIsTaken {
        session.rollBack()
        keys.formUnion(taken.keys)
      } catch let error as PostgresError where error.endsSession {
        let wasOpen = session != nil
        session = nil
        // A commit whose answer was lost may have happened.
        guard wasOpen, !isCommitting, attempt <= 3 else { return fail(group, error) }
      } catch let error as PostgresError where error.isTransient && attempt <= Self.mostAttempts {
        session.rollBack()
      } catch {
        session.rollBack()
        guard group.count > 1 else { return fail(group, error) }
        // Each call commits alone, so that only the one that caused the failure fails.
        for item in group { commit([item]) }
        return
      }
    }
  }

  private func run(
    _ group: [WriterPool.Item], _ keys: Set<Int64>, alone: Bool, in session: Session,
    _ isCommitting: inout Bool
  ) throws -> [@Sendable () -> Void] {
    let locks = TransactionLocks(seed: context.seed, isNeeded: !alone)
    try session.run("BEGIN ISOLATION LEVEL READ COMMITTED")
    try locks.begin(keys, alone: alone, in: session)
    var tables = PostgresTables(
      session: session, locks: locks, known: context.known, salt: context.salt)
    try tables.readAhead()
    try readAhead(for: group, in: tables)
    defer {
      for (table, numbers) in tables.reserve.numbers {
        context.reserve.giveBack(numbers, of: table)
      }
    }
    let answers = try group.map { try $0.write(&tables) }
    try tables.publishChanges(from: context.node)
    // A lock that is not there must not be found after the commit.
    if session.isChecking { try session.finish() }
    defer { context.noteChanges(tables.reads.changes) }
    isCommitting = true
    try session.run("COMMIT")
    try session.finish()
    return answers
  }

  /// Reads ahead in the round trip of the first locks.
  private func readAhead(for group: [WriterPool.Item], in tables: PostgresTables) throws {
    let requests = group.flatMap(\.ahead)
    guard !requests.isEmpty else { return }
    try tables.readAhead(requests)
    let merged = requests.merged
    let customers = merged.reduce(0) { $0 + $1.names.count + $1.chains.count }
    try tables.reserve(customers, of: .customers, from: context.reserve)
    let chains = merged.reduce(0) { $0 + $1.chains.count }
    try tables.reserve(chains, of: .chains, from: context.reserve)
    let grants = merged.reduce(0) { $0 + $1.newGrants }
    try tables.reserve(grants, of: .grants, from: context.reserve)
    try tables.session.finish()
  }

  private func fail(_ group: [WriterPool.Item], _ error: any Error) {
    let failure = LedgerFailure(error)
    for item in group { item.fail(failure) }
  }
}

extension PostgresTables {
  /// Reads along with the first locks what nearly every call asks.
  func readAhead() throws {
    let reads = reads
    try session.run("SELECT 1 FROM remnants LIMIT 1", []) { reads.hasRemnants = $0.rows > 0 }
    // Known only when the answer is read: until then a call asks by itself.
    try session.run(Self.findWantedWebhooks, []) { result in
      reads.configured.wantedWebhooks = Set(
        try (0..<result.rows).flatMap { WebhookReceiver.items(try result.row($0).plain(0)) })
    }
    try session.run(Self.findWebhookProduct, []) {
      if $0.rows == 0 { reads.configured.webhookProducts = .some(nil) }
    }
    try session.run(Self.findCredits, []) { result in
      reads.configured.credits = try Self.credits((0..<result.rows).map { result.row($0) })
    }
  }

  /// Tells the other nodes which recorded assignments have changed.
  fileprivate func publishChanges(from node: Int64) throws {
    let changes = reads.changes
    guard !changes.isEmpty else { return }
    if changes.areAll {
      return try run("INSERT INTO changes (node, id) VALUES (?, NULL)", .integer(node))
    }
    for id in changes.ids.sorted() {
      try run("INSERT INTO changes (node, id) VALUES (?, ?)", .integer(node), Cell.text(id))
    }
  }
}

import Ledger
import LedgerStorage
import Synchronization

/// The connections that read. Reads that wait while others run are done together, in one transaction
/// that sees one state of the ledger.
final class ReaderPool: Sendable {
  struct Item: Sendable {
    /// The rows that it will probably read.
    var ahead: [AheadRequest]
    /// Answers its caller, unless the connection was lost before it did.
    var read: @Sendable (PostgresTables) throws -> Void
    var fail: @Sendable (LedgerFailure) -> Void
  }

  private let queue: WorkQueue<Item>
  private let running = RunningStatements()

  /// - Parameter timeout: of one statement, in milliseconds.
  init(context: LedgerContext, threads: Int, queueLimit: Int, timeout: Int, groupLimit: Int = 32) {
    queue = WorkQueue(threads: threads, queueLimit: queueLimit, groupLimit: groupLimit)
    queue.start("ledger reader") { [queue, running] in
      // A pool without groups serves long reads, which scan whole tables.
      var reader = Reader(
        context: context, timeout: timeout, findsByIndex: groupLimit > 1, running: running)
      while let group = queue.nextGroup() { reader.read(group) }
    }
  }

  /// Runs `body` in a transaction that begins after the call.
  ///
  /// - Parameter ahead: what it will probably read.
  func read<Output: Sendable>(
    ahead: [AheadRequest] = [],
    _ body: @escaping @Sendable (PostgresTables) throws -> Output
  ) async throws(LedgerFailure) -> Output {
    try await awaitAnswer { answer in
      let item = Item(
        ahead: ahead,
        read: { answer(.success(try body($0))) }, fail: { answer(.failure($0)) })
      if let refusal = queue.submit(item) { item.fail(refusal) }
    }
  }

  func close() { queue.close() }

  /// Ends what runs now, with an error.
  func cancel() { running.cancel() }

  func waitForEnd() async { await queue.waitForEnd() }
}

/// The cancellers of the statements that run on a pool's connections.
private final class RunningStatements: Sendable {
  private let cancellers = Mutex<[ObjectIdentifier: StatementCanceller]>([:])

  func insert(_ canceller: StatementCanceller) {
    cancellers.withLock { $0[ObjectIdentifier(canceller)] = canceller }
  }

  func remove(_ canceller: StatementCanceller) {
    cancellers.withLock { $0[ObjectIdentifier(canceller)] = nil }
  }

  func cancel() {
    for canceller in cancellers.withLock({ Array($0.values) }) { canceller.cancel() }
  }
}

/// One connection that reads, on its thread.
private struct Reader {
  let context: LedgerContext
  let timeout: Int
  let findsByIndex: Bool
  let running: RunningStatements
  var session: Session? {
    didSet {
      if let oldValue, oldValue !== session { running.remove(oldValue.canceller) }
      if let session { running.insert(session.canceller) }
    }
  }

  mutating func read(_ group: [ReaderPool.Item]) {
    var rest = group[...]
    var isRepeated = false
    while !rest.isEmpty {
      do {
        let session = try context.opener.reopen(
          &self.session, timeout: timeout, findsByIndex: findsByIndex)
        try session.run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        let tables = context.tables(in: session)
        try readAhead(for: rest, in: tables)
        while let item = rest.first {
          try item.read(tables)
          rest = rest.dropFirst()
          isRepeated = false
        }
        try session.runWithoutWaiting("COMMIT")
      } catch let error as PostgresError where error.endsSession {
        let wasOpen = session != nil
        session = nil
        // Nobody was answered twice: an item answers at its end.
        if wasOpen, !isRepeated {
          isRepeated = true
          continue
        }
        isRepeated = false
        guard let failed = rest.first else { return }
        rest = rest.dropFirst()
        failed.fail(LedgerFailure(error))
      } catch {
        session.rollBack()
        // The one that failed; those before it were answered and are gone.
        guard let failed = rest.first else { return }
        rest = rest.dropFirst()
        failed.fail(LedgerFailure(error))
      }
    }
  }

  private func readAhead(for group: ArraySlice<ReaderPool.Item>, in tables: PostgresTables) throws {
    let requests = group.flatMap(\.ahead)
    guard !requests.isEmpty else { return }
    try tables.readAhead()
    try tables.readAhead(requests)
    try tables.session.finish()
  }
}

import Ledger
import LedgerStorage

/// The connections that write. Calls that wait while others are written go into one transaction, whose
/// commit they share; only then do they return.
final class WriterPool: Sendable {
  /// One call that writes.
  struct Item: Sendable {
    /// The locks that it is known to need.
    var keys: Set<Int64>
    /// True if it may reach anything, and no other transaction may write beside it.
    var isAlone: Bool
    /// The rows that it will probably read.
    var ahead: [AheadRequest]
    /// Writes within the transaction; the closure it returns runs after the commit.
    var write: @Sendable (inout PostgresTables) throws -> (@Sendable () -> Void)
    var fail: @Sendable (LedgerFailure) -> Void
  }

  private let queue: WorkQueue<Item>
  private let context: LedgerContext

  init(context: LedgerContext, threads: Int, queueLimit: Int) {
    self.context = context
    queue = WorkQueue(threads: threads, queueLimit: queueLimit, groupLimit: 32)
    queue.start("ledger writer") { [queue, context] in
      var writer = Writer(context: context)
      while let group = queue.nextGroup() { writer.write(group) }
    }
  }

  /// Runs `write` in a transaction, with others or again if it has to be; its writes are durable when
  /// this returns, and rolled back if it throws.
  ///
  /// - Parameters:
  ///   - names: what it is known to need for itself. Others are locked as they turn up.
  ///   - alone: it may reach anything.
  ///   - ahead: what it will probably read.
  func write<Output: Sendable>(
    _ names: [LockName] = [], alone: Bool = false, ahead: [AheadRequest] = [],
    _ write: @escaping @Sendable (inout PostgresTables) throws -> Output
  ) async throws(LedgerFailure) -> Output {
    let keys = Set(names.map { $0.key(context.seed) })
    return try await awaitAnswer { answer in
      let item = Item(
        keys: keys, isAlone: alone, ahead: ahead,
        write: { tables in
          let output = try write(&tables)
          return { answer(.success(output)) }
        },
        fail: { answer(.failure($0)) })
      if let refusal = queue.submit(item) { item.fail(refusal) }
    }
  }

  func close() { queue.close() }

  func waitForEnd() async { await queue.waitForEnd() }
}

/// The values that the threads of a ledger share.
struct LedgerContext: Sendable {
  let opener: SessionOpener
  let known: PermanentRows
  let reserve = NumberReserve()
  let salt: [UInt8]
  /// The seed of the keys of locks.
  let seed: UInt64
  /// Tells this process's changes from those of other nodes.
  let node: Int64
  let noteChanges: @Sendable (ChangedTexts) -> Void

  /// Returns tables for a transaction that only reads.
  func tables(in session: Session) -> PostgresTables {
    PostgresTables(
      session: session, locks: TransactionLocks(seed: seed, isNeeded: false), known: known,
      salt: salt)
  }
}

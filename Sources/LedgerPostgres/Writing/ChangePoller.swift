import Dispatch
import Foundation
import Ledger
import LedgerStorage
import PaywallCatalog
import Synchronization

/// Asks twice a second which recorded assignments other nodes have changed, so that what this process
/// remembers of them is at most a second old. Notifications of PostgreSQL would tell at once, but
/// their commits wait for each other.
final class ChangePoller: Sendable {
  /// Remembered assignments are not used if the last answer is older.
  static let validity = Duration.seconds(1)
  private static let pause = DispatchTimeInterval.milliseconds(400)
  /// Changes are kept for this long; a poller that was away for longer forgets everything.
  private static let kept = Duration.seconds(300)

  /// After this long without an answer a unit may have records that are not known here.
  private static let patience = Duration.seconds(2)

  private let end = DispatchSemaphore(value: 0)
  private let lastAnswer: LastAnswer

  /// Whether the changes of other nodes are known.
  var isCurrent: Bool { lastAnswer.age < Self.patience && lastAnswer.isWhole }

  /// Time since they were read.
  var lag: Duration { lastAnswer.age }

  /// - Parameters:
  ///   - since: the oldest transaction that may not have been visible when the units were read.
  ///   - epoch: of the changes then.
  init(
    context: LedgerContext, cache: AssignmentCache, since: String, epoch: String
  ) {
    let answer = LastAnswer()
    lastAnswer = answer
    let thread = Thread { [end] in
      var polling = Polling(
        context: context, cache: cache, answer: answer, since: since, epoch: epoch)
      repeat { polling.poll() } while end.wait(timeout: .now() + Self.pause) == .timedOut
    }
    thread.name = "ledger changes"
    thread.stackSize = 1 << 20
    thread.start()
  }

  func close() { end.signal() }

  /// Returns where to begin to read changes. Begins their epoch, if they were emptied.
  static func begin(in session: Session) throws -> (since: String, epoch: String) {
    _ = try session.count(
      "INSERT INTO change_epoch VALUES (1, gen_random_uuid()::text) ON CONFLICT DO NOTHING")
    let found = try session.all(
      "SELECT pg_snapshot_xmin(pg_current_snapshot())::text, (SELECT value FROM change_epoch)"
    ) { (since: try $0.required(0), epoch: try $0.required(1)) }
    guard let first = found.first else { throw UnreadableRow("no snapshot") }
    return first
  }

  private final class LastAnswer: Sendable {
    private let state = Mutex((moment: ContinuousClock.now, isWhole: true))

    var age: Duration { state.withLock { .now - $0.moment } }
    /// `false` while changes may have been missed that are read again.
    var isWhole: Bool { state.withLock { $0.isWhole } }

    func note(_ now: ContinuousClock.Instant) { state.withLock { $0 = (now, true) } }
    func miss() { state.withLock { $0.isWhole = false } }
  }

  private struct Polling {
    let context: LedgerContext
    let cache: AssignmentCache
    let answer: LastAnswer
    var since: String
    var epoch: String
    var session: Session?
    var version = 0
    var lastAnswer: ContinuousClock.Instant?
    var lastPruning = ContinuousClock.now

    mutating func poll() {
      let now = ContinuousClock.now
      do {
        let session = try session ?? context.opener.open(timeout: 5_000, isCounted: false)
        let isNew = self.session == nil
        self.session = session
        let found = try read(in: session)
        // After a crash of the server the table is empty; after a long absence it was pruned.
        let wasAway = lastAnswer.map { now - $0 > ChangePoller.kept } ?? false
        if found != epoch || wasAway {
          answer.miss()
          try readUnits(in: session)
        }
        if isNew && lastAnswer != nil || wasAway { version += 1 }
        lastAnswer = now
        answer.note(now)
        cache.endCheck(version, at: now)
        try prune(at: now, in: session)
      } catch {
        session = nil
      }
    }

    /// Reads again which units have records.
    private mutating func readUnits(in session: Session) throws {
      // This must come first: later commits are among the changes after it.
      let (since, epoch) = try ChangePoller.begin(in: session)
      try context.known.readUnits(context.tables(in: session))
      cache.invalidateAll()
      (self.since, self.epoch) = (since, epoch)
    }

    /// - Returns: the epoch of the changes; `nil` if they were emptied.
    private mutating func read(in session: Session) throws -> String? {
      var epoch: String?
      var ids: [String?] = []
      // One statement reads one moment: the next one asks for commits that this one does not see.
      let found = try session.all(
        """
        SELECT pg_snapshot_xmin(pg_current_snapshot())::text, c.node IS NOT NULL, c.id,
          (SELECT value FROM change_epoch)
        FROM (SELECT 1) AS one LEFT JOIN changes AS c
          ON c.transaction >= ?::text::xid8 AND c.node <> ?
        """, [.text(since), .integer(context.node)]
      ) { row in
        if row.flag(1) ?? false { ids.append(row.text(2)) }
        epoch = row.text(3)
        return try row.required(0)
      }
      if let next = found.first { since = next }
      var changes = ChangedIds()
      for id in ids {
        guard let id else {
          changes.insertAll()
          continue
        }
        changes.insert(id)
        // Perhaps; a read tells.
        for environment in AppStoreEnvironment.allCases {
          context.known.units.insert(id, in: environment)
        }
      }
      cache.invalidate(changes)
      return epoch
    }

    private mutating func prune(at now: ContinuousClock.Instant, in session: Session) throws {
      guard now - lastPruning > .seconds(60) else { return }
      lastPruning = now
      _ = try session.count("DELETE FROM changes WHERE at < now() - interval '10 minutes'")
    }
  }
}

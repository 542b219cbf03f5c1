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
  /// What is remembered is not used if the last answer is older.
  static let validity = Duration.seconds(1)
  private static let pause = DispatchTimeInterval.milliseconds(400)
  /// Changes are kept for this long; a poller that was away for longer forgets everything.
  private static let kept = Duration.seconds(300)

  /// After so long without an answer a unit may have records that are not known here.
  private static let patience = Duration.seconds(10)

  private let end = DispatchSemaphore(value: 0)
  private let lastAnswer: LastAnswer

  /// Whether the changes of other nodes are known.
  var isCurrent: Bool { lastAnswer.age < Self.patience }

  /// - Parameter since: the oldest transaction that may not have been visible when the units were
  ///   read.
  init(context: LedgerContext, units: UnitFilter, cache: AssignmentCache, since: String) {
    let answer = LastAnswer()
    lastAnswer = answer
    let thread = Thread { [end] in
      var polling = Polling(
        context: context, units: units, cache: cache, since: since, answer: answer)
      repeat { polling.poll() } while end.wait(timeout: .now() + Self.pause) == .timedOut
    }
    thread.name = "ledger changes"
    thread.stackSize = 1 << 20
    thread.start()
  }

  func close() { end.signal() }

  private final class LastAnswer: Sendable {
    private let moment = Mutex(ContinuousClock.now)

    var age: Duration { moment.withLock { .now - $0 } }

    func note(_ now: ContinuousClock.Instant) { moment.withLock { $0 = now } }
  }

  private struct Polling {
    let context: LedgerContext
    let units: UnitFilter
    let cache: AssignmentCache
    let answer: LastAnswer
    var since: String
    var session: Session?
    var version = 0
    var lastAnswer: ContinuousClock.Instant?
    var lastPruning = ContinuousClock.now

    init(
      context: LedgerContext, units: UnitFilter, cache: AssignmentCache, since: String,
      answer: LastAnswer
    ) {
      self.answer = answer
      self.context = context
      self.units = units
      self.cache = cache
      self.since = since
    }

    mutating func poll() {
      let now = ContinuousClock.now
      do {
        let session = try session ?? context.opener.open(timeout: 5_000, isCounted: false)
        let isNew = self.session == nil
        self.session = session
        try read(in: session)
        // After a crash of the server the table is empty; after a long absence it was pruned.
        if isNew && lastAnswer != nil || lastAnswer.map({ now - $0 > ChangePoller.kept }) ?? false {
          version += 1
        }
        lastAnswer = now
        answer.note(now)
        cache.endCheck(version, at: now)
        try prune(at: now, in: session)
      } catch {
        session = nil
      }
    }

    private mutating func read(in session: Session) throws {
      var ids: [String?] = []
      // In one statement, and so of one moment: what it does not see yet, the next one asks for again.
      let found = try session.all(
        """
        SELECT pg_snapshot_xmin(pg_current_snapshot())::text, c.node IS NOT NULL, c.id
        FROM (SELECT 1) AS one LEFT JOIN changes AS c
          ON c.transaction >= ?::text::xid8 AND c.node <> ?
        """, [.text(since), .integer(context.node)]
      ) { row in
        if row.flag(1) ?? false { ids.append(row.text(2)) }
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
        for environment in AppStoreEnvironment.allCases { units.insert(id, in: environment) }
      }
      cache.invalidate(changes)
    }

    private mutating func prune(at now: ContinuousClock.Instant, in session: Session) throws {
      guard now - lastPruning > .seconds(60) else { return }
      lastPruning = now
      _ = try session.count("DELETE FROM changes WHERE at < now() - interval '10 minutes'")
    }
  }
}

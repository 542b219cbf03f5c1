import Foundation
import Ledger
import LedgerSQLite
import LedgerStorage
import PaywallCatalog
import Synchronization
import Testing

@testable import AppStoreSync

/// Jobs of processes that ended without giving them back, and passes that were broken off.
struct TakeOverTests {
  private static func claim(_ holder: String, until seconds: Int64 = 600) -> JobClaim {
    JobClaim(job: "reconcile production", holder: holder, until: Sample.at(seconds))
  }

  @Test("a process knows its own name as one that runs, and an ended one as gone")
  func names() async throws {
    let own = ProcessName.ofThisProcess()
    #expect(!ProcessName.isGone(own))
    #expect(ProcessName.ofThisProcess() != own)
    let parts = own.split(separator: " ").map(String.init)
    try #require(parts.count == 5)
    func gone(_ change: (inout [String]) -> Void) -> Bool {
      var other = parts
      change(&other)
      return ProcessName.isGone(other.joined(separator: " "))
    }
    // Another start time: the pid was given to another process.
    #expect(gone { $0[3] = "1" })
    // No pid of Linux is as large.
    #expect(gone { $0[2] = "99999999" })
    // On another machine, after a restart, or in another container nothing can be seen.
    #expect(!gone { $0[0] = "00000000-0000-4000-8000-000000000000" })
    #expect(!gone { $0[1] = "pid:[1]" })
    for holder in ["", "one", "a b c d e", UUID().uuidString] {
      #expect(!ProcessName.isGone(holder))
    }
  }

  @Test("a process that was killed is seen to be gone")
  func killed() throws {
    let child = try Self.waitingChild()
    let parts = ProcessName.ofThisProcess().split(separator: " ").map(String.init)
    let stat = try String(
      contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)
    let start = String(stat.split(separator: ")")[1].split(separator: " ")[19])
    let name = [parts[0], parts[1], String(child), start, "run"]
      .joined(separator: " ")
    #expect(!ProcessName.isGone(name))
    kill(child, SIGKILL)
    waitpid(child, nil, 0)
    #expect(ProcessName.isGone(name))
  }

  /// A process that waits for input until it is killed. Foundation's `Process` could not be waited for:
  /// it does not see that a child has ended while another child of the tests holds its socket.
  private static func waitingChild() throws -> pid_t {
    let input = Pipe()
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(
      &actions, input.fileHandleForReading.fileDescriptor, 0)
    let argv = unsafe [strdup("/bin/cat"), nil]
    defer { unsafe free(argv[0]) }
    var child: pid_t = 0
    let code = unsafe posix_spawn(&child, "/bin/cat", &actions, nil, argv, nil)
    try #require(code == 0)
    return child
  }

  @Test("the claim of a process that is gone is taken over at once")
  func takenOver() async throws {
    let ledger = SQLiteLedger.inMemory()
    _ = try await ledger.claim(Self.claim("dead"), at: Sample.at(0))
    let progress = JobProgress(Self.claim("dead"), "half")
    _ = try await ledger.replay([], progress, at: Sample.at(1))
    let refused = try await ledger.take(Self.claim("me"), at: Sample.at(2)) { _ in false }
    #expect(refused == nil)
    #expect(try await ledger.hold(of: "reconcile production")?.until == Sample.at(600))
    let taken = try await ledger.take(Self.claim("me"), at: Sample.at(2)) { $0 == "dead" }
    #expect(taken?.progress == "half" && taken?.isTakenOver == true)
    // Its own claim, and one that has lapsed, are held by no other process.
    let again = try await ledger.take(Self.claim("me"), at: Sample.at(3)) { _ in true }
    #expect(again?.isTakenOver == false)
    let late = try await ledger.take(Self.claim("other", until: 9_999), at: Sample.at(700)) { _ in
      true
    }
    #expect(late?.progress == "half" && late?.isTakenOver == false)
    // The one that was thought dead writes nothing any more.
    let outcome = try await ledger.replay(
      [Sample.notification("late")], JobProgress(Self.claim("me"), "x"), at: Sample.at(701))
    #expect(outcome == .lostClaim)
  }

  @Test("a pass with --since goes on where it was, and reads what came since too")
  func since() async throws {
    let (ledger, store) = (SQLiteLedger.inMemory(), StubStore())
    let sent = (0..<50).map { number in
      Sample.notification(
        "uuid-\(number)",
        Sample.fact("\(1000 + number)", chain: "1000", bought: Int64(number), signed: Int64(number))
      )
    }
    store.change { $0.notifications = sent }
    let clock = TestClock(Sample.at(1_000))
    var settings = ReconcileSettings()
    settings.lag = 0
    func reconciler(_ source: AppStoreSource) -> Reconciler {
      Reconciler(source, ledger, holder: "one", settings: settings, now: { clock.now })
    }
    let whole = store.source
    var dying = whole
    dying.notifications = { request throws(SourceFailure) in
      guard request.token != "40" else { throw SourceFailure(.later(nil), "the process ends") }
      return try await whole.notifications(request)
    }
    let broken = try await reconciler(dying).run(in: .production, since: Sample.at(0))
    #expect(broken.new == 40)
    store.change { state in
      state.notificationCalls = []
      state.notifications.append(
        Sample.notification("new", Sample.fact("2000", chain: "1000", bought: 1_500)))
    }
    clock.advance(seconds: 7_200)
    let on = try await reconciler(whole).run(in: .production, since: Sample.at(0))
    #expect((on.outcome, on.new) == (.done, 11))
    #expect(store.state.withLock { $0.notificationCalls.first?.token } == "40")
    // A later beginning is within the pass; an earlier one is another pass.
    store.change { $0.notificationCalls = [] }
    _ = try await reconciler(dying).run(in: .production, since: Sample.at(0))
    _ = try await reconciler(whole).run(in: .production, since: Sample.at(-100))
    #expect(
      store.state.withLock { $0.notificationCalls.last { $0.token == nil }?.from }
        == Sample.at(-100))
  }

  @Test("a cursor that leads to itself ends at once, and the next run begins again")
  func circle() async throws {
    let (ledger, store) = (SQLiteLedger.inMemory(), StubStore())
    let calls = Counter()
    var source = store.source
    source.notifications = { request throws(SourceFailure) in
      calls.add()
      let number = request.token.flatMap(Int.init) ?? 0
      return NotificationPage(
        notifications: [Sample.notification("\(number)", Sample.fact("1000"))],
        token: String(min(number + 1, 5)))
    }
    let reconciler = Reconciler(source, ledger, holder: "one", now: { Sample.at(1_000) })
    for _ in 1...2 {
      let report = try await reconciler.run(in: .production)
      guard case .failed(let failure) = report.outcome else {
        Issue.record("\(report.outcome)")
        return
      }
      #expect(failure.text.contains("repeats"))
      #expect(calls.take() == 6)
    }
    #expect(try await ledger.hasNotification("5"))
    var source2 = store.source
    source2.history = { request throws(SourceFailure) in
      calls.add()
      return HistoryPage(
        environment: .production, transactions: [], revision: request.revision ?? "r",
        hasMore: true)
    }
    let reading = try await HistoryReader(source2, ledger, now: { Sample.at(1) }).read(
      "1000", in: .production, cause: .usual)
    #expect(reading.failure?.text.contains("repeats") == true && calls.take() == 2)
  }
}

private final class Counter: Sendable {
  private let state = Mutex(0)

  func add() { state.withLock { $0 += 1 } }

  func take() -> Int {
    state.withLock { count in
      defer { count = 0 }
      return count
    }
  }
}

import Foundation
import PaywallCatalog
import Synchronization
import TestSupport
import Testing

@testable import AppStoreServerAPI

/// Processes of one state folder keep to Apple's limits together, whichever end and when.
@Suite("Parts of Apple's limits") struct SeatTests {
  private let kept = Kept()

  private static let start = Timestamp(milliseconds: 1_800_000_000_000)

  private static func at(_ offset: Int64) -> Timestamp { start.adding(milliseconds: offset) }

  private static let key = BudgetUse.Key(.production, .history)

  @Test("The parts of all processes that there can be are no more than the whole")
  func shares() {
    #expect(BudgetSeat.allCases.map { Int($0.share * 10) }.reduce(0, +) == 10)
  }

  @Test("A server has a part in any case, and a command finds who has those of commands")
  func seats() async throws {
    try await withTemporaryFolder { folder in
      let first = try BudgetSeat.take([.most, .beside], in: folder, holder: "first")
      let second = try BudgetSeat.take([.most, .beside], in: folder, holder: "second")
      let server = BudgetSeat.ofServer(in: folder, holder: "server")
      #expect([first.share, second.share, server.share] == [0.8, 0.1, 0.1])
      #expect(throws: BudgetSeatsTaken(holders: ["first", "second"])) {
        try BudgetSeat.take([.most, .beside], in: folder, holder: "third")
      }
      first.giveBack()
      #expect(BudgetSeat.ofServer(in: folder, holder: "next server").share == 0.8)
    }
  }

  @Test("The use is read back; a file that is damaged counts as empty")
  func file() async throws {
    try await withTemporaryFolder { folder in
      var use = BudgetUse()
      use.calls[Self.key, default: .init()].add(7, at: Self.at(9_999))
      use.calls[Self.key]?.pausedUntil = Self.at(40_000)
      let first = try BudgetSeat.take([.most], in: folder, holder: "")
      #expect(first.read() == BudgetUse())
      #expect(first.keep?(use) == true)
      #expect(first.read() == use)
      try Data("{".utf8).write(to: URL(filePath: "\(folder)/\(BudgetSeat.most.rawValue)"))
      #expect(first.read() == BudgetUse())
    }
  }

  @Test("In no hour does one process after the other pass the budget", arguments: 0..<8)
  func neverPassed(seed: Int) {
    var random = SplitMix(state: UInt64(seed))
    let hourly = [600, 37, 5, 3_600][seed % 4]
    var process = Process(hourly: hourly, kept, at: Self.at(0))
    var granted: [Int64] = []
    var now: Int64 = 0
    while now < 3 * 3_600_000 {
      now += Int64(random.below(20) == 0 ? random.below(240_000) : random.below(4_000))
      for _ in 0..<random.below(hourly / 8 + 3) {
        process.wish(CallPriority.allCases[random.below(3)])
      }
      // Killed before or after it has written, or not at all.
      let fate = random.below(12)
      granted += process.run(at: Self.at(now), dies: fate == 0).map { _ in now }
      if fate <= 1 { process = Process(hourly: hourly, kept, at: Self.at(now)) }
    }
    #expect(Self.most(granted) <= hourly)
    // An hour after the last one was killed the whole budget is there again.
    now += 3_700_000
    var last = Process(hourly: hourly, kept, at: Self.at(now))
    for _ in 0..<hourly + 5 { last.wish(.urgent) }
    #expect(last.run(at: Self.at(now)).count == hourly)
  }

  @Test("One that is killed costs its successor a block, for an hour")
  func killed() {
    var killed = Process(hourly: 6_000, kept, at: Self.at(0))
    for _ in 0..<30 {
      killed.wish(.urgent)
      _ = killed.run(at: Self.at(0))
    }
    var successor = Process(hourly: 6_000, kept, at: Self.at(0))
    for _ in 0..<7_000 { successor.wish(.urgent) }
    let first = successor.run(at: Self.at(0)).count
    #expect((6_000 - 30 - 10...6_000 - 30).contains(first))
    let later = successor.run(at: Self.at(3_630_000)).count
    #expect(first + later == 7_000)
  }

  @Test("At full speed the budget is used, and written down once for many calls")
  func fullSpeed() {
    var process = Process(hourly: 180_000, kept, at: Self.at(0))
    var times: [Int64] = []
    for now in stride(from: Int64(0), to: 3_900_000, by: 100) {
      if now % 1_000 == 0 { for _ in 0..<60 { process.wish(.usual) } }
      times += process.run(at: Self.at(now)).map { _ in now }
    }
    #expect((162_000...180_000).contains(Self.most(times)))
    #expect(kept.changes * 6 < times.count)
  }

  @Test("What Apple said to one process holds for its successor")
  func pause() {
    var first = Process(hourly: 600, kept, at: Self.at(0))
    first.account.pause(until: Self.at(90_000), at: Self.at(0))
    first.write(at: Self.at(0))
    var successor = Process(hourly: 600, kept, at: Self.at(10))
    successor.wish(.urgent)
    #expect(successor.run(at: Self.at(89_000)).isEmpty)
    #expect(successor.run(at: Self.at(90_000)).count == 1)
  }

  @Test("A clock that was a day ahead does not stop the calls for a day")
  func clockBack() {
    var ahead = Process(hourly: 10, kept, at: Self.at(86_400_000))
    for _ in 0..<10 { ahead.wish(.urgent) }
    #expect(ahead.run(at: Self.at(86_400_000)).count == 10)
    var process = Process(hourly: 10, kept, at: Self.at(0))
    for _ in 0..<20 { process.wish(.urgent) }
    // The counted calls go back with the clock.
    #expect(process.run(at: Self.at(0)).isEmpty)
    #expect(process.run(at: Self.at(3_700_000)).count == 10)
  }

  @Test("A client that is killed and started again within the hour passes no budget")
  func restarts() async throws {
    let clock = TestClock()
    let stub = StubTransport(200)
    // 10 an hour in the sandbox; nothing is written at the end, as with kill -9.
    for _ in 0..<10 {
      let client = try TestClient(
        stub, budgets: CallBudgets(hourly: [.finish: 100]), storage: kept.storage,
        clock: TestClock(at: clock.now, jumps: false)
      ).client
      _ = try await client.finish("1", in: .sandbox, priority: .urgent)
      clock.advance(1_000)
    }
    let queues = CallQueues(
      CallBudgets(hourly: [.finish: 100]), storage: kept.storage, now: { clock.now },
      sleep: { _ in })
    // Sleep ends at once, so that the patience ends before the budget is free.
    await #expect(throws: QueueFailure.self) {
      try await queues.take(.init(.sandbox, .finish), .urgent, within: .seconds(1))
    }
    #expect(stub.requests.count == 10)
  }

  @Test("Where nothing can be written, calls go on within the budget of the process")
  func notKept() async throws {
    let clock = TestClock(jumps: false)
    let queues = CallQueues(
      CallBudgets(hourly: [.order: 10]),
      storage: try BudgetSeat.take([.most], in: "/nowhere/at/all", holder: ""),
      now: { clock.now }, sleep: { try await clock.sleep($0) })
    let key = CallQueues.Key(.production, .order)
    for _ in 0..<8 { try await queues.take(key, .urgent, within: .seconds(30)) }
    #expect(queues.isForgetful)
    let waiting = Task { try await queues.take(key, .urgent, within: .seconds(30)) }
    waiting.cancel()
    await #expect(throws: QueueFailure.self) { try await waiting.value }
  }

  /// The most in any 3,600 seconds.
  private static func most(_ times: [Int64]) -> Int {
    var (most, first) = (0, 0)
    for (index, time) in times.enumerated() {
      while times[first] <= time - 3_600_000 { first += 1 }
      most = max(most, index - first + 1)
    }
    return most
  }

  /// The written use of the budgets, in memory.
  private final class Kept: Sendable {
    private let state = Mutex((use: BudgetUse(), changes: 0))

    var changes: Int { state.withLock { $0.changes } }
    var storage: BudgetStorage {
      BudgetStorage {
        self.state.withLock { $0.use }
      } keep: { use in
        self.state.withLock { $0 = (use, $0.changes + 1) }
        return true
      }
    }
  }

  /// Does the work of `CallQueues` for one endpoint, on a clock that is passed in.
  private struct Process {
    var account: BudgetAccount
    private let storage: BudgetStorage
    private var ticket: CallSchedule.Ticket = 0

    init(hourly: Int, _ kept: Kept, at now: Timestamp) {
      storage = kept.storage
      account = BudgetAccount(
        hourly: hourly, after: storage.read().calls[key], isWritten: true, at: now)
    }

    mutating func wish(_ priority: CallPriority) {
      ticket += 1
      account.schedule.enqueue(ticket, priority)
    }

    /// Makes the calls that may be made now.
    ///
    /// - Parameter dies: it is killed when it has written for the first time.
    mutating func run(at now: Timestamp, dies: Bool = false) -> [CallPriority] {
      var made: [CallPriority] = []
      while true {
        if let next = account.next(at: now) {
          made.append(next.priority)
          continue
        }
        guard account.beginsBlock(at: now) else { return made }
        write(at: now)
        if dies { return made }
        account.endWriting()
      }
    }

    mutating func write(at now: Timestamp) {
      var use = BudgetUse()
      use.calls[key] = account.written(at: now)
      _ = storage.keep?(use)
    }
  }
}

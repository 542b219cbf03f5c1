import Foundation
import PaywallCatalog
import Synchronization
import TestSupport
import Testing

@testable import AppStoreServerAPI

/// One budget for several processes: each has leases in the same record, and ends at any moment.
struct SharedBudgetTests {
  private static let start = Timestamp(milliseconds: 1_800_000_000_000)

  private static func at(_ offset: Int64) -> Timestamp { start.adding(milliseconds: offset) }

  @Test(
    "In no hour do all processes together pass the budget, whichever are killed and when",
    arguments: 0..<rounds(4, all: 60))
  func neverPassed(seed: Int) throws {
    var random = SplitMix(state: UInt64(seed))
    let hourly = [600, 37, 5, 3_600][seed % 4]
    let kept = KeptRecord()
    var processes: [SimulatedProcess] = []
    var granted: [(at: Int64, priority: CallPriority)] = []
    var (now, number): (Int64, Int) = (0, 0)
    while now < 3 * 3_600_000 {
      now += Int64(random.below(20) == 0 ? random.below(240_000) : random.below(4_000))
      if processes.count < 4, random.below(3) == 0 || processes.isEmpty {
        number += 1
        processes.append(SimulatedProcess("p\(number)", hourly: hourly, kept, at: Self.at(now)))
      }
      let index = random.below(processes.count)
      for _ in 0..<random.below(hourly / 8 + 3) {
        processes[index].wish(CallPriority.allCases[random.below(3)])
      }
      // Killed before or after the record is changed, or not at all.
      let fate = random.below(12)
      granted += processes[index].run(at: Self.at(now), dies: fate == 0).map { (now, $0) }
      if fate <= 1 { processes.remove(at: index) }
    }
    #expect(Self.most(granted.map(\.at)) <= hourly)
    // At least one an hour can be made of each.
    #expect(
      Self.most(granted.filter { $0.priority == .background }.map(\.at)) <= max(2, hourly / 10))
    // An hour after the last one was killed the whole budget is there again.
    now += 3_700_000
    var last = SimulatedProcess("last", hourly: hourly, kept, at: Self.at(now))
    for _ in 0..<hourly + 5 { last.wish(.urgent) }
    var count = 0
    for _ in 0..<hourly where count < hourly {
      count += last.run(at: Self.at(now)).count
      now += 1
    }
    #expect(count == hourly)
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

  @Test("A process that is killed costs the others its block, and only for an hour")
  func crash() {
    let kept = KeptRecord()
    var killed = SimulatedProcess("a", hourly: 6_000, kept, at: Self.at(0))
    // Blocks grow to their largest, six seconds of the budget.
    for _ in 0..<30 {
      killed.wish(.urgent)
      _ = killed.run(at: Self.at(0))
    }
    var other = SimulatedProcess("b", hourly: 6_000, kept, at: Self.at(0))
    for _ in 0..<7_000 { other.wish(.urgent) }
    var count = 0
    for step in 0..<1_000 as Range<Int64> { count += other.run(at: Self.at(step * 10)).count }
    #expect(count <= 6_000 - 30)
    #expect(count >= 6_000 - 30 - 10)
    // After the end of the hour, by the end of the lease.
    for step in 0..<100 as Range<Int64> {
      count += other.run(at: Self.at(3_630_000 + step * 300)).count
    }
    #expect(count == 7_000)
  }

  @Test("Calls that were leased and not made go back when the lease ends")
  func givenBack() throws {
    let kept = KeptRecord()
    var idle = SimulatedProcess("a", hourly: 6_000, kept, at: Self.at(0))
    for _ in 0..<8 {
      idle.wish(.usual)
      _ = idle.run(at: Self.at(0))
    }
    let leased = try #require(kept.record.uses.values.first?.leases.first?.calls.total)
    #expect(leased > 0)
    idle.end(at: Self.at(10_001))
    let use = try #require(kept.record.uses.values.first)
    #expect(use.leases.isEmpty)
    #expect(use.calls.reduce(0) { $0 + $1.count } == 8)
  }

  @Test(
    "Three processes at full speed: the budget is used and not passed, urgent calls wait a second at most, and the record is changed once for many calls"
  )
  func fullSpeed() {
    let kept = KeptRecord()
    var random = SplitMix(state: 11)
    var processes = (0..<3).map {
      SimulatedProcess("p\($0)", hourly: 180_000, kept, at: Self.at(0))
    }
    var times: [Int64] = []
    var background: [Int64] = []
    var (longest, urgent): (Int64, Int) = (0, 0)
    var waiting = [[Int64]](repeating: [], count: 3)
    var now: Int64 = 0
    while now < 3_900_000 {
      for index in processes.indices {
        if now % 1_000 == 0 {
          for _ in 0..<60 { processes[index].wish(.usual) }
          for _ in 0..<10 { processes[index].wish(.background) }
          if random.below(3) < 2 {
            processes[index].wish(.urgent)
            waiting[index].append(now)
          }
        }
        for priority in processes[index].run(at: Self.at(now)) {
          times.append(now)
          if priority == .background { background.append(now) }
          if priority == .urgent {
            longest = max(longest, now - waiting[index].removeFirst())
            urgent += 1
          }
        }
      }
      now += 100
    }
    #expect(Self.most(times) <= 180_000)
    #expect(Self.most(times) >= 162_000)
    #expect(Self.most(background) <= 18_000)
    #expect(longest <= 1_000)
    #expect(urgent > 7_000)
    // Some in a second, for 49 calls in it; each urgent call may need one.
    #expect(kept.changes < 4 * 3_900 + urgent)
  }

  @Test("What Apple said to one process holds for the others")
  func pause() {
    let kept = KeptRecord()
    var first = SimulatedProcess("a", hourly: 600, kept, at: Self.at(0))
    first.pause(until: Self.at(90_000), at: Self.at(0))
    var other = SimulatedProcess("b", hourly: 600, kept, at: Self.at(10))
    other.wish(.urgent)
    #expect(other.run(at: Self.at(10)).isEmpty)
    #expect(other.run(at: Self.at(89_000)).isEmpty)
    #expect(other.run(at: Self.at(90_000)).count == 1)
  }

  @Test("A clock that was a day ahead does not stop the calls for a day")
  func clockBack() {
    let kept = KeptRecord()
    var ahead = SimulatedProcess("a", hourly: 10, kept, at: Self.at(86_400_000))
    for _ in 0..<10 { ahead.wish(.urgent) }
    while !ahead.run(at: Self.at(86_400_000)).isEmpty {}
    var process = SimulatedProcess("b", hourly: 10, kept, at: Self.at(0))
    for _ in 0..<20 { process.wish(.urgent) }
    // What was used is taken along.
    #expect(process.run(at: Self.at(0)).isEmpty)
    var count = 0
    for step in 0..<400 as Range<Int64> {
      count += process.run(at: Self.at(step * 10_000)).count
    }
    #expect(count == 10)
  }

  @Test("Killed and started again within the hour, a client passes no budget")
  func restarts() async throws {
    let kept = KeptRecord()
    let clock = TestClock()
    let stub = StubTransport(200)
    var made = 0
    // 10 an hour in the sandbox; nothing is flushed, as with kill -9.
    for _ in 0..<10 {
      let client = try TestClient(
        stub, budgets: CallBudgets(hourly: [.finish: 100]), storage: kept.storage("\(made)"),
        clock: TestClock(at: clock.now, jumps: false)
      ).client
      _ = try await client.finish("1", in: .sandbox, priority: .urgent)
      made += 1
      clock.advance(1_000)
    }
    let queues = CallQueues(
      CallBudgets(hourly: [.finish: 100]), storage: kept.storage("last"), now: { clock.now },
      sleep: { _ in })
    // Sleep ends at once, so that the patience ends before the budget is free.
    await #expect(throws: QueueFailure.self) {
      try await queues.take(.init(.sandbox, .finish), .urgent, within: .seconds(1))
    }
    #expect(stub.requests.count == 10)
  }

  @Test(
    "Clients over one file, all at once: exactly the budget is granted", .timeLimit(.minutes(10)))
  func together() async throws {
    try await withBudgetFile { path in
      let now = TestClock(jumps: false)
      let (grants, continuation) = AsyncStream.makeStream(of: Void.self)
      let key = CallQueues.Key(.production, .order)
      let wishes = (0..<4).flatMap { number -> [Task<Bool, Never>] in
        let queues = CallQueues(
          CallBudgets(hourly: [.order: 120]), storage: .file(path, holder: "\(number)"),
          now: { now.now }, sleep: { try await now.sleep($0) })
        return (0..<60).map { _ in
          Task {
            guard (try? await queues.take(key, .urgent, within: .seconds(30))) != nil else {
              return false
            }
            continuation.yield()
            return true
          }
        }
      }
      var count = 0
      for await _ in grants {
        count += 1
        if count == 120 { break }
      }
      for wish in wishes { wish.cancel() }
      var granted = 0
      for wish in wishes where await wish.value { granted += 1 }
      #expect(granted == 120)
    }
  }

  @Test("The file is read back; one that is damaged counts as what the process knows")
  func file() async throws {
    try await withBudgetFile { path in
      var record = BudgetRecord()
      var use = BudgetRecord.Use()
      use.calls = [.init(end: Self.at(9_999), count: 7)]
      use.pausedUntil = Self.at(40_000)
      var calls = CallCounts()
      calls[.usual] = 3
      use.leases = [.init(holder: "x", until: Self.at(5), takenAt: Self.at(1), calls: calls)]
      use.usualPace = CallPace.State(next: 4, busySince: 2)
      record.uses[.init(.production, .history)] = use
      let storage = BudgetStorage.file(path, holder: "one")
      let update = try #require(storage.update)
      func read(_ path: String) -> (BudgetRecord, Bool)? {
        var seen: BudgetRecord?
        let isKept = BudgetStorage.file(path, holder: "two").update?(record) { seen = $0 }.isKept
        return seen.flatMap { seen in isKept.map { (seen, $0) } }
      }
      #expect(update(BudgetRecord()) { $0 = record }.isKept)
      #expect(try #require(read(path)) == (record, true))
      try Data("{".utf8).write(to: URL(filePath: path))
      #expect(try #require(read(path)) == (record, true))
      #expect(try #require(read("/nowhere/at/all.json")) == (record, false))
    }
  }

  @Test("Where the record cannot be kept, calls go on within the budget of the process")
  func notKept() async throws {
    let clock = TestClock(jumps: false)
    let queues = CallQueues(
      CallBudgets(hourly: [.order: 3]), storage: .file("/nowhere/at/all.json", holder: "one"),
      now: { clock.now }, sleep: { try await clock.sleep($0) })
    let key = CallQueues.Key(.production, .order)
    for _ in 0..<3 { try await queues.take(key, .urgent, within: .seconds(30)) }
    #expect(queues.isForgetful)
    let waiting = Task { try await queues.take(key, .urgent, within: .seconds(30)) }
    waiting.cancel()
    await #expect(throws: QueueFailure.self) { try await waiting.value }
  }
}

/// The record of several processes, in memory.
final class KeptRecord: Sendable {
  private let state = Mutex((record: BudgetRecord(), changes: 0))

  var record: BudgetRecord { state.withLock { $0.record } }
  var changes: Int { state.withLock { $0.changes } }

  func storage(_ holder: String) -> BudgetStorage {
    BudgetStorage(holder: holder) { _, change in
      self.state.withLock { state in
        change(&state.record)
        state.changes += 1
        return (state.record, true)
      }
    }
  }
}

/// What `CallQueues` does for one endpoint, on a clock that is passed in.
struct SimulatedProcess {
  private var schedule: CallSchedule
  private var lease: CallLease
  private let storage: BudgetStorage
  private var ticket: CallSchedule.Ticket = 0

  static let key = BudgetRecord.Key(.production, .history)

  init(_ name: String, hourly: Int, _ kept: KeptRecord, at now: Timestamp) {
    schedule = CallSchedule(hourly: hourly, at: now)
    lease = CallLease(Self.key, holder: name, hourly: hourly)
    storage = kept.storage(name)
  }

  mutating func wish(_ priority: CallPriority) {
    ticket += 1
    schedule.enqueue(ticket, priority)
  }

  /// Makes the calls that may be made now.
  ///
  /// - Parameter dies: it is killed when it has changed the record.
  mutating func run(at now: Timestamp, dies: Bool = false) -> [CallPriority] {
    var made: [CallPriority] = []
    lease.expire(at: now)
    while true {
      let held = lease
      if let next = schedule.next(at: now, isLeased: { held.has($0) }) {
        lease.take(next.priority, at: now)
        made.append(next.priority)
        continue
      }
      guard let request = lease.request(for: schedule.ready(at: now), at: now) else { return made }
      exchange(request, at: now)
      if dies { return made }
    }
  }

  private mutating func exchange(_ request: LeaseRequest, at now: Timestamp) {
    var answer: LeaseAnswer?
    _ = storage.update?(BudgetRecord()) { answer = $0.lease(request, at: now) }
    guard let answer else { return }
    lease.add(answer, to: request, at: now)
    if let moment = answer.pausedUntil { schedule.pause(until: moment, at: now) }
  }

  mutating func pause(until moment: Timestamp, at now: Timestamp) {
    schedule.pause(until: moment, at: now)
    lease.pause(until: moment)
    if let request = lease.request(for: CallCounts(), at: now) { exchange(request, at: now) }
  }

  /// The lease is over.
  mutating func end(at now: Timestamp) {
    lease.expire(at: now)
    if let request = lease.settlement() { exchange(request, at: now) }
  }
}

/// The path of a file in a folder of its own, gone after it.
private func withBudgetFile(_ body: (String) async throws -> Void) async throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "budget-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  try await body(folder.appending(path: "budget.json").path())
}

import PaywallCatalog
import Testing

@testable import AppStoreServerAPI

struct BudgetTests {
  @Test("Budgets are Apple's: so many a second, for an hour; a tenth in the sandbox")
  func figures() {
    let budgets = CallBudgets()
    for (endpoint, hour) in [
      (AppStoreEndpoint.transaction, 180_000), (.history, 180_000), (.statuses, 180_000),
      (.consumption, 180_000), (.notifications, 180_000),
      (.finish, 180_000), (.extend, 72_000), (.accountToken, 72_000), (.order, 36_000),
      (.refunds, 36_000), (.extendAll, 3_600), (.extensionStatus, 3_600), (.requestTest, 3_600),
      (.testStatus, 3_600), (.seats, 72_000), (.claimSeat, 72_000), (.unclaimSeat, 72_000),
      (.associateSeat, 72_000),
    ] {
      #expect(budgets.calls(endpoint, in: .production) == hour)
      #expect(budgets.calls(endpoint, in: .sandbox) == hour / 10)
    }
    #expect(CallBudgets(scale: 0.01).calls(.order, in: .production) == 360)
    #expect(CallBudgets(scale: 0.000_01).calls(.order, in: .sandbox) == 1)
  }

  /// Counts what a schedule grants, by millisecond.
  private struct Hour {
    var granted: [(at: Int64, priority: CallPriority)] = []

    /// The most in any 3,600 seconds.
    func most(_ isCounted: (CallPriority) -> Bool = { _ in true }) -> Int {
      let times = granted.filter { isCounted($0.priority) }.map(\.at)
      var (most, first) = (0, 0)
      for (index, time) in times.enumerated() {
        while times[first] <= time - 3_600_000 { first += 1 }
        most = max(most, index - first + 1)
      }
      return most
    }
  }

  @Test(
    "In an hour with a million wishes no budget is passed, and urgent calls wait a second at most")
  func million() throws {
    let start: Int64 = 1_800_000_000_000
    let at = { (offset: Int64) in Timestamp(milliseconds: start + offset) }
    var schedule = CallSchedule(hourly: 180_000, at: at(0))
    var hour = Hour()
    var wishes: [CallSchedule.Ticket: Int64] = [:]
    var (ticket, longest): (CallSchedule.Ticket, Int64) = (0, 0)
    func wish(_ priority: CallPriority, _ offset: Int64) {
      ticket += 1
      wishes[ticket] = offset
      schedule.enqueue(ticket, priority)
    }
    // 700,000 at once, then 60 usual, 20 background and 5 urgent ones in each second of 65 minutes.
    for _ in 0..<600_000 { wish(.usual, 0) }
    for _ in 0..<100_000 { wish(.background, 0) }
    var offset: Int64 = 0
    while offset < 3_900_000 {
      if offset % 1_000 == 0 {
        for _ in 0..<55 { wish(.usual, offset) }
        for _ in 0..<20 { wish(.background, offset) }
        for _ in 0..<5 { wish(.urgent, offset) }
      }
      while let next = schedule.next(at: at(offset)) {
        hour.granted.append((offset, next.priority))
        if next.priority == .urgent { longest = max(longest, offset - (wishes[next.ticket] ?? 0)) }
      }
      // In steps of 20 ms, finer than the pace.
      offset += 20
    }
    #expect(ticket >= 1_000_000)
    #expect(hour.most() <= 180_000)
    #expect(hour.most { $0 == .background } <= 18_000)
    #expect(longest <= 1_000)
    #expect(hour.granted.filter { $0.priority == .urgent }.count == 3_900 * 5)
    // Nothing is wasted either: nine tenths of the budget are used at least.
    #expect(hour.most() >= 162_000)
  }

  @Test("Usual calls alone are made at 49 a second, of Apple's 50")
  func pace() {
    let start = Timestamp(milliseconds: 1_800_000_000_000)
    var schedule = CallSchedule(hourly: 180_000, at: start)
    for ticket in 1...400_000 { schedule.enqueue(CallSchedule.Ticket(ticket), .usual) }
    var (count, now) = (0, start)
    while now < start.adding(milliseconds: 3_600_000) {
      while schedule.next(at: now) != nil { count += 1 }
      guard let wake = schedule.wake(after: now) else { break }
      now = wake
    }
    #expect((176_400...178_200).contains(count))
  }

  @Test("A clock that is set back neither frees the budget nor stops the calls for long")
  func clockBack() {
    let start = Timestamp(milliseconds: 1_800_000_000_000)
    var schedule = CallSchedule(hourly: 10, at: start)
    for ticket in 1...30 { schedule.enqueue(CallSchedule.Ticket(ticket), .urgent) }
    var count = 0
    while schedule.next(at: start) != nil { count += 1 }
    #expect(count == 10)
    let back = start.adding(milliseconds: -86_400_000)
    #expect(schedule.next(at: back) == nil)
    #expect(schedule.next(at: back.adding(milliseconds: 3_601_000)) != nil)
  }

  @Test("A call that is cancelled while it waits leaves the queue")
  func cancelled() async throws {
    let clock = TestClock(jumps: false)
    let queues = CallQueues(
      CallBudgets(hourly: [.order: 10]), storage: .none, now: { clock.now },
      sleep: { try await clock.sleep($0) })
    let key = CallQueues.Key(.sandbox, .order)
    try await queues.take(key, .urgent, within: .seconds(1))
    let waiting = Task {
      try await queues.take(key, .usual, within: .seconds(1_000))
    }
    waiting.cancel()
    await #expect(throws: QueueFailure.self) { try await waiting.value }
  }
}

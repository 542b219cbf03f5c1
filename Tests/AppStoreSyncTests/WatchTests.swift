import AppStore
import Ledger
import LedgerSQLite
import LedgerStorage
import PaywallCatalog
import Synchronization
import TestSupport
import Testing

@testable import AppStoreSync

struct WatchTests {
  private static let hour: Int64 = 3600

  /// Renewals by day, none by night.
  private static func log(days: Range<Int64>, _ random: inout SplitMix) -> ArrivalLog {
    var log = ArrivalLog()
    for day in days {
      for hour in 8..<22 as Range<Int64> {
        for _ in 0..<3 {
          let seconds = day * 86_400 + hour * 3600 + Int64(random.below(3600))
          let at = max(
            Sample.at(seconds), Timestamp(milliseconds: log.types["DID_RENEW"]?.last ?? 0))
          log.add("DID_RENEW", signedAt: at, receivedAt: at)
        }
      }
    }
    return log
  }

  @Test("Three times the usual gap without one is a silence; nights are usual")
  func silence() {
    var random = SplitMix(state: 1)
    let log = Self.log(days: 0..<20, &random)
    let last = Timestamp(milliseconds: log.types["DID_RENEW"]?.last ?? 0)
    #expect(log.silences(at: last.adding(milliseconds: 12 * Self.hour * 1000)).isEmpty)
    let silences = log.silences(at: last.adding(milliseconds: 40 * Self.hour * 1000))
    #expect(silences.map(\.type) == ["DID_RENEW"])
    #expect(silences.first?.since == last)
    // The night: from before 22 to after 8 o'clock.
    let usual = silences.first?.usualGap ?? 0
    #expect(usual > 10 * Self.hour * 1000 && usual < 12 * Self.hour * 1000)
  }

  @Test("A rare type, a new one, or one that came late is not usual")
  func unusual() {
    var log = ArrivalLog()
    for week in 0..<4 as Range<Int64> {
      let at = Sample.at(week * 7 * 86_400)
      log.add("REFUND", signedAt: at, receivedAt: at)
    }
    for minute in 0..<500 as Range<Int64> {
      let at = Sample.at(minute * 60)
      log.add("SUBSCRIBED", signedAt: at, receivedAt: at)
    }
    for day in 0..<28 as Range<Int64> {
      // Brought by reconciling, a day after Apple signed it.
      log.add(
        "EXPIRED", signedAt: Sample.at(day * 86_400), receivedAt: Sample.at((day + 1) * 86_400))
      log.add("TEST", signedAt: nil, receivedAt: Sample.at(day * 86_400))
    }
    #expect(log.silences(at: Sample.at(60 * 86_400)).isEmpty)
    #expect(Set(log.types.keys) == ["REFUND", "SUBSCRIBED"])
  }

  @Test(
    "Of arrivals at random, six a day, at most one ledger in 200 is called silent within a week")
  func falseAlarms() {
    var random = SplitMix(state: 3)
    let ledgers = rounds(40, all: 1000)
    var alarmed = 0
    for _ in 0..<ledgers {
      var isAlarmed = false
      var log = ArrivalLog()
      var at: Int64 = 0
      var next: Int64 = 0
      while at < 35 * 86_400 {
        // Once in four hours on average.
        let uniform = Double(random.below(1_000_000) + 1) / 1_000_001
        at += Int64(-uniform.logarithm * 4 * 3600)
        while next < at {
          if next > 28 * 86_400, !log.silences(at: Sample.at(next)).isEmpty { isAlarmed = true }
          next += 3600
        }
        log.add("DID_RENEW", signedAt: Sample.at(at), receivedAt: Sample.at(at))
      }
      if isAlarmed { alarmed += 1 }
    }
    #expect(alarmed <= max(1, ledgers / 200))
  }

  @Test("The ledger's texts teach it, also over restarts")
  func learns() async throws {
    let ledger = SQLiteLedger.inMemory()
    try await ledger.setWebhooks(
      [
        WebhookEndpoint(
          name: "backend", url: WebhookURL("https://example.com/hooks"), events: [.ledgerSilent],
          secrets: [.environment("SECRET")])
      ], at: Sample.at(0))
    for number in 0..<60 as Range<Int64> {
      let at = Sample.at(number * 12 * Self.hour)
      _ = try await ledger.append(Sample.notification("n\(number)", signed: at), at: at)
    }
    let last = 59 * 12 * Self.hour
    let clock = TestClock(Sample.at(last + Self.hour))
    let watch = SilenceWatch(ledger, holder: "one", now: { clock.now })
    #expect(try await watch.run() == [])
    clock.advance(seconds: 37 * Self.hour)
    let again = SilenceWatch(ledger, holder: "two", now: { clock.now })
    let silences = try await again.run()
    #expect(silences?.map(\.usualGap) == [12 * Self.hour * 1000])
    #expect(silences?.first?.since == Sample.at(last))
    // One silence is one event, however often it is found.
    #expect(try await again.run() == silences)
    let told = try await ledger.webhookDeliveries(of: "backend", nil, limit: 9)
    #expect(told.map(\.type) == ["ledger.silent"])
    #expect(told.first?.data.contains(#""appleType":"DID_RENEW""#) == true)
  }

  @Test("A test notification that came, one that did not, and none on the same day")
  func tests() async throws {
    let ledger = SQLiteLedger.inMemory()
    let clock = TestClock(Sample.at(0))
    let store = StubStore()
    func test() async throws -> TestOutcome? {
      try await TestNotification(
        store.source, ledger, holder: "one", now: { clock.now }, sleep: { _ in }
      ).run(in: .production)
    }
    store.change { $0.fates = [TestFate(uuid: "lost", attempts: ["TIMED_OUT"])] }
    #expect(try await test() == .missing([]))
    #expect(try await test() == nil)
    clock.advance(seconds: 86_400)
    _ = try await ledger.append(Sample.notification("came", type: "TEST"), at: clock.now)
    store.change { $0.fates = [TestFate(uuid: "came", attempts: ["SUCCESS"])] }
    #expect(try await test() == .arrived)
  }

  @Test("A customer is asked for once per newest fact, and the queue has an end")
  func asked() {
    let asked = AskedHistories(capacity: 2, memory: 100)
    func ask(_ id: String, _ newest: Int64?) -> AskedHistories.Outcome {
      asked.ask(
        .init(environment: .production, id: id, newestFact: newest.map { Sample.at($0) }))
    }
    #expect(ask("1", 5) == .queued)
    #expect(ask("1", 5) == .asked)
    #expect(ask("1", 4) == .asked)
    #expect(ask("1", 6) == .queued)
    #expect(ask("2", nil) == .full)
  }

  @Test("A customer who is asked for is fetched at once, and no clock moves")
  func fetchedAtOnce() async throws {
    let (ledger, store, asked) = (SQLiteLedger.inMemory(), StubStore(), AskedHistories())
    let customers = ["1000", "2000"]
    store.change { state in
      for id in customers { state.histories[id] = [Sample.fact(id, of: id)] }
    }
    let read = Mutex<[String]>([])
    let reader = HistoryReader(store.source, ledger, now: { Sample.at(100) })
    let running = Task {
      await asked.run(reader, ledger, now: { Sample.at(100) }) { event in
        if case .read(let reading, for: .asked) = event { read.withLock { $0.append(reading.id) } }
      }
    }
    for (index, id) in customers.enumerated() {
      asked.ask(.init(environment: .production, id: id, newestFact: nil))
      await until { read.withLock { $0.count } == index + 1 }
    }
    #expect(read.withLock(\.self) == customers)
    #expect(try await ledger.entries(after: 0, limit: 9).count == 2)
    running.cancel()
    await running.value
  }
}

extension Double {
  /// The natural logarithm of a number in 0…1, by its series: no library is needed for it.
  fileprivate var logarithm: Double {
    var (value, halvings) = (self, 0.0)
    while value < 0.5 {
      value *= 2
      halvings += 1
    }
    let x = (value - 1) / (value + 1)
    var (term, sum) = (x, 0.0)
    for power in stride(from: 1.0, through: 31, by: 2) {
      sum += term / power
      term *= x * x
    }
    return 2 * sum - halvings * 0.693_147_180_559_945_3
  }
}

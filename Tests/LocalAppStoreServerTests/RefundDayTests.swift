import AppStore
import Foundation
import Ledger
import LedgerSQLite
import LedgerStorage
import LocalAppStore
import PaywallAPI
import PaywallCatalog
import PaywallServer
import Subscribers
import Synchronization
import TestSupport
import Testing

@testable import LocalAppStoreServer

/// Twelve hours of requests for refunds on a clock that is passed in. The local App Store sends the
/// requests, judges each answer by Apple's rules, and decides at the end.
@Suite struct RefundDayTests {
  @Test(
    "Each request with consent is answered and each other refused, over restarts and failures",
    arguments: [UInt64(3), 4, 5])
  func day(seed: UInt64) async throws {
    try await withTemporaryFolder { folder in
      let day = try RefundDay(seed: seed, folder: folder)
      try await day.run()
      try await day.check()
    }
  }
}

/// The expected outcome of a customer's request.
private enum Expectation: Hashable {
  /// The team's server reports this many minutes after the request.
  case answered(minutes: Int64, percentage: Int?)
  case refused(RefundRefusal)
}

private actor RefundDay {
  private let store: Mutex<World>
  private let chain: SigningChain
  private let verifier: Verifier
  private let snapshot: Snapshot
  private let path: String
  private var random: SplitMix
  private let clock: Mutex<Timestamp>
  private let seed: UInt64
  /// Calls of Apple's API, by purchase.
  private let attempts = Mutex<[String: UInt64]>([:])
  private let calls = Mutex<(tried: Int, failed: Int, refused: Int)>((0, 0, 0))
  private var expected: [String: Expectation] = [:]
  private var askedAt: [String: Timestamp] = [:]
  private var reported: Set<String> = []

  private static let customers = 40
  private static let restarts = 20
  private static let minute: Int64 = 60_000

  init(seed: UInt64, folder: String) throws {
    random = SplitMix(state: seed)
    self.seed = seed
    path = "\(folder)/ledger.sqlite"
    snapshot = try #require(LoadedFolder.catalogFiles(example).snapshot)
    let store = try world()
    clock = Mutex(store.now)
    chain = try SigningChain()
    verifier = try Verifier(
      AppIdentity(bundleId: snapshot.app.bundleId, environments: [.sandbox]),
      roots: [chain.rootDER])
    self.store = Mutex(store)
  }

  /// Opens the ledger and kills the process again and again, while requests and reports come.
  func run() async throws {
    try await withLedger { ledger in
      try self.buy()
      try await self.deliver(to: ledger)
      try self.ask()
      try await self.deliver(to: ledger)
    }
    for _ in 0..<Self.restarts {
      try await withLedger { ledger in
        // The whole span is 12 hours and 40 minutes.
        for round in 0..<8 {
          self.advance(by: 19 * Self.minute / 4)
          try await self.deliver(to: ledger)
          try await self.report(to: ledger)
          try await self.answer(with: ledger, isKilled: round == 7)
        }
      }
    }
    // Apple has decided by now.
    try await withLedger { ledger in
      self.advance(by: 60 * Self.minute)
      try await self.answer(with: ledger)
      try await self.deliver(to: ledger)
    }
  }

  private var now: Timestamp { clock.withLock { $0 } }

  private func advance(to moment: Timestamp) {
    clock.withLock { $0 = max($0, moment) }
    let now = now
    store.withLock { $0.advance(to: now) }
  }

  private func advance(by milliseconds: Int64) {
    advance(to: now.adding(milliseconds: milliseconds))
  }

  private func withLedger(_ body: (SQLiteLedger) async throws -> Void) async throws {
    let ledger = try SQLiteLedger.open(path: path)
    try await body(ledger)
    await ledger.close()
  }

  /// Buys a subscription, or coins, for each customer.
  private func buy() throws {
    for number in 0..<Self.customers {
      let isCoins = number % 2 == 0
      let id = try store.withLock { store in
        try store.addCustomer("c\(number)")
        return try store.buy(isCoins ? "coins_100" : "pro_yearly", by: "c\(number)")?
          .transactionId
      }
      let transaction = try #require(id)
      switch number % 5 {
      case 0: expected[transaction] = .refused(.noConsent)
      default:
        expected[transaction] = .answered(
          minutes: Int64(random.below(600)),
          percentage: isCoins ? [nil, 0, 30_000, 90_000, 100_000][number / 2 % 5] : nil)
      }
    }
    advance(by: 90 * 24 * 60 * Self.minute)
  }

  private func ask() throws {
    for id in expected.keys.sorted() {
      try store.withLock { try $0.requestRefund(of: id, because: .other) }
      askedAt[id] = now
    }
  }

  /// Delivers Apple's notifications in any order, and some of them twice.
  private func deliver(to ledger: SQLiteLedger) async throws {
    let sent = store.withLock { ($0.takeNotifications(), Payloads($0)) }
    for notification in sent.0.shuffled(using: &random) {
      let text = try chain.sign(notification, sent.1)
      let verified = try verifier.notification(text, at: notification.signedDate).get()
      for _ in 0...random.below(2) { _ = try await ledger.append(verified, at: now) }
    }
  }

  /// The team's server reports when it is time to.
  private func report(to ledger: SQLiteLedger) async throws {
    for (id, expectation) in expected where !reported.contains(id) {
      guard case .answered(let minutes, let percentage) = expectation, let asked = askedAt[id],
        now >= asked.adding(milliseconds: minutes * Self.minute)
      else { continue }
      reported.insert(id)
      let outcome = try await ledger.keep(
        ConsumptionReport(
          transactionId: id, customerConsented: true, deliveryStatus: .delivered,
          sampleContentProvided: false, consumptionPercentage: percentage, reportedAt: now),
        of: .originalTransactionId(id), in: .sandbox, at: now)
      #expect(outcome == .kept(requests: 1))
    }
  }

  /// Runs the job once. A process that is killed in it has told Apple and recorded nothing.
  private func answer(with ledger: SQLiteLedger, isKilled: Bool = false) async throws {
    let snapshot = snapshot
    let job = RefundAnswering(
      ledger: ledger, snapshot: { snapshot },
      send: { answer, id, _ in
        let outcome = self.send(answer, id)
        if isKilled { await ledger.close() }
        return outcome
      }, logger: quiet, now: { self.clock.withLock { $0 } })
    do throws(LedgerFailure) {
      try await job.answerDue()
    } catch {
      #expect(isKilled, "\(error)")
    }
  }

  /// Apple's side: four of ten calls fail before they count, and one after it.
  private nonisolated func send(_ answer: RefundAnswer, _ id: String) -> SentOutcome {
    let draw = draw(id)
    calls.withLock { $0.tried += 1 }
    guard draw > 3 else {
      calls.withLock { $0.failed += 1 }
      return .failed("5000001 try again", retryAt: nil)
    }
    do {
      let body = try AppleBody(answer.json)
      try store.withLock { store in
        let type = store.record(of: id)?.transaction.type ?? .consumable
        try store.answer(ConsumptionReader.answer(body, about: type), about: id)
      }
    } catch {
      calls.withLock { $0.refused += 1 }
      return .rejected("\(error)")
    }
    return draw == 4 ? .failed("no answer in time", retryAt: nil) : .accepted
  }

  /// Draws by purchase and number of the call, so that the order of the calls does not matter.
  private nonisolated func draw(_ id: String) -> Int {
    let call = attempts.withLock { attempts in
      attempts[id, default: 0] += 1
      return attempts[id] ?? 0
    }
    let seed = id.utf8.reduce(seed) { $0 &* 31 &+ UInt64($1) } &+ UInt64(call)
    var random = SplitMix(state: seed)
    return random.below(10)
  }

  func check() async throws {
    let ledger = try SQLiteLedger.open(path: path)
    let cases = try await ledger.refundCases(after: 0, limit: 1000)
    await ledger.close()
    #expect(cases.count == expected.count)
    for each in cases {
      let id = try #require(each.transactionId)
      let deadline = RefundDeadline.answer(to: each.requestedAt)
      switch (expected[id], each.state) {
      case (.answered, .answered(_, _, let moment)):
        #expect(moment < deadline, "\(id)")
        #expect(each.basis?.release == snapshot.release)
        // Apple decided 12 hours after the request, by the answer.
        #expect([.granted, .declined].contains(each.decision?.kind), "\(id)")
      case (.refused(let reason), .refused(let recorded, let moment)):
        #expect(reason == recorded, "\(id)")
        #expect(moment < deadline, "\(id)")
        #expect(each.decisions.isEmpty)
      case (let wanted, let state):
        Issue.record("\(id): \(state) instead of \(String(describing: wanted))")
      }
    }
    let calls = calls.withLock { $0 }
    #expect(calls.refused == 0)
    #expect(calls.failed > 0)
    #expect(calls.tried > Self.customers * 4 / 5)
  }
}

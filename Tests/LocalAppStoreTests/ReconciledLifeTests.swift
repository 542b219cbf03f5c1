import AppStore
import Ledger
@testable import AppStoreSync
import LedgerSQLite
import LedgerStorage
import LocalAppStore
import PaywallCatalog
import Subscribers
import Synchronization
import TestSupport
import Testing

/// Random lives in which a server loses notifications, and reconciles with Apple's server API.
struct ReconciledLifeTests {
  private static let chain = Result { try SigningChain() }

  enum Loss: CaseIterable {
    case tenth, week

    /// - Parameter day: days since 1970.
    func loses(day: Int64, _ random: inout SplitMix) -> Bool {
      switch self {
      case .tenth: random.below(10) == 0
      // Every fourth week the server is away.
      case .week: (day / 7) % 4 == 0
      }
    }
  }

  @Test(
    "A server that lost notifications and reconciled equals one that lost none, and knows what the App Store knows",
    arguments: Loss.allCases)
  func equal(loss: Loss) async throws {
    let chain = try Self.chain.get()
    var lostInAll = 0
    for seed in 1...UInt64(rounds(4, all: 100)) {
      var life = try Life(seed: seed)
      var random = SplitMix(state: seed &* 31)
      let store = AnsweringStore(life.world, chain)
      let (whole, lossy) = (SQLiteLedger.inMemory(), SQLiteLedger.inMemory())
      let clock = Mutex(life.world.now)
      var lost = 0
      let end = life.world.now.adding(Period(months: 18))
      while life.world.now < end {
        try life.step()
        var arrived: [Verified<AppStore.Notification>] = []
        // Claims of seats are no facts of a customer.
        for sent in life.takeNotifications() where sent.type != .unclaimSeats {
          arrived.append(try store.send(sent))
        }
        store.look(at: life.world)
        for notification in arrived {
          _ = try await whole.append(notification, at: life.world.now)
          let day = (notification.payload.signedDate ?? life.world.now).milliseconds / Timestamp.day
          if loss.loses(day: day, &random) {
            lost += 1
          } else {
            _ = try await lossy.append(notification, at: life.world.now)
          }
        }
        // The sandbox keeps 30 days.
        while clock.withLock({ $0 }) < life.world.now {
          let next = clock.withLock { clock in
            clock = min(clock.adding(milliseconds: 20 * Timestamp.day), life.world.now)
            return clock
          }
          // The events of one moment are signed a millisecond apart.
          let report = try await Self.reconciler(
            store.source(withHistories: false), lossy, at: next.adding(milliseconds: 1000)
          )
          .run(in: .sandbox)
          #expect(report.refused.total == 0)
        }
      }
      let moment: Comment = "life \(seed), \(lost) lost"
      lostInAll += lost
      for customer in life.world.customers {
        let name = CustomerName.appTransactionId(customer.appTransactionId)
        let expected = try await whole.histories(of: name, in: .sandbox).first
        let found = try await lossy.histories(of: name, in: .sandbox).first
        #expect(Self.facts(found) == Self.facts(expected), moment)
        #expect(
          found?.subscriber(at: life.world.now) == expected?.subscriber(at: life.world.now), moment)
        // Changes without a notification arrive with the histories.
        if found != nil {
          try await lossy.want(customer.appTransactionId, in: .sandbox, from: life.world.now)
        }
      }
      let report = try await Self.reconciler(
        store.source(withHistories: true), lossy, at: life.world.now
      ).run(in: .sandbox)
      #expect(report.outcome == .done && report.failedCustomers == 0, moment)
      for customer in life.world.customers {
        let name = CustomerName.appTransactionId(customer.appTransactionId)
        guard let found = try await lossy.histories(of: name, in: .sandbox).first else { continue }
        #expect(found.completeAt != nil, moment)
        let believed = found.subscriber(at: life.world.now).subscriptions.map(Account.init)
        let known = try life.world.subscriptions(of: customer.id).map {
          Account($0, in: life.world)
        }
        #expect(believed == known, moment)
      }
    }
    // A short life may lose nothing; most of them do not.
    #expect(lostInAll > rounds(4, all: 100))
  }

  private static func reconciler(
    _ source: AppStoreSource, _ ledger: any Ledger, at now: Timestamp
  ) -> Reconciler {
    var settings = ReconcileSettings()
    settings.lag = 0
    return Reconciler(source, ledger, holder: "test", settings: settings, now: { now })
  }

  private static func facts(_ history: CustomerHistory?) -> Set<String> {
    Set((history?.transactions ?? []).map { "\($0)" } + (history?.renewals ?? []).map { "\($0)" })
  }
}

/// Apple's side: the notifications that it sent, and its present answers.
private final class AnsweringStore: Sendable {
  private struct State {
    var world: World
    var sent: [Verified<AppStore.Notification>] = []
  }

  private let state: Mutex<State>
  private let chain: SigningChain
  private let payloads: Payloads
  private let verifier: Verifier

  init(_ world: World, _ chain: SigningChain) {
    state = Mutex(State(world: world))
    self.chain = chain
    payloads = Payloads(world)
    let identity = AppIdentity(bundleId: "com.example.paywall", environments: [.sandbox])
    let roots = try? TrustedRoots([chain.rootDER])
    verifier = Verifier(identity, roots: roots ?? .apple)
  }

  func look(at world: World) { state.withLock { $0.world = world } }

  func send(_ notification: StoreNotification) throws -> Verified<AppStore.Notification> {
    let text = try chain.sign(notification, payloads)
    let verified = try verifier.notification(text, at: notification.signedDate).get()
    state.withLock { $0.sent.append(verified) }
    return verified
  }

  func source(withHistories: Bool) -> AppStoreSource {
    AppStoreSource(
      environments: { [.sandbox] },
      notifications: { [self] request throws(SourceFailure) in page(request) },
      history: { [self] request throws(SourceFailure) in
        guard withHistories else { throw SourceFailure(.refused, "not now") }
        return try history(request)
      },
      statuses: { [self] request throws(SourceFailure) in
        guard withHistories else { throw SourceFailure(.refused, "not now") }
        return try statuses(request)
      },
      requestTest: { _ throws(SourceFailure) in throw SourceFailure(.refused, "no test") },
      testFate: { _, _ throws(SourceFailure) in throw SourceFailure(.refused, "no test") })
  }

  private func page(_ request: NotificationRequest) -> AppStoreSync.NotificationPage {
    let found = state.withLock { state in
      state.sent.filter {
        let signed = $0.payload.signedDate ?? request.from
        return signed >= request.from && signed <= request.to
      }
    }
    let start = request.token.flatMap(Int.init) ?? 0
    let page = Array(found.dropFirst(start).prefix(20))
    let end = start + page.count
    return AppStoreSync.NotificationPage(
      notifications: page, token: end < found.count ? String(end) : nil)
  }

  private func history(
    _ request: HistoryRequest
  ) throws(SourceFailure) -> AppStoreSync.HistoryPage {
    let world = state.withLock { $0.world }
    let query = HistoryQuery()
    let cursor = request.revision.flatMap { RevisionCursor($0, in: query.order) }
    guard let page = world.history(ofAny: request.id, query, after: cursor) else {
      throw SourceFailure(.notFound, "4040010")
    }
    return try signing { () throws in
      AppStoreSync.HistoryPage(
        environment: .sandbox,
        transactions: try page.records.map {
          try verifier.transaction(try chain.sign($0, payloads), at: $0.signedDate).get()
        }, revision: page.cursor.text, hasMore: page.hasMore)
    }
  }

  private func statuses(_ request: HistoryRequest) throws(SourceFailure) -> StatusPage {
    let world = state.withLock { $0.world }
    guard let found = world.statuses(ofAny: request.id) else {
      throw SourceFailure(.notFound, "4040010")
    }
    return try signing { () throws in
      StatusPage(
        environment: .sandbox,
        transactions: try found.map {
          try verifier.transaction(
            try chain.sign($0.record, payloads), at: $0.record.signedDate
          ).get()
        },
        renewals: try found.map {
          try verifier.renewalInfo(
            try chain.signRenewal(of: $0, payloads), at: $0.record.signedDate
          ).get()
        })
    }
  }

  private func signing<Output>(_ work: () throws -> Output) throws(SourceFailure) -> Output {
    do {
      return try work()
    } catch {
      throw SourceFailure(.refused, "\(error)")
    }
  }
}

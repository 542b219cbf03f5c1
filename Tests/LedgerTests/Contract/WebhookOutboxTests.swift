import AppStore
import Ledger
import LedgerPostgres
import PaywallCatalog
import Subscribers
import TestSupport
import Testing

/// Events are written with the facts that cause them, once.
@Suite("Outbox of webhooks") struct WebhookOutboxTests {
  private static func notify(
    _ ledger: any Ledger, _ uuid: String, _ fact: TransactionFact, type: String = "DID_RENEW",
    subtype: String? = nil, at days: Double
  ) async throws {
    let plain = Sample.notification(uuid, type: type, fact)
    var payload = plain.payload
    payload.subtype = subtype
    try await ledger.append(Sample.signed(payload, plain), at: days)
  }

  @Test("without endpoints nothing is written", .everyLedger)
  func none() async throws {
    try await Self.notify(ledger, "a", Sample.fact("100"), at: 0.1)
    #expect(try await ledger.webhooks() == [])
    // Nor for an endpoint that is no longer in the configuration.
    try await ledger.setWebhooks([Sample.endpoint()], at: Sample.day(0))
    try await ledger.setWebhooks([], at: Sample.day(0))
    try await Self.notify(ledger, "b", Sample.fact("200"), at: 0.1)
    #expect(try await ledger.webhooks() == [])
  }

  @Test(
    "one fact by notification, by an app, by history and by replay is one event",
    arguments: LedgerKind.allCases)
  func once(kind: LedgerKind) async throws {
    try await kind.withLedger { ledger in
      try await ledger.setWebhooks([Sample.endpoint()], at: Sample.day(0))
      let fact = Sample.fact("100", signed: 1)
      let notification = Sample.notification("a", fact)
      let claim = JobClaim(job: "j", holder: "h", until: Sample.day(2))
      func append() async throws {
        try await ledger.append(notification, at: 1)
        try await ledger.append(Evidence(transactions: [Sample.transaction(fact)]), at: 1.1)
        _ = try await ledger.store(
          FetchedFacts(
            environment: .production, id: "100", transactions: [Sample.transaction(fact)]),
          at: Sample.day(1.2))
        _ = try await ledger.replay(
          [notification, Sample.notification("b", fact)], JobProgress(claim, "p"),
          at: Sample.day(1.3))
      }
      try await append()
      try await append()
      let events = try await ledger.webhooks()
      #expect(events.map(\.type) == ["subscription.started"])
      // The same on a ledger that has only the history.
      let other = try await kind.withLedger { other in
        try await other.setWebhooks([Sample.endpoint()], at: Sample.day(0))
        _ = try await other.store(
          FetchedFacts(
            environment: .production, id: "100", transactions: [Sample.transaction(fact)]),
          at: Sample.day(1.9))
        return try await other.webhooks()
      }
      #expect(other.map(\.id) == events.map(\.id))
    }
  }

  @Test("a change of renewal is told with the state of its moment", .everyLedger)
  func renewal() async throws {
    try await ledger.setWebhooks([Sample.endpoint()], at: Sample.day(0))
    let fact = Sample.fact("100", signed: 1)
    try await Self.notify(ledger, "a", fact, type: "SUBSCRIBED", at: 1)
    for (uuid, type, subtype) in [
      ("b", "DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED"),
      ("c", "DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_ENABLED"),
      ("c", "DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_ENABLED"),
      // Both end the same period.
      ("d", "GRACE_PERIOD_EXPIRED", nil), ("e", "EXPIRED", "BILLING_RETRY"),
    ] {
      try await Self.notify(ledger, uuid, fact, type: type, subtype: subtype, at: 1.1)
    }
    #expect(
      try await ledger.webhooks().map(\.type) == [
        "subscription.started", "subscription.cancelled", "subscription.uncancelled",
        "subscription.expired",
      ])
  }

  @Test(
    "each endpoint hears of its events and environments, and of history if it asks",
    .everyLedger)
  func endpoints() async throws {
    try await ledger.setWebhooks(
      [
        Sample.endpoint("all", environments: [.production, .sandbox], history: true),
        Sample.endpoint("coins", events: [.purchaseMade]),
        Sample.endpoint("live"),
      ], at: Sample.day(5))
    // The facts are from before the endpoints, more than a day late, of another environment, and
    // live.
    try await Self.notify(ledger, "a", Sample.fact("100", signed: 4.9), at: 5.1)
    try await Self.notify(ledger, "b", Sample.fact("200", signed: 6), at: 7.1)
    try await Self.notify(ledger, "c", Sample.fact("300", signed: 8, environment: .sandbox), at: 8)
    try await Self.notify(ledger, "d", Sample.fact("400", signed: 8), at: 8)
    #expect(try await ledger.webhooks(of: "all").map(\.isHistorical) == [true, true, false, false])
    #expect(try await ledger.webhooks(of: "coins") == [])
    #expect(try await ledger.webhooks(of: "live").map(\.isHistorical) == [false])
  }

  @Test("of a customer the oldest event goes first, and others do not wait for it", .everyLedger)
  func order() async throws {
    try await ledger.setWebhooks([Sample.endpoint()], at: Sample.day(0))
    let first = Sample.fact("100", customer: "7040", signed: 1)
    // Another chain of the same customer, and another customer.
    try await Self.notify(ledger, "a", first, at: 1)
    try await Self.notify(ledger, "b", Sample.coins("501", customer: "7040", bought: 1.1), at: 1.1)
    try await Self.notify(ledger, "c", Sample.fact("200", customer: "7050", signed: 1), at: 1.2)
    func due(_ days: Double) async throws -> [String] {
      try await ledger.due(at: days).map { String($0.data.split(separator: "\"")[7]) }
    }
    #expect(try await due(2) == ["100", "200"])
    let head = try #require(try await ledger.due(at: 2).first)
    #expect(
      try await ledger.settle(
        [WebhookOutcome(head.number, .failed("500", nextAt: Sample.day(3)))], at: 2))
    #expect(try await due(2.5) == ["200"])
    #expect(try await ledger.settle([WebhookOutcome(head.number, .givenUp("500"))], at: 3))
    let next = try await ledger.due(at: 3)
    #expect(next.map(\.isAfterGap) == [true, false])
    #expect(try await ledger.retryWebhook(head.id, at: Sample.day(3)) == ["backend"])
    #expect(try await due(3) == ["100", "200"])
    #expect(try await ledger.settle([WebhookOutcome(head.number, .delivered)], at: 3.1))
    #expect(try await ledger.due(at: 3.1).map(\.isAfterGap) == [false, false])
  }

  @Test("a process whose round is over records nothing", .everyLedger)
  func fence() async throws {
    try await ledger.setWebhooks([Sample.endpoint()], at: Sample.day(0))
    try await Self.notify(ledger, "a", Sample.fact("100", signed: 1), at: 1)
    func settle(_ result: WebhookOutcome.Result, _ round: WebhookRound) async throws -> Bool {
      try await ledger.settleWebhooks(
        round.due.map { WebhookOutcome($0.number, result) }, WebhookReceiver.Health(),
        of: "backend", round: round.number, at: Sample.day(2))
    }
    let first = try #require(try await ledger.round(at: 1, holder: "one"))
    // The claim of the first has ended, and another process goes on.
    let second = try #require(try await ledger.round(at: 1.1, holder: "two"))
    #expect(second.number > first.number && second.due == first.due)
    #expect(try await !settle(.givenUp("late"), first))
    #expect(try await ledger.webhooks().map(\.state) == [.pending])
    #expect(try await settle(.delivered, second))
    #expect(try await !settle(.failed("late", nextAt: Sample.day(1)), first))
    let event = try #require(try await ledger.webhooks().first)
    #expect(event.state == .delivered && event.deliveredAt == Sample.day(2))
  }

  @Test("while one process has the claim, another one starts no round", .everyLedger)
  func claimed() async throws {
    try await ledger.setWebhooks([Sample.endpoint()], at: Sample.day(0))
    try await Self.notify(ledger, "a", Sample.fact("100", signed: 1), at: 1)
    let claim = JobClaim(job: "webhook/backend", holder: "one", until: Sample.day(2))
    _ = try await ledger.claim(claim, at: Sample.day(1))
    #expect(try await ledger.round(at: 1.5, holder: "two") == nil)
    #expect(try await ledger.round(at: 1.5, holder: "one") != nil)
    #expect(try await ledger.round(at: 2, holder: "two") != nil)
  }

  @Test("an import and a backfill tell nobody, and a notification after them does", .everyLedger)
  func imported() async throws {
    try await ledger.setWebhooks(
      [Sample.endpoint("all", history: true), Sample.endpoint()], at: Sample.day(0))
    let facts = [Sample.fact("100", signed: 1), Sample.fact("200", signed: 1)]
    _ = try await ledger.append(
      Evidence(transactions: [Sample.transaction(facts[0])]), user: nil, at: Sample.day(1),
      isHistory: true)
    _ = try await ledger.store(
      FetchedFacts(
        environment: .production, id: "200", transactions: [Sample.transaction(facts[1])],
        isHistory: true), at: Sample.day(1))
    #expect(try await ledger.webhooks(of: "backend") == [])
    #expect(try await ledger.webhooks(of: "all").map(\.isHistorical) == [true, true])
    try await Self.notify(ledger, "a", facts[0], at: 1.1)
    try await Self.notify(ledger, "b", facts[1], at: 3)
    // The second one came too late to be news, and neither is written twice.
    #expect(
      try await ledger.webhooks(of: "backend").map(\.id)
        == ledger.webhooks(of: "all").prefix(1).map(\.id))
    #expect(try await ledger.webhooks(of: "all").count == 2)
  }

  @Test("erasing a person erases the events", .everyLedger)
  func erased() async throws {
    try await ledger.setWebhooks([Sample.endpoint()], at: Sample.day(0))
    try await Self.notify(ledger, "a", Sample.fact("100", signed: 1), at: 1)
    try await Self.notify(ledger, "b", Sample.fact("200", customer: "7050", signed: 1), at: 1)
    try await ledger.forget(.appTransactionId("7040"), at: 2)
    #expect(
      try await ledger.webhooks().map { $0.data.contains(#""transactionId":"200""#) } == [true])
  }

  @Test("a new URL forgets failures; what is old and waits for nobody goes", .everyLedger)
  func kept() async throws {
    try await ledger.setWebhooks([Sample.endpoint()], at: Sample.day(0))
    try await Self.notify(ledger, "a", Sample.fact("100", signed: 1), at: 1)
    let gone = WebhookReceiver.Health(failures: 3, goneAt: Sample.day(1), lastFailure: "410")
    #expect(try await ledger.settle([], at: 1, health: gone))
    try await ledger.setWebhooks([Sample.endpoint()], at: Sample.day(2))
    #expect(try await ledger.webhookReceivers().map(\.health) == [gone])
    #expect(
      try await ledger.webhookCounts()
        == [WebhookCounts(endpoint: "backend", pending: 1, oldest: Sample.day(1))])
    try await ledger.setWebhooks(
      [Sample.endpoint(url: "https://example.com/new")], at: Sample.day(2))
    #expect(try await ledger.webhookReceivers().map(\.health) == [WebhookReceiver.Health()])
    // The event waits for a receiver that may come back.
    #expect(try await !ledger.pruneWebhooks(before: Sample.day(40), at: Sample.day(70)))
    try await ledger.setWebhooks([], at: Sample.day(40))
    #expect(try await !ledger.pruneWebhooks(before: Sample.day(1), at: Sample.day(70)))
    #expect(try await ledger.webhooks().count == 1)
    #expect(try await ledger.pruneWebhooks(before: Sample.day(40), at: Sample.day(70)))
    #expect(try await ledger.webhooks() == [])
  }

  @Test("what is old goes, also behind an event of a clock that was ahead", .everyLedger)
  func clockAhead() async throws {
    try await ledger.setWebhooks([Sample.endpoint()], at: Sample.day(0))
    for (name, day) in [("a", 1), ("ahead", 900), ("b", 2), ("c", 50)] as [(String, Double)] {
      try await Self.notify(ledger, name, Sample.fact(name, signed: day), at: day)
    }
    try await ledger.setWebhooks([], at: Sample.day(60))
    while try await ledger.pruneWebhooks(before: Sample.day(40), at: Sample.day(70)) {}
    let left = try await ledger.webhooks()
    #expect(Set(left.map(\.receivedAt)) == [Sample.day(50), Sample.day(900)])
  }

  @Test(
    "two nodes that store the same facts at once write one event each",
    .enabled(if: PostgresCluster.isInstalled))
  func nodes() async throws {
    let address = try PostgresAddress.unused()
    let nodes = [try PostgresLedger.open(address), try PostgresLedger.open(address)]
    try await nodes[0].setWebhooks([Sample.endpoint()], at: Sample.day(0))
    let facts = (0..<40).map { number in
      Sample.fact("\(1000 + number)", customer: "\(7000 + number % 5)", signed: 1)
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, fact) in facts.enumerated() {
        group.addTask {
          try await nodes[0].append(Sample.notification("n\(index)", fact), at: 1)
        }
        group.addTask {
          _ = try await nodes[1].store(
            FetchedFacts(
              environment: .production, id: fact.transactionId,
              transactions: [Sample.transaction(fact)]), at: Sample.day(1))
        }
      }
      try await group.waitForAll()
    }
    let events = try await nodes[0].webhooks()
    #expect(events.count == 40 && Set(events.map(\.id)).count == 40)
    for node in nodes { await node.close() }
  }
}

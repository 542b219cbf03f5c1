import AppStoreFixtures
@testable import AppStore
import Ledger
import LedgerSQLite
import LedgerStorage
import Logging
import PaywallAPI
import PaywallCatalog
import PaywallDecisions
import PaywallServer
import Subscribers
import Synchronization
import Testing

/// Events that are sent, and those that are not taken.
@Suite("Sending of webhooks") struct WebhookSendingTests {
  /// A receiver with prepared answers, and a clock that only the test moves.
  private final class Receiver: Sendable {
    let got = Mutex<[(id: String, body: String)]>([])
    let clock = Mutex(Int64(0))
    let answer: @Sendable (String) -> WebhookAnswer

    init(_ answer: @escaping @Sendable (_ body: String) -> WebhookAnswer) { self.answer = answer }

    var now: Timestamp {
      TestStore.moment.adding(milliseconds: clock.withLock { $0 })
    }

    func advance(_ seconds: Int64) { clock.withLock { $0 += seconds * 1000 } }

    func take() -> [String] {
      got.withLock { got in
        defer { got = [] }
        return got.map(\.body)
      }
    }

    func sending(
      _ ledger: any Ledger, holder: String = "one", in snapshot: Snapshot = .lumen
    ) throws -> WebhookSending {
      let release = CompiledSnapshot(snapshot)
      let secret = try WebhookSecret(
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", at: .environment("SECRET"))
      return WebhookSending(
        ledger: ledger, release: { release },
        transport: { requests, _ in
          requests.map { request in
            let body = String(decoding: request.body, as: UTF8.self)
            self.got.withLock { $0.append((request.value(of: "webhook-id") ?? "", body)) }
            return self.answer(body)
          }
        },
        signer: { _ in .success(WebhookSigner(.standard, [secret])) },
        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, now: { self.now },
        holder: holder)
    }
  }

  static let endpoint: WebhookEndpoint = {
    // A URL that is written here.
    guard let url = try? WebhookURL("https://example.com/hooks") else {
      fatalError("the address is a constant of this test")
    }
    return WebhookEndpoint(name: "backend", url: url, secrets: [.environment("SECRET")])
  }()

  /// A ledger with a purchase of each of some customers, in their order.
  static func ledger(_ customers: [String]) async throws -> SQLiteLedger {
    let ledger = SQLiteLedger.inMemory()
    try await ledger.setWebhooks([endpoint], at: TestStore.moment)
    for (index, customer) in customers.enumerated() {
      let fact = TransactionFact(
        environment: .production, transactionId: "\(100 + index)",
        originalTransactionId: "\(100 + index)", productId: "coins_100",
        signedDate: TestStore.moment, appTransactionId: customer,
        type: OpenEnum(.consumable), purchaseDate: TestStore.moment)
      let text = SignedText(header: "a", payload: "b\(index)", signature: "c")
      _ = try await ledger.store(
        FetchedFacts(
          environment: .production, id: fact.transactionId,
          transactions: [Verified(Transaction(fact: fact), text: text)]),
        at: TestStore.moment)
    }
    return ledger
  }

  private static func id(_ body: String) -> String {
    String(body.split(separator: #""transactionId":""#).last?.prefix(3) ?? "")
  }

  private static func states(_ ledger: any Ledger) async throws -> [WebhookDelivery.State] {
    try await ledger.webhookDeliveries(of: nil, nil, limit: 99).reversed()
      .map(\.state)
  }

  @Test("each event is sent once, a customer's in order, signed, with its id")
  func delivered() async throws {
    let ledger = try await Self.ledger(["7040", "7050", "7040", "7040"])
    let receiver = Receiver { _ in .status(204, retryAfter: nil) }
    try await receiver.sending(ledger).sendDue(to: Self.endpoint)
    let ids = receiver.take().map(Self.id)
    #expect(ids.filter { $0 != "101" } == ["100", "102", "103"] && ids.count == 4)
    try await receiver.sending(ledger).sendDue(to: Self.endpoint)
    #expect(receiver.take() == [])
    #expect(try await Self.states(ledger) == [.delivered, .delivered, .delivered, .delivered])
  }

  @Test("messages of one event follow each other, and all go again, by their ids, if one fails")
  func severalMessages() async throws {
    var endpoint = Self.endpoint
    endpoint.format = .revenuecat
    let ledger = SQLiteLedger.inMemory()
    try await ledger.setWebhooks([endpoint], at: TestStore.moment)
    var fact = TransactionFact(
      environment: .production, transactionId: "100", originalTransactionId: "100",
      productId: "pro_monthly", signedDate: TestStore.moment, appTransactionId: "7040",
      type: OpenEnum(.autoRenewable), purchaseDate: TestStore.moment)
    fact.expiresDate = TestStore.moment.adding(milliseconds: 30 * Timestamp.day)
    fact.revocationDate = TestStore.moment
    _ = try await ledger.store(
      FetchedFacts(
        environment: .production, id: "100",
        transactions: [
          Verified(
            Transaction(fact: fact),
            text: SignedText(header: "a", payload: "b", signature: "c"))
        ]),
      at: TestStore.moment)
    let isUp = Mutex(false)
    let receiver = Receiver { body in
      .status(body.contains("EXPIRATION") && !isUp.withLock { $0 } ? 500 : 200, retryAfter: nil)
    }
    // The type and the id of each message.
    func got() -> [[String]] {
      receiver.take().map { body in
        let words = body.split(separator: "\"").map(String.init)
        return [9, 13].map { words[$0] }
      }
    }
    let sending = try receiver.sending(ledger)
    try await sending.sendDue(to: endpoint)
    let first = got()
    #expect(first.map { $0[0] } == ["INITIAL_PURCHASE", "CANCELLATION", "EXPIRATION"])
    isUp.withLock { $0 = true }
    receiver.advance(5)
    try await sending.sendDue(to: endpoint)
    #expect(got() == Array(first.dropFirst()))
    #expect(try await Self.states(ledger) == [.delivered, .delivered])
  }

  @Test("an audience gets the events of its customers alone, also after they have left it")
  func audience() async throws {
    var endpoint = Self.endpoint
    endpoint.audience = "subscribed"
    var snapshot = Snapshot.lumen
    snapshot.webhooks = [endpoint]
    snapshot.audiences["subscribed"] = Audience(
      name: "subscribed",
      condition: .test(AttributeTest("subscription.state", [.equals(.string("subscribed"))])))
    // Customers with coins, of whom one subscribes, and an event about nobody.
    let ledger = try await Self.ledger(["7040", "7050"])
    var fact = TransactionFact(
      environment: .production, transactionId: "200", originalTransactionId: "200",
      productId: "pro_monthly", signedDate: TestStore.moment, appTransactionId: "7050",
      groupId: "21504291", type: OpenEnum(.autoRenewable), purchaseDate: TestStore.moment)
    fact.expiresDate = TestStore.moment.adding(milliseconds: 30 * Timestamp.day)
    func store(_ fact: TransactionFact) async throws {
      _ = try await ledger.store(
        FetchedFacts(
          environment: .production, id: "200",
          transactions: [
            Verified(
              Transaction(fact: fact),
              text: SignedText(
                header: "a", payload: "c\(fact.signedDate.milliseconds)", signature: "c"))
          ]),
        at: TestStore.moment)
    }
    try await store(fact)
    try await ledger.noteWebhook(
      .silent("DID_RENEW", since: TestStore.moment, usualGap: 0, at: TestStore.moment),
      at: TestStore.moment)
    let isUp = Mutex(false)
    let receiver = Receiver { body in
      .status(Self.id(body) == "200" && !isUp.withLock { $0 } ? 500 : 200, retryAfter: nil)
    }
    let sending = try receiver.sending(ledger, in: snapshot)
    try await sending.sendDue(to: endpoint)
    #expect(receiver.take().map(Self.id).sorted() == ["101", "200"])
    // The refund ends the subscription while the receiver does not take its start.
    fact.revocationDate = TestStore.moment
    fact.signedDate = TestStore.moment.adding(milliseconds: 1)
    try await store(fact)
    isUp.withLock { $0 = true }
    receiver.advance(5)
    try await sending.sendDue(to: endpoint)
    #expect(receiver.take().map(Self.id) == ["200"])
    #expect(try await Self.states(ledger).allSatisfy { $0 == .delivered })
  }

  @Test("a receiver that takes nothing gets one probe at a time, ever more rarely, then the rest")
  func failing() async throws {
    let ledger = try await Self.ledger(["7040", "7050", "7060"])
    let isUp = Mutex(false)
    let receiver = Receiver { _ in .status(isUp.withLock { $0 } ? 200 : 500, retryAfter: nil) }
    let sending = try receiver.sending(ledger)
    try await sending.sendDue(to: Self.endpoint)
    #expect(receiver.take().count == 3)
    for pause: Int64 in [5, 30, 120, 300, 300] {
      receiver.advance(pause - 1)
      try await sending.sendDue(to: Self.endpoint)
      #expect(receiver.take() == [])
      receiver.advance(1)
      try await sending.sendDue(to: Self.endpoint)
      #expect(receiver.take().count == 1)
    }
    isUp.withLock { $0 = true }
    receiver.advance(300)
    try await sending.sendDue(to: Self.endpoint)
    #expect(Set(receiver.take().map(Self.id)) == ["100", "101", "102"])
    let health = try #require(try await ledger.webhookReceivers().first?.health)
    #expect(health.failures == 0 && health.nextAt == nil && health.deliveredAt == receiver.now)
  }

  @Test("an event that alone is refused holds up its customer, and nobody else")
  func poison() async throws {
    let ledger = try await Self.ledger(["7040", "7050", "7040"])
    let receiver = Receiver { .status(Self.id($0) == "100" ? 400 : 200, retryAfter: nil) }
    let sending = try receiver.sending(ledger)
    try await sending.sendDue(to: Self.endpoint)
    #expect(Set(receiver.take().map(Self.id)) == ["100", "101"])
    receiver.advance(4)
    try await sending.sendDue(to: Self.endpoint)
    #expect(receiver.take() == [])
    // Given up after three days, and the next one of the customer says that there is a gap.
    var last: [String] = []
    for _ in 0..<9 where last.isEmpty {
      receiver.advance(86_400)
      try await sending.sendDue(to: Self.endpoint)
      last = receiver.take().filter { Self.id($0) == "102" }
    }
    #expect(last.count == 1 && last.allSatisfy { $0.contains(#""afterGap":true"#) })
    #expect(try await Self.states(ledger) == [.dead, .delivered, .delivered])
  }

  @Test("Retry-After in seconds or as a date is heeded, for a day at most")
  func retryAfter() throws {
    let now = try #require(Timestamp(rfc3339: "2026-12-05T12:00:00Z"))
    for (header, pause) in [
      ("600", 600), ("Sat, 05 Dec 2026 12:10:00 GMT", 600), ("99999999999999999", 86_400),
      ("Sun, 05 Dec 2027 12:10:00 GMT", 86_400), ("1", 5), ("soon", 5), ("-1", 5),
    ] as [(String, Int64)] {
      let health = WebhookSchedule.health(
        WebhookReceiver.Health(), after: [.status(429, retryAfter: header)], at: now)
      #expect(health.nextAt == now.adding(milliseconds: pause * 1_000), "\(header)")
    }
  }

  @Test("410 ends the sending; a retry by hand begins it again, with the same id")
  func gone() async throws {
    let ledger = try await Self.ledger(["7040", "7050"])
    let receiver = Receiver { _ in .status(410, retryAfter: nil) }
    let sending = try receiver.sending(ledger)
    try await sending.sendDue(to: Self.endpoint)
    let sent = receiver.got.withLock { $0.map(\.id) }
    #expect(receiver.take().count == 2)
    receiver.advance(30 * 86_400)
    try await sending.sendDue(to: Self.endpoint)
    #expect(receiver.take() == [])
    #expect(try await ledger.retryWebhook(sent[0], at: receiver.now) == ["backend"])
    try await sending.sendDue(to: Self.endpoint)
    #expect(Set(receiver.got.withLock { $0.map(\.id) }) == Set(sent))
  }

  @Test(
    "a redirect and an unreachable receiver are failures",
    arguments: [WebhookAnswer.status(302, retryAfter: nil), .failed("no connection can be made")])
  func failures(answer: WebhookAnswer) async throws {
    let ledger = try await Self.ledger(["7040"])
    let receiver = Receiver { _ in answer }
    try await receiver.sending(ledger).sendDue(to: Self.endpoint)
    #expect(try await Self.states(ledger) == [.pending])
    #expect(try await ledger.webhookReceivers().first?.health.lastFailure == answer.words)
  }

  @Test("one process sends; another takes over when its claim ends, and sends the same ids")
  func takenOver() async throws {
    let ledger = try await Self.ledger(["7040"])
    let receiver = Receiver { _ in .status(200, retryAfter: nil) }
    // A process that is killed after it had sent, before it could record that.
    let claim = JobClaim(
      job: "webhook/backend", holder: "killed", until: receiver.now.adding(milliseconds: 60_000))
    _ = try await ledger.claim(claim, at: receiver.now)
    let sending = try receiver.sending(ledger, holder: "two")
    try await sending.sendDue(to: Self.endpoint)
    #expect(receiver.take() == [])
    receiver.advance(60)
    let id = try await ledger.webhookDeliveries(of: nil, nil, limit: 1).map(\.id)
    try await sending.sendDue(to: Self.endpoint)
    #expect(receiver.got.withLock { $0.map(\.id) } == id)
  }

  @Test("nothing is sent for an endpoint that the ledger has with another URL, or has no more")
  func others() async throws {
    let ledger = try await Self.ledger(["7040"])
    let receiver = Receiver { _ in .status(200, retryAfter: nil) }
    var moved = Self.endpoint
    moved.url = try WebhookURL("https://example.com/new")
    try await receiver.sending(ledger).sendDue(to: moved)
    try await ledger.setWebhooks([], at: TestStore.moment)
    try await receiver.sending(ledger).sendDue(to: Self.endpoint)
    #expect(receiver.take() == [])
  }

  @Test("without its secret nothing is sent, and the endpoint says why")
  func secretless() async throws {
    let ledger = try await Self.ledger(["7040"])
    let receiver = Receiver { _ in .status(200, retryAfter: nil) }
    let sending = WebhookSending(
      ledger: ledger, release: { CompiledSnapshot(.lumen) },
      transport: { requests, _ in requests.map { _ in .status(200, retryAfter: nil) } },
      signer: { endpoint in
        Result { () throws(WebhookSecret.Problem) in try WebhookSigner(endpoint, environment: [:]) }
      },
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, now: { receiver.now })
    try await sending.sendDue(to: Self.endpoint)
    #expect(try await Self.states(ledger) == [.pending])
    #expect(
      try await ledger.webhookReceivers().first?.health.lastFailure
        == "the environment variable SECRET is not set")
  }

  @Test("a receiver that fails is a reason of readiness, and what waits is counted")
  func readiness() async throws {
    let ledger = try await Self.ledger(["7040", "7050"])
    let receiver = Receiver { _ in .status(500, retryAfter: nil) }
    var snapshot = Snapshot.lumen
    #expect(await WebhookReadiness(ledger).metrics(snapshot, at: receiver.now) == [])
    snapshot.webhooks = [Self.endpoint]
    let readiness = WebhookReadiness(ledger)
    #expect(await readiness.reasons(snapshot, at: receiver.now) == [])
    try await receiver.sending(ledger).sendDue(to: Self.endpoint)
    // Counted once in ten seconds.
    #expect(await readiness.reasons(snapshot, at: receiver.now) == [])
    receiver.advance(10)
    let reasons = await readiness.reasons(snapshot, at: receiver.now)
    #expect(reasons.map(\.code) == ["webhookFails"] && reasons.map(\.weight) == [.degrading])
    #expect(reasons.first?.detail.contains("'backend'") == true)
    let figures = await readiness.metrics(snapshot, at: receiver.now)
    #expect(
      figures.map(\.name) == [
        "paywall_webhook_pending_events", "paywall_webhook_dead_events",
        "paywall_webhook_oldest_event_seconds", "paywall_webhook_failures",
      ])
    #expect(figures.map { $0.samples.map(\.value) } == [[2], [0], [10], [1]])
  }
}

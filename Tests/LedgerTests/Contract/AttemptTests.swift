import AppStore
import Ledger
import LedgerSQLite
import LedgerStorage
import PaywallCatalog
import Testing

@Suite("Attempts under one grant")
struct AttemptTests {
  private static let limit = OfferLimit(
    perCustomer: 1, attempts: AttemptLimit(client: 3, server: 5))

  /// Returns the outcomes of requests one after another: `granted`, `retry`, `exhausted`, …
  private func words(_ outcomes: [GrantOutcome]) -> [String] {
    outcomes.map { outcome in
      switch outcome {
      case .granted(_, let isRetry): isRetry ? "retry" : "granted"
      case .refused(let refusal): refusal.rawValue
      case .exhausted: "exhausted"
      case .unknownCustomer: "unknownCustomer"
      }
    }
  }

  @Test("The defaults are 12 for apps and 100 for servers, without any limit too")
  func defaults() {
    #expect(Sample.offer().attempts == AttemptLimit(client: 12, server: 100))
    #expect(
      Sample.offer(limit: OfferLimit(perDay: 1)).attempts == AttemptLimit(client: 12, server: 100))
  }

  @Test(
    "Apps and servers, taps and paywalls have a count each; then the grant is named", .everyLedger)
  func counts() async throws {
    let offer = Sample.offer(limit: Self.limit)
    try await ledger.append(Sample.notification("n", Sample.fact("100")), at: 1)
    var nonce = 0
    func ask(
      _ count: Int, _ caller: GrantRequest.Attempt.Caller, _ moment: GrantRequest.Attempt.Moment,
      product: String = "com.example.pro.monthly", at days: Double = 1.5
    ) async throws -> [GrantOutcome] {
      var outcomes: [GrantOutcome] = []
      for _ in 0..<count {
        nonce += 1
        let request = Sample.request(offer, product: product, nonce: nonce, to: caller, at: moment)
        outcomes += try await ledger.grant([request], at: days)
      }
      return outcomes
    }
    let taps = try await ask(5, .client, .atPurchase)
    #expect(words(taps) == ["granted", "retry", "retry", "exhausted", "exhausted"])
    let grant = try #require(taps.first?.grant)
    #expect(taps.last == .exhausted(grant))
    #expect(grant.lapsesAt == Sample.day(2.5))

    let shown = try await ask(4, .client, .inPaywall)
    #expect(words(shown) == ["retry", "retry", "retry", "exhausted"])
    let server = try await ask(6, .server, .atPurchase)
    #expect(words(server) == Array(repeating: "retry", count: 5) + ["exhausted"])
    let serverShown = try await ask(6, .server, .inPaywall)
    #expect(words(serverShown) == Array(repeating: "retry", count: 5) + ["exhausted"])

    // Another product is refused because of the place, not of the attempts.
    let elsewhere = try await ask(1, .client, .atPurchase, product: "com.example.pro.yearly")
    #expect(words(elsewhere) == ["customerLimitReached"])
    // A millisecond before it lapses, and then at that moment: a new grant, from the beginning.
    let last = 2.5 - 1.0 / 86_400_000
    #expect(words(try await ask(1, .client, .atPurchase, at: last)) == ["exhausted"])
    #expect(
      words(try await ask(4, .client, .atPurchase, at: 2.5)) == [
        "granted", "retry", "retry", "exhausted",
      ])
  }

  @Test("Sixty taps at once get what the limit allows, no more", .everyLedger)
  func race() async throws {
    let offer = Sample.offer(limit: OfferLimit(attempts: AttemptLimit(client: 12)))
    try await ledger.append(Sample.notification("n", Sample.fact("100")), at: 1)
    let outcomes = try await Self.raced([ledger], offer, count: 60)
    #expect(outcomes.count { $0.grant != nil } == 12)
    #expect(outcomes.count { $0.grant != nil && !$0.isRetry } == 1)
  }

  @Test("Two processes at one file count together", .inFolder)
  func twoWriters() async throws {
    let offer = Sample.offer(limit: OfferLimit(perCustomer: 1, perDay: 1))
    let ledgers = [try openFile(), try openFile()]
    try await ledgers[0].append(Sample.notification("n", Sample.fact("100")), at: 1)
    let outcomes = try await Self.raced(ledgers, offer, count: 80)
    #expect(outcomes.count { $0.grant != nil } == 12)
    #expect(outcomes.count { $0.grant != nil && !$0.isRetry } == 1)
    for ledger in ledgers { await ledger.close() }
  }

  private static func raced(
    _ ledgers: [any Ledger], _ offer: Offer, count: Int
  ) async throws -> [GrantOutcome] {
    try await atOnce(count) { number in
      try await ledgers[number % ledgers.count].grant(
        [Sample.request(offer, nonce: number)], at: 1.5)[0]
    }
  }

  @Test("Whom a server vouches for again takes no second place, and has its attempts", .everyLedger)
  func onTrust() async throws {
    let offer = Sample.offer(
      limit: OfferLimit(perDay: 3, attempts: AttemptLimit(client: 1, server: 2)))
    func ask(
      _ trusted: String?, _ nonce: Int, in environment: AppStoreEnvironment = .production
    ) async throws -> [String] {
      words(
        try await ledger.grant(
          [
            Sample.request(
              offer, customer: nil, trusted: trusted, nonce: nonce, environment: environment,
              to: .server)
          ], at: 1))
    }
    #expect(try await ask("account/a", 1) == ["granted"])
    #expect(try await ask("account/a", 2) == ["retry"])
    #expect(try await ask("account/a", 3) == ["exhausted"])
    #expect(try await ask("account/b", 4) == ["granted"])
    #expect(try await ask("account/a", 5, in: .sandbox) == ["granted"])
    // Requests without a customer: each is a grant of its own, up to the day's limit.
    #expect(try await ask(nil, 6) == ["granted"])
    #expect(try await ask(nil, 7) == ["dayLimitReached"])
    #expect(try await ledger.dayCounts(of: "half", at: 1) == ["half": 3])
  }

  @Test("What is shown with an exhausted request is kept", .everyLedger)
  func keeps() async throws {
    let offer = Sample.offer(limit: OfferLimit(attempts: AttemptLimit(client: 1)))
    for (nonce, id) in ["100", "101"].enumerated() {
      let evidence = try Evidence(
        transactions: [Sample.transaction(Sample.fact(id, chain: "100", signed: 1))])
      let request = Sample.request(
        offer, customer: evidence.identity, evidence: evidence, nonce: nonce)
      let outcome = try await ledger.grant([request], at: 1.1)
      #expect(words(outcome) == [nonce == 0 ? "granted" : "exhausted"])
    }
    #expect(try await ledger.entries(after: 0, limit: 9).count == 2)
  }
}

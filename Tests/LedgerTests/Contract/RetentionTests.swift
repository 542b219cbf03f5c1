import AppStore
import Ledger
import PaywallCatalog
import Subscribers
import Testing

/// Apple's requests for retention messages: one answer each, with what belongs to it.
@Suite("Requests for retention messages") struct RetentionTests {
  private static let request = Sample.retentionRequest(1)

  @Test("a request has one answer, which an hour later is gone", .everyLedger)
  func once() async throws {
    try await ledger.append(Sample.notification("n", Sample.fact("100")), at: 1)
    let first = try await ledger.answer(Self.request, RetentionChoice("a"), at: 1)
    #expect(first == RetentionOutcome(body: "a"))
    let again = try await ledger.answer(Self.request, RetentionChoice("b"), at: 1.01)
    #expect(again == RetentionOutcome(body: "a", isRepeated: true))
    #expect(try await ledger.answered(Self.request) == "a")
    let other = Sample.retentionRequest(2)
    #expect(
      try await ledger.answer(other, RetentionChoice("c"), at: 1 + 1.0 / 24) == .init(body: "c"))
    #expect(try await ledger.answered(Self.request) == "a")
    try await ledger.answer(Sample.retentionRequest(3), RetentionChoice("d"), at: 1 + 1.5 / 24)
    #expect(try await ledger.answered(Self.request) == nil)
    #expect(try await ledger.answered(other) == "c")
  }

  @Test("the answer to an unknown customer stays, also if they become known", .everyLedger)
  func unknown() async throws {
    guard case .unknownCustomer = try await ledger.knowledge(of: Self.request) else {
      Issue.record("a customer of an empty ledger")
      return
    }
    try await ledger.answer(Self.request, RetentionChoice("{}"), at: 1)
    try await ledger.append(Sample.notification("n", Sample.fact("100")), at: 1)
    #expect(try await ledger.answered(Self.request) == "{}")
    #expect(try await ledger.unit(of: Sample.retentionRequest(2)) != nil)
  }

  @Test(
    "a customer keeps the visitor id when Apple names them, and others have others", .everyLedger)
  func unit() async throws {
    try await ledger.append(Sample.notification("n", Sample.fact("100", customer: nil)), at: 1)
    let unit = try #require(try await ledger.unit(of: Self.request))
    #expect(unit.hasPrefix("customer:") && !unit.contains("100") && unit.count == 41)
    try await ledger.answer(
      Self.request, RetentionChoice("a", exposures: [Sample.retentionExposure(of: unit)]), at: 1)
    try await ledger.append(Sample.notification("m", Sample.fact("101", chain: "100")), at: 2)
    let named = Sample.retentionRequest(2)
    #expect(try await ledger.unit(of: named) == unit)
    guard case .customer(let customer) = try await ledger.knowledge(of: named) else {
      Issue.record("no customer")
      return
    }
    #expect(customer.records.map(\.variant) == ["trial"])
    #expect(customer.history.appTransactionId == "7040")
    try await ledger.append(Sample.notification("o", Sample.fact("200", customer: "7041")), at: 2)
    #expect(try await ledger.unit(of: Sample.retentionRequest(3, of: "200")) != unit)
  }

  @Test("a user id of the team's that begins like a visitor id is not one", .everyLedger)
  func foreignUnit() async throws {
    try await ledger.append(Sample.notification("n", Sample.fact("100")), at: 1)
    let unit = try #require(try await ledger.unit(of: Self.request))
    try await ledger.link("customer:42", to: .originalTransactionId("100"), at: 2)
    #expect(try await ledger.unit(of: Self.request) == unit)
  }

  @Test(
    "without the place that it needs, the second answer is stored and nothing else", .everyLedger)
  func limits() async throws {
    let offer = Sample.offer(limit: OfferLimit(perCustomer: 1, perDay: 1))
    for (chain, customer) in [("100", "7040"), ("200", "7041")] {
      try await ledger.append(
        Sample.notification(chain, Sample.fact(chain, customer: customer)), at: 1)
    }
    func choice(_ chain: String, nonce: Int) -> RetentionChoice {
      let identity = CustomerIdentity(originalTransactionIds: [chain])
      return RetentionChoice(
        "offer", grant: Sample.request(offer, customer: identity, nonce: nonce))
    }
    let granted = try await ledger.answer(
      Self.request, choice("100", nonce: 1), else: RetentionChoice("message"), at: 1)
    #expect(granted.body == "offer" && granted.grant?.grant != nil)
    // The same request takes no second place, and another one of the customer none either.
    let again = try await ledger.answer(
      Self.request, choice("100", nonce: 2), else: RetentionChoice("message"), at: 1.001)
    #expect(again == RetentionOutcome(body: "offer", isRepeated: true))
    let next = try await ledger.answer(
      Sample.retentionRequest(2), choice("100", nonce: 3), else: RetentionChoice("message"),
      at: 1.002)
    #expect(next.body == "offer" && next.grant?.isRetry == true)
    let refused = try await ledger.answer(
      Sample.retentionRequest(3, of: "200"), choice("200", nonce: 4),
      else: RetentionChoice("message"), at: 1.003)
    #expect(refused == RetentionOutcome(body: "message", grant: .refused(.dayLimitReached)))
    #expect(try await ledger.answered(Sample.retentionRequest(3, of: "200")) == "message")
    #expect(try await ledger.dayCounts(of: "half", at: 1) == ["half": 1])
  }

  @Test("what went out meanwhile is stored instead, and takes no place", .everyLedger)
  func late() async throws {
    try await ledger.append(Sample.notification("n", Sample.fact("100")), at: 1)
    let choice = RetentionChoice("offer", grant: Sample.request(Sample.offer(), nonce: 1))
    let outcome = try await ledger.answer(
      Self.request, choice, else: RetentionChoice("message"), unlessSent: { RetentionChoice("{}") },
      at: Sample.day(1))
    #expect(outcome == RetentionOutcome(body: "{}"))
    #expect(try await ledger.only(.appTransactionId("7040"))?.grants == [])
    // It went out while the other one was being committed.
    try await ledger.correct(Self.request, sent: "message", at: Sample.day(1))
    #expect(try await ledger.answered(Self.request) == "message")
  }

  @Test("an erased person leaves no answer, no assignment and no visitor id", .everyLedger)
  func erased() async throws {
    try await ledger.append(Sample.notification("n", Sample.fact("100")), at: 1)
    let unit = try #require(try await ledger.unit(of: Self.request))
    let exposure = Sample.retentionExposure(of: unit)
    let outcome = try await ledger.answer(
      Self.request, RetentionChoice("a", exposures: [exposure]), at: 1)
    #expect(outcome.exposures == [.recorded])
    #expect(try await ledger.isRecorded(unit, in: .production))
    #expect(ledger.mayHaveAssignments(of: unit))
    #expect(try await ledger.forget(.originalTransactionId("100"), at: 2) == 1)
    #expect(try await ledger.answered(Self.request) == nil)
    #expect(try await ledger.isRecorded(unit, in: .production) == false)
    let remaining = try await ledger.histories(of: .user(unit), in: .production)
    #expect(remaining.isEmpty)
  }
}

extension Sample {
  static func retentionRequest(_ number: Int, of chain: String = "100") -> RetentionRequest {
    RetentionRequest(
      id: uuid(number), environment: .production, originalTransactionId: chain)
  }

  static func retentionExposure(of unit: String) -> Exposure {
    exposure("retention", unit, origin: .userId, at: 1)
  }
}

extension Ledger {
  @discardableResult
  fileprivate func answer(
    _ request: RetentionRequest, _ first: RetentionChoice, else second: RetentionChoice? = nil,
    at days: Double
  ) async throws(LedgerFailure) -> RetentionOutcome {
    try await answer(
      request, first, else: second ?? first, unlessSent: { nil }, at: Sample.day(days))
  }

  /// The stored body of a request.
  fileprivate func answered(_ request: RetentionRequest) async throws(LedgerFailure) -> String? {
    guard case .answered(let body) = try await knowledge(of: request) else { return nil }
    return body
  }

  /// The visitor id of a request that was not answered.
  fileprivate func unit(of request: RetentionRequest) async throws(LedgerFailure) -> String? {
    guard case .customer(let customer) = try await knowledge(of: request) else { return nil }
    return customer.unit
  }
}

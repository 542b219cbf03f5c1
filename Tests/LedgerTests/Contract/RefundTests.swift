@testable import Subscribers
import AppStore
import Ledger
import PaywallCatalog
import TestSupport
import Testing

@Suite struct RefundTests {
  private static let bought = Sample.purchase("101", bought: 1)

  private static func asked(
    _ uuid: String = "ask", _ fact: TransactionFact = bought, at day: Double = 5
  ) -> Verified<Notification> {
    Sample.notification(uuid, type: "CONSUMPTION_REQUEST", fact, signed: day)
  }

  private static func report(
    _ transaction: String? = "101", consents: Bool = true, at day: Double = 5.1
  ) -> ConsumptionReport {
    ConsumptionReport(
      transactionId: transaction, customerConsented: consents,
      deliveryStatus: consents ? .delivered : nil, sampleContentProvided: consents ? false : nil,
      reportedAt: Sample.day(day))
  }

  private static let basis = RefundBasis(facts: nil, report: nil, release: "r1")

  @Test("A request is opened once, and is due at once", .everyLedger)
  func opened() async throws {
    for _ in 0..<2 { _ = try await ledger.append(Self.asked(), at: 5.01) }
    let due = try await ledger.dueRefundCases(at: Sample.day(5.01), limit: 10)
    let only = try #require(due.first)
    #expect(due.count == 1)
    #expect(only.refundCase.transactionId == "101")
    #expect(only.refundCase.originalTransactionId == "101")
    #expect(only.refundCase.requestedAt == Sample.day(5))
    #expect(only.refundCase.isOpen)
    #expect(only.reports.isEmpty)
    #expect(try await ledger.refundCounts(at: Sample.day(5)).open == 1)
    #expect(try await ledger.dueRefundCases(at: Sample.day(5), limit: 10).isEmpty)
  }

  @Test(
    "Reports on the purchase and on the customer reach the request, newest first of each",
    .everyLedger)
  func reports() async throws {
    try await ledger.append(Self.asked(), at: 5.01)
    try await ledger.postpone("ask", until: Sample.day(5.4), failure: nil)
    for (report, expected) in [
      (Self.report(nil, at: 5.1), ReportOutcome.kept(requests: 1)),
      (Self.report(consents: false, at: 5.2), .kept(requests: 1)),
      (Self.report(at: 5.3), .kept(requests: 1)), (Self.report("404"), .unknownTransaction),
    ] {
      #expect(
        try await ledger.keep(
          report, of: .appTransactionId("7040"), in: .production, at: report.reportedAt)
          == expected)
    }
    #expect(
      try await ledger.keep(
        Self.report(), of: .appTransactionId("1"), in: .production, at: Sample.day(5.3))
        == .unknownCustomer)
    var share = Self.report()
    share.consumptionPercentage = 1
    #expect(
      try await ledger.keep(
        share, of: .originalTransactionId("101"), in: .production, at: Sample.day(5.3))
        == .shareOfSubscription)
    let due = try await ledger.dueRefundCases(at: Sample.day(5.3), limit: 10)
    #expect(due.first?.reports == [Self.report(at: 5.3), Self.report(nil, at: 5.1)])
  }

  @Test("A request is settled once, with what was sent and why", .everyLedger)
  func settled() async throws {
    try await ledger.append(Self.asked(), at: 5.01)
    try await ledger.postpone("ask", until: Sample.day(5.02), failure: "5000001")
    #expect(try await ledger.refundCounts(at: Sample.day(5)).failing == 1)
    let state = RefundCase.State.answered(
      RefundAnswer(
        deliveryStatus: .delivered, sampleContentProvided: true, consumptionPercentage: 7,
        refundPreference: .grantProrated), rule: "others", at: Sample.day(5.02))
    #expect(try await ledger.settle("ask", as: state, on: Self.basis, failure: nil))
    let again = RefundCase.State.refused(.noConsent, at: Sample.day(5.03))
    #expect(try await !ledger.settle("ask", as: again, on: Self.basis, failure: nil))
    let kept = try #require(try await ledger.refundCases(after: 0, limit: 5).first)
    #expect(kept.state == state)
    #expect(kept.basis == Self.basis)
    #expect([kept.attempts.description, kept.lastFailure] == ["1", "5000001"])
    let counts = try await ledger.refundCounts(at: Sample.day(6))
    #expect([counts.open, counts.answered, counts.failing] == [0, 1, 0])
    #expect(try await ledger.refundCases(named: "101").map(\.refundCase) == [kept])
    #expect(try await ledger.refundCases(named: "ask").map(\.refundCase) == [kept])
    #expect(try await ledger.refundCases(after: kept.number, limit: 5).isEmpty)
  }

  @Test(
    "Consent that comes after the refusal opens the request again, while Apple waits", .everyLedger)
  func reopened() async throws {
    try await ledger.append(Self.asked(), at: 5.01)
    let refused = RefundCase.State.refused(.noConsent, at: Sample.day(5.46))
    _ = try await ledger.settle("ask", as: refused, on: Self.basis, failure: nil)
    // Twelve hours are half a day.
    for (day, count) in [(5.6, 0), (5.49, 1)] {
      #expect(
        try await ledger.keep(
          Self.report(at: day), of: .appTransactionId("7040"), in: .production,
          at: Sample.day(day)) == .kept(requests: count))
    }
    #expect(try await ledger.dueRefundCases(at: Sample.day(5.49), limit: 5).count == 1)
  }

  @Test("Decisions belong to the request before them, in any order", arguments: LedgerKind.allCases)
  func decisions(kind: LedgerKind) async throws {
    let refund = Sample.refund(of: Self.bought, at: 9, type: .refundProrated, percentage: 40_000)
    let notifications = [
      Self.asked("a", at: 5),
      Sample.notification("b", type: "REFUND_DECLINED", Self.bought, signed: 6),
      Self.asked("c", at: 8), Sample.notification("d", type: "REFUND", refund, signed: 9),
      Sample.notification("e", type: "REFUND_REVERSED", Self.bought, signed: 10),
    ]
    var random = SplitMix(state: 3)
    for _ in 0..<6 {
      try await kind.withLedger { ledger async throws in
        for notification in notifications.shuffled(using: &random) {
          try await ledger.append(notification, at: 20)
        }
        let found = try await ledger.refundCases(named: "101").map(\.refundCase)
        #expect(found.map(\.notification) == ["a", "c"])
        #expect(
          found.map(\.decisions) == [
            [RefundDecision(.declined, at: Sample.day(6))],
            [
              RefundDecision(.granted, at: Sample.day(9), share: 40_000),
              RefundDecision(.reversed, at: Sample.day(10)),
            ],
          ])
      }
    }
  }

  @Test("An erased person leaves no request and no report", .everyLedger)
  func erased() async throws {
    try await ledger.append(Self.asked(), at: 5.01)
    for id in ["101", nil] {
      _ = try await ledger.keep(
        Self.report(id), of: .appTransactionId("7040"), in: .production, at: Sample.day(5.1))
    }
    try await ledger.forget(.appTransactionId("7040"), at: 6)
    #expect(try await ledger.refundCases(after: 0, limit: 5).isEmpty)
    #expect(try await !ledger.settle("ask", as: .open, on: Self.basis, failure: nil))
    try await ledger.append(Self.asked("again", at: 7), at: 7)
    #expect(try await ledger.refundCases(named: "101").map(\.reports) == [[]])
  }

  @Test("A report on a provisional customer follows to the one that Apple names", .everyLedger)
  func moved() async throws {
    let unnamed = Sample.purchase("101", customer: nil, bought: 1)
    try await ledger.append(Self.asked("ask", unnamed), at: 5.01)
    try await ledger.append(
      Sample.notification("b", type: "SUBSCRIBED", Sample.purchase("201", bought: 1)),
      at: 5.01)
    _ = try await ledger.keep(
      Self.report(nil), of: .originalTransactionId("101"), in: .production, at: Sample.day(5.1))
    try await ledger.append(Sample.notification("c", type: "DID_RENEW", Self.bought), at: 5.2)
    #expect(try await ledger.refundCases(named: "ask").map(\.reports) == [[Self.report(nil)]])
  }
}

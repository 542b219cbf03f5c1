@testable import Subscribers
import PaywallCatalog
import Testing

@Suite struct ReportTests {
  private static func moment(_ hours: Int64) -> Timestamp {
    Timestamp(milliseconds: 1_800_000_000_000 + hours * 3_600_000)
  }

  private static func settled(
    _ number: Int64, _ state: RefundCase.State, price: Int64 = 10_000, refunds: Int = 0,
    used: Int? = nil, _ decisions: RefundDecision...
  ) -> RefundCase {
    RefundCase(
      number: number, notification: "n\(number)", environment: .production,
      transactionId: "t\(number)", originalTransactionId: "t\(number)", requestedAt: moment(0),
      receivedAt: moment(0), state: state,
      basis: RefundBasis(
        facts: RefundFacts(
          transactionId: "t\(number)", product: "coins_100", type: .consumable,
          requestedAt: moment(0), price: MoneyAmount(milliunits: price, currency: "EUR"),
          refunds: refunds),
        report: ConsumptionReport(
          customerConsented: true, deliveryStatus: .delivered, sampleContentProvided: false,
          consumptionPercentage: used, reportedAt: moment(0)), release: "r"),
      decisions: decisions)
  }

  private static func answered(
    _ rule: String, _ preference: RefundRule.Preference?
  ) -> RefundCase.State {
    .answered(
      RefundAnswer(
        deliveryStatus: .delivered, sampleContentProvided: false, refundPreference: preference),
      rule: rule, at: moment(1))
  }

  private static let cases = [
    settled(1, answered("often", .decline), refunds: 4, .init(.declined, at: moment(2))),
    settled(
      2, answered("often", .decline), price: 3000, refunds: 3,
      .init(.granted, at: moment(2), share: 50_000)),
    settled(
      3, answered("others", nil), .init(.granted, at: moment(2), share: 100_000),
      .init(.reversed, at: moment(9))),
    settled(4, .refused(.noConsent, at: moment(11))),
    settled(5, .refused(.noRule, at: moment(11)), refunds: 1),
  ]

  @Test("A report adds up by rule and by refusal, with what was given back and kept")
  func report() {
    let report = RefundReport(of: Self.cases) { $0.basis?.facts?.price }
    #expect(
      report.lines.map {
        "\($0.kind) \($0.asked) \($0.granted) \($0.declined) \($0.reversed) \($0.undecided)"
      } == [
        #"rule("often") 2 1 1 0 0"#, #"rule("others") 1 0 0 1 0"#,
        "refused(Subscribers.RefundRefusal.noConsent) 1 0 0 0 1",
        "refused(Subscribers.RefundRefusal.noRule) 1 0 0 0 1",
      ])
    #expect(report.lines[0].moneyAsked == ["EUR": 13_000])
    #expect(report.lines[0].moneyGranted == ["EUR": 1500])
    #expect(report.lines[1].moneyGranted.isEmpty)
    #expect(report.total.asked == 5)
    #expect(report.total.moneyAsked == ["EUR": 43_000])
  }

  @Test("A simulation judges again by other rules, and leaves other refusals as they were")
  func simulation() {
    let policy = RefundPolicy(rules: [
      RefundRule(
        name: "very", tests: [.refunds(InclusiveBounds(atLeast: 4))], preference: .decline),
      RefundRule(name: "rest", preference: .noPreference),
    ])
    let simulation = RefundSimulation(of: Self.cases, under: policy)
    #expect(
      simulation.entries.map { "\($0.number) \($0.was.word) \($0.becomes.word)" } == [
        "1 decline decline", "2 decline none", "3 none none", "4 noConsent noConsent",
        "5 noRule none",
      ])
    #expect(
      simulation.changes.map { "\($0.from) \($0.to) \($0.requests) \($0.money["EUR"] ?? 0)" }
        == ["decline none 1 3000", "noRule none 1 10000"])
    #expect(simulation.leftOut == 0)
  }

  @Test("What is open, or has nothing to judge by, is left out")
  func leftOut() {
    var open = Self.cases[0]
    open.state = .open
    var bare = Self.cases[1]
    bare.basis = nil
    let simulation = RefundSimulation(of: [open, bare], under: RefundPolicy(rules: []))
    #expect(simulation.entries.isEmpty)
    #expect(simulation.leftOut == 2)
  }
}

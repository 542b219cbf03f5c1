@testable import Subscribers
import PaywallCatalog
import Testing

@Suite struct JudgementTests {
  private static let hour: Int64 = 3_600_000
  private static let asked = Timestamp(milliseconds: 1_800_000_000_000)

  private static func after(_ hours: Int64) -> Timestamp {
    asked.adding(milliseconds: hours * hour)
  }

  private static func facts(
    _ type: ProductType? = .consumable, shared: Bool = false, refunds: Int = 0
  ) -> RefundFacts {
    RefundFacts(
      transactionId: "7", product: "coins_100", type: type, isFamilyShared: shared,
      requestedAt: asked, refunds: refunds)
  }

  private static func report(
    _ consents: Bool = true, _ delivery: DeliveryStatus = .delivered, used: Int? = nil,
    transaction: String? = "7", at hours: Int64 = -1
  ) -> ConsumptionReport {
    ConsumptionReport(
      transactionId: transaction, customerConsented: consents,
      deliveryStatus: consents ? delivery : nil, sampleContentProvided: consents ? true : nil,
      consumptionPercentage: used, reportedAt: after(hours))
  }

  private static let policy = RefundPolicy(rules: [
    RefundRule(
      name: "often", tests: [.refunds(InclusiveBounds(atLeast: 2))], preference: .decline),
    RefundRule(name: "others", preference: .grantProrated),
  ])

  private static func verdict(
    _ facts: RefundFacts?, _ reports: [ConsumptionReport], policy: RefundPolicy? = policy,
    at hours: Int64 = 0
  ) -> RefundJudgement.Verdict {
    RefundPolicy.judge(
      facts, reports, by: policy, requestedAt: asked, at: after(hours)
    ).verdict
  }

  @Test("Without consent it waits for eleven hours, and is refused then")
  func consent() {
    #expect(Self.verdict(Self.facts(), []) == .wait(until: Self.after(11), .noConsent))
    #expect(Self.verdict(Self.facts(), [], at: 11) == .refuse(.noConsent))
    #expect(
      Self.verdict(Self.facts(), [Self.report(false)]) == .wait(until: Self.after(11), .noConsent))
  }

  @Test("A withdrawal counts, whichever of the two reports is older")
  func withdrawal() {
    let (own, all) = (Self.report(at: -2), Self.report(false, transaction: nil, at: -1))
    #expect(Self.verdict(Self.facts(), [own, all], at: 11) == .refuse(.noConsent))
    let later = Self.report(false, at: -1)
    let earlier = Self.report(transaction: nil, at: -2)
    #expect(Self.verdict(Self.facts(), [later, earlier], at: 11) == .refuse(.noConsent))
    // At one moment the refusal counts.
    let both = [Self.report(at: -1), Self.report(false, transaction: nil, at: -1)]
    #expect(Self.verdict(Self.facts(), both, at: 11) == .refuse(.noConsent))
    #expect(Self.verdict(Self.facts(), both.reversed(), at: 11) == .refuse(.noConsent))
  }

  @Test("The report on the purchase says more than the one on the customer")
  func details() {
    let reports = [
      Self.report(true, .undeliveredOther, at: -3), Self.report(transaction: nil, at: -1),
    ]
    #expect(ConsumptionReport.holding(among: reports)?.deliveryStatus == .undeliveredOther)
  }

  @Test("What Apple takes no answer about is refused at once, with consent or without")
  func refused() {
    #expect(Self.verdict(nil, []) == .refuse(.appTransaction))
    #expect(
      Self.verdict(Self.facts(shared: true), [Self.report()]) == .refuse(.familyShared))
    #expect(Self.verdict(Self.facts(), [Self.report()], at: 12) == .refuse(.tooLate))
  }

  @Test("Without a rule that matches it waits for one, and is refused then")
  func noRule() {
    let often = RefundPolicy(rules: [Self.policy.rules[0]])
    for policy in [often, nil] {
      #expect(
        Self.verdict(Self.facts(), [Self.report()], policy: policy)
          == .wait(until: Self.after(11), .noRule))
      #expect(
        Self.verdict(Self.facts(), [Self.report()], policy: policy, at: 11) == .refuse(.noRule))
    }
  }

  @Test(
    "A prorated refund of what does not renew is asked for only with a share that Apple takes",
    arguments: [
      (nil, nil, nil), (0, 0, RefundRule.Preference.grantFull), (1, 1, .grantProrated),
      (99_999, 99_999, .grantProrated), (100_000, 100_000, .decline),
    ] as [(Int?, Int?, RefundRule.Preference?)])
  func prorated(used: Int?, sent: Int?, preference: RefundRule.Preference?) {
    #expect(
      Self.verdict(Self.facts(), [Self.report(used: used)])
        == .answer(
          RefundAnswer(
            deliveryStatus: .delivered, sampleContentProvided: true, consumptionPercentage: sent,
            refundPreference: preference), rule: "others"))
  }

  @Test(
    "No share is sent of a subscription, of an unknown type, or of what was not delivered",
    arguments: [
      (ProductType.autoRenewable, DeliveryStatus.delivered, RefundRule.Preference.grantProrated),
      (nil, .delivered, nil), (.consumable, .undeliveredOther, nil),
    ] as [(ProductType?, DeliveryStatus, RefundRule.Preference?)])
  func share(
    type: ProductType?, delivery: DeliveryStatus, preference: RefundRule.Preference?
  ) {
    #expect(
      Self.verdict(Self.facts(type), [Self.report(true, delivery, used: 40_000)])
        == .answer(
          RefundAnswer(
            deliveryStatus: delivery, sampleContentProvided: true, refundPreference: preference),
          rule: "others"))
  }

  @Test("The trace says what was looked at, and why a rule did not match")
  func trace() {
    let judgement = RefundPolicy.judge(
      Self.facts(refunds: 1), [Self.report(used: 40_000)], by: Self.policy,
      requestedAt: Self.asked, at: Self.asked)
    #expect(
      judgement.trace.map { "\($0.rule ?? "-") \($0.holds) \($0.findings.joined(separator: ","))" }
        == [
          "- true purchase: 7 of coins_100",
          "- true time: Apple waits until 2027-01-15T20:00:00Z",
          "- true consent: reported at 2027-01-15T07:00:00Z",
          "often false refunds: 1, does not match", "others true every request",
        ])
  }

  @Test("The body is in Apple's spelling")
  func body() {
    let answer = RefundAnswer(
      deliveryStatus: .delivered, sampleContentProvided: false, consumptionPercentage: 45_500,
      refundPreference: .grantProrated)
    let text = String(decoding: answer.json, as: UTF8.self)
    #expect(
      text == #"{"customerConsented":true,"deliveryStatus":"DELIVERED","#
        + #""sampleContentProvided":false,"consumptionPercentage":45500,"#
        + #""refundPreference":"GRANT_PRORATED"}"#)
    #expect(RefundAnswer(json: text) == answer)
    #expect(RefundAnswer(json: "{}") == nil)
  }

  @Test("A basis survives its text")
  func basis() {
    var facts = Self.facts(.autoRenewable, shared: true, refunds: 3)
    facts.price = MoneyAmount(milliunits: 9990, currency: "EUR")
    facts.purchasedAt = Self.after(-40)
    facts.refunded = ["EUR": 5, "USD": 7]
    facts.reason = .legal
    let basis = RefundBasis(
      facts: facts, report: Self.report(true, .undeliveredWrongItem), release: "r")
    #expect(RefundBasis(json: basis.json) == basis)
    let bare = RefundBasis(facts: nil, report: nil, release: "")
    #expect(RefundBasis(json: bare.json) == bare)
    #expect(RefundBasis(json: "[]") == nil)
  }
}

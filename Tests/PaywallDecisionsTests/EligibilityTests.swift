import PaywallCatalog
import PaywallDecisions
import Serving
import Testing

/// The effect of verified facts on each kind of offer; `noon` is 2026-12-10T12:00Z.
struct EligibilityTests {
  private static let trial = offer(.introductory)
  private static let again = offer(.introductory) {
    $0.again = true
    $0.limit = OfferLimit(perCustomer: 1, every: Period(months: 6))
  }
  private static let usedUp = grant("introductory", at: "2026-08-01T00:00Z", redeemed: true)

  @Test(
    "An introductory offer",
    arguments: [
      // Cases by state, use and completeness.
      (trial, .none, false, false, "unknown historyIncomplete"),
      (trial, .none, false, true, "eligible neverUsed"),
      (trial, .expired, false, false, "unknown historyIncomplete"),
      (trial, .expired, false, true, "eligible neverUsed"),
      (trial, .revoked, false, true, "eligible neverUsed"),
      (trial, .subscribed, false, true, "ineligible subscribedNow"),
      (trial, .subscribed, false, false, "ineligible subscribedNow"),
      (trial, .inGracePeriod, false, true, "ineligible subscribedNow"),
      (trial, .inBillingRetryPeriod, false, true, "unknown inBillingRetryPeriod"),
      (trial, .inBillingRetryPeriod, false, false, "unknown historyIncomplete"),
      (trial, .none, true, true, "ineligible usedIntroductoryOffer"),
      (trial, .expired, true, false, "ineligible usedIntroductoryOffer"),
      (trial, .subscribed, true, true, "ineligible usedIntroductoryOffer"),
      // An offer that may be had again is judged like any other until it was used.
      (again, .none, false, false, "unknown historyIncomplete"),
      (again, .none, false, true, "eligible neverUsed"),
      (again, .expired, true, false, "eligible grantedAgain"),
      (again, .none, true, true, "eligible grantedAgain"),
      (again, .subscribed, true, true, "ineligible subscribedNow"),
      (again, .inGracePeriod, true, true, "ineligible subscribedNow"),
      (again, .inBillingRetryPeriod, true, true, "ineligible subscribedNow"),
    ] as [(Offer, SubscriptionState, Bool, Bool, String)])
  func introductory(
    offer: Offer, state: SubscriptionState, used: Bool, isComplete: Bool, expected: String
  ) {
    let facts = GroupFacts(state: state, ever: state != .none, everIntroductory: used)
    let question = OfferQuestion(
      offers: [offer], subscriber: known(facts) { $0.isComplete = isComplete })
    #expect(question.answers == [expected])
  }

  @Test("What another subscription group shows does not count for an introductory offer")
  func otherGroup() {
    let other = GroupFacts(state: .subscribed, ever: true, everIntroductory: true)
    let facts = SubscriberFacts(groups: ["other": other], isComplete: true)
    let question = OfferQuestion(offers: [Self.trial], subscriber: .known(facts))
    #expect(question.answers == ["eligible neverUsed"])
  }

  @Test(
    "A second introductory offer, within its limit of one in six months",
    arguments: [
      ("2026-06-10T12:00Z", true, annual, "eligible grantedAgain"),
      ("2026-06-10T12:00:00.001Z", true, annual, "ineligible customerLimitReached"),
      // A grant that was not used lapses after 24 hours; on the same product it is taken up again.
      ("2026-12-10T11:59Z", false, annual, "eligible grantedAgain"),
      ("2026-12-10T11:59Z", false, "pro_monthly", "ineligible customerLimitReached"),
      ("2026-12-09T12:00:00.001Z", false, "pro_monthly", "ineligible customerLimitReached"),
      ("2026-12-09T12:00Z", false, "pro_monthly", "eligible grantedAgain"),
    ])
  func introductoryAgain(granted: String, redeemed: Bool, product: String, expected: String) {
    let facts = GroupFacts(state: .expired, ever: true, everIntroductory: true)
    let grant = grant("introductory", on: product, at: granted, redeemed: redeemed)
    let question = OfferQuestion(
      offers: [Self.again], subscriber: known(facts) { $0.grants = [grant] })
    #expect(question.answers == [expected])
  }

  @Test("An introductory offer is withheld where we refuse it, not where Apple does")
  func withhold() {
    let used = GroupFacts(state: .expired, ever: true, everIntroductory: true)
    func advice(_ offer: Offer, listed: [String]? = nil, _ facts: SubscriberKnowledge)
      -> IntroductoryAdvice?
    {
      OfferQuestion(offers: [offer], listed: listed, subscriber: facts).inPaywall.introductory
    }
    let withhold = IntroductoryAdvice.withhold(needsEvidence: false)
    #expect(advice(Self.trial, known(used)) == nil)
    #expect(advice(Self.trial, known(GroupFacts(state: .subscribed, ever: true))) == nil)
    #expect(advice(Self.trial, .known(.newcomer)) == nil)
    #expect(advice(Self.trial, listed: [], .known(.newcomer)) == withhold)
    #expect(advice(offer(.introductory) { $0.audience = newcomers }, known(used)) == withhold)
    #expect(advice(Self.again, known(used)) == nil)
    #expect(advice(Self.again, known(used) { $0.grants = [Self.usedUp] }) == withhold)
    // A grant that was used up is no reason before the first use.
    #expect(advice(Self.again, known(GroupFacts()) { $0.grants = [Self.usedUp] }) == nil)
    #expect(advice(Self.again, .unidentified) == nil)
  }

  @Test("An offer applies on its own billing plan only, and no other one is withheld")
  func billingPlans() {
    let monthly = offer(.introductory, "monthly") { $0.billingPlan = .monthly }
    var question = OfferQuestion(
      offers: [Self.trial, monthly], listed: ["monthly"],
      subscriber: .known(SubscriberFacts(isComplete: true)))
    // Sold at once, the year has the trial, which is not listed.
    #expect(question.answers == ["noOffer otherBillingPlan"])
    #expect(question.inPaywall.offers.isEmpty)
    #expect(question.inPaywall.introductory == .withhold(needsEvidence: false))
    question.billingPlan = .monthly
    #expect(question.answers == ["eligible neverUsed"])
    #expect(question.inPaywall.offers.map(\.offer.key) == ["monthly"])
    #expect(question.inPaywall.introductory == nil)
    // The trial of the other plan does not apply by itself, so nothing is withheld.
    question.offers = [Self.trial]
    question.listed = []
    #expect(question.inPaywall.introductory == nil)
  }

  @Test("A refused grant of a second introductory offer withholds it")
  func refusedGrant() {
    var question = OfferQuestion(
      offers: [Self.again],
      subscriber: known(GroupFacts(state: .expired, ever: true, everIntroductory: true)))
    #expect(question.inPaywall.offers.map(\.signing) == [.inPaywall])
    question.limits.refusals = ["introductory": .dayLimitReached]
    #expect(question.answers == ["ineligible dayLimitReached"])
    #expect(question.inPaywall.offers.isEmpty)
    #expect(question.inPaywall.introductory == .withhold(needsEvidence: false))
  }

  @Test("A promotional offer is for whoever has or had a subscription in the app")
  func promotional() {
    let question = { OfferQuestion(offers: [offer(.promotional)], subscriber: $0).answers }
    for state in SubscriptionState.allCases where state != .none {
      #expect(question(known(GroupFacts(state: state, ever: true))) == ["eligible subscriber"])
    }
    #expect(question(.known(.newcomer)) == ["ineligible neverSubscribed"])
    #expect(
      question(.known(SubscriberFacts(isComplete: true))) == ["ineligible neverSubscribed"])
    // The facts are in another group, or in one that was erased.
    let elsewhere = SubscriberFacts(groups: ["old": GroupFacts(state: .expired, ever: true)])
    #expect(question(.known(elsewhere)) == ["eligible subscriber"])
    #expect(question(.known(SubscriberFacts(everSubscribed: true))) == ["eligible subscriber"])
  }

  @Test(
    "A promotional offer, within the customer's limit",
    arguments: [
      // 180 days before noon is 2026-06-13T12:00Z.
      (OfferLimit(perCustomer: 1, every: Period(days: 180)), [], "eligible subscriber"),
      (
        OfferLimit(perCustomer: 1, every: Period(days: 180)), ["2026-06-13T12:00Z"],
        "eligible subscriber"
      ),
      (
        OfferLimit(perCustomer: 1, every: Period(days: 180)), ["2026-06-13T12:00:00.001Z"],
        "ineligible customerLimitReached"
      ),
      (OfferLimit(perCustomer: 1), ["2019-01-01T00:00Z"], "ineligible customerLimitReached"),
      (OfferLimit(perCustomer: 2), ["2019-01-01T00:00Z"], "eligible subscriber"),
      (
        OfferLimit(perCustomer: 2), ["2019-01-01T00:00Z", "2026-12-10T12:00Z"],
        "ineligible customerLimitReached"
      ),
      (OfferLimit(perDay: 1), ["2026-12-10T11:00Z"], "eligible subscriber"),
    ] as [(OfferLimit, [String], String)])
  func customerLimit(limit: OfferLimit, redeemed: [String], expected: String) {
    let question = OfferQuestion(
      offers: [offer(.promotional) { $0.limit = limit }],
      subscriber: known(GroupFacts(state: .expired, ever: true)) {
        $0.redemptions = ["id": redeemed.map { at($0) }, "other": [noon, noon]]
      })
    #expect(question.answers == [expected])
  }

  @Test(
    "A promotional offer, within the day's budget as the ledger counts it",
    arguments: [
      (nil, nil, "eligible subscriber"),
      (49, nil, "eligible subscriber"),
      (50, nil, "ineligible dayLimitReached"),
      (51, nil, "ineligible dayLimitReached"),
      // A visitor who holds a place takes no second one.
      (50, grant("promotional", at: "2026-12-09T12:00:00.001Z"), "eligible subscriber"),
      (50, grant("promotional", at: "2026-12-09T12:00Z"), "ineligible dayLimitReached"),
      (
        50, grant("promotional", on: "pro_monthly", at: "2026-12-10T11:00Z"),
        "ineligible dayLimitReached"
      ),
      (
        50, grant("promotional", at: "2026-12-10T11:00Z", redeemed: true),
        "ineligible dayLimitReached"
      ),
    ] as [(Int?, Grant?, String)])
  func dayLimit(count: Int?, grant: Grant?, expected: String) {
    let question = OfferQuestion(
      offers: [offer(.promotional) { $0.limit = OfferLimit(perDay: 50) }],
      subscriber: known(GroupFacts(state: .expired, ever: true)) {
        $0.grants = grant.map { [$0] } ?? []
      },
      limits: LedgerLimits(dayCounts: count.map { ["promotional": $0] } ?? ["other": 999]))
    #expect(question.answers == [expected])
  }

  @Test("After a refused grant the next offer is tried", arguments: LimitRefusal.allCases)
  func refusals(refusal: LimitRefusal) {
    let first = offer(.promotional, "first") { $0.limit = OfferLimit(perCustomer: 3) }
    var question = OfferQuestion(
      offers: [first, offer(.promotional, "second")],
      subscriber: known(GroupFacts(state: .expired, ever: true)))
    #expect(question.inPaywall.offers.map(\.offer.key) == ["first"])
    question.limits.refusals = ["first": refusal]
    #expect(question.inPaywall.offers.map(\.offer.key) == ["second"])
    #expect(question.answers == ["ineligible \(refusal.rawValue)", "eligible subscriber"])
  }

  @Test(
    "An offer that is to be signed says when",
    arguments: [
      (nil, .inPaywall),
      (OfferLimit(perCustomer: 1), .inPaywall),
      (OfferLimit(perDay: 500), .atPurchase),
      (OfferLimit(perCustomer: 1, perDay: 500), .atPurchase),
      (OfferLimit(perDay: 500, signInPaywall: true), .inPaywall),
    ] as [(OfferLimit?, OfferSigningMoment)])
  func signing(limit: OfferLimit?, expected: OfferSigningMoment) {
    let subscriber = known(GroupFacts(state: .expired, ever: true, everIntroductory: true))
    let promotional = offer(.promotional) { $0.limit = limit }
    let introductory = offer(.introductory) {
      $0.again = true
      $0.limit = limit
    }
    for offer in [promotional, introductory] {
      let question = OfferQuestion(offers: [offer], subscriber: subscriber)
      #expect(question.all.map(\.signing) == [expected])
      // An offer is not signed while it is not eligible.
      #expect(OfferQuestion(offers: [offer]).all.map(\.signing) == [nil])
    }
  }

  @Test("An offer that Apple gives by itself is not signed")
  func unsigned() {
    let code = offer(.offerCode) { $0.code = OfferCodeTerms(customers: [.new]) }
    let question = OfferQuestion(
      offers: [Self.again, code], subscriber: .known(SubscriberFacts(isComplete: true)))
    #expect(question.answers == ["eligible neverUsed", "eligible customerClass"])
    #expect(question.all.map(\.signing) == [nil, nil])
  }

  @Test(
    "An offer code, by the class of the customer",
    arguments: [
      (.subscribed, false, [.existing], "eligible customerClass"),
      (.inGracePeriod, false, [.existing], "eligible customerClass"),
      (.inBillingRetryPeriod, false, [.existing], "eligible customerClass"),
      (.expired, false, [.expired, .new], "eligible customerClass"),
      (.revoked, false, [.expired], "eligible customerClass"),
      (.revoked, true, [.existing, .new], "ineligible otherCustomerClass"),
      (.subscribed, true, [.expired, .new], "ineligible otherCustomerClass"),
      (.none, true, [.new], "eligible customerClass"),
      (.none, true, [.existing, .expired], "ineligible otherCustomerClass"),
      (.none, false, [.new], "unknown historyIncomplete"),
      (.none, false, [.existing], "unknown historyIncomplete"),
      (.none, false, [.new, .existing, .expired], "eligible everyCustomerClass"),
    ] as [(SubscriptionState, Bool, [CustomerClass], String)])
  func offerCode(
    state: SubscriptionState, isComplete: Bool, customers: [CustomerClass], expected: String
  ) {
    let question = OfferQuestion(
      offers: [offer(.offerCode) { $0.code = OfferCodeTerms(customers: customers) }],
      subscriber: known(GroupFacts(state: state, ever: state != .none)) {
        $0.isComplete = isComplete
      })
    #expect(question.answers == [expected])
  }

  @Test("Every product with all its offers, whatever a paywall lists")
  func everyOffer() {
    let compiled = compiledOffers([
      offer(.winBack), offer(.promotional) { $0.products = ["pro_monthly", annual] },
    ])
    #expect(
      compiled.everyOffer == [
        PaywallProduct(product: "pro_monthly", offers: ["promotional"]),
        PaywallProduct(product: annual, offers: ["promotional", "winBack"]),
      ])
  }
}

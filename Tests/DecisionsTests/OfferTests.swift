import Catalog
import Decisions
import Subscribers
import Testing

struct OfferTests {
  private let product = "pro_yearly"

  private func offer(
    _ kind: OfferKind, _ key: String? = nil, change: (inout Offer) -> Void = { _ in }
  ) -> Offer {
    var offer = Offer(key: key ?? kind.rawValue, id: "id", kind: kind, products: [product])
    change(&offer)
    return offer
  }

  private func compiled(_ offers: [Offer]) -> CompiledSnapshot {
    CompiledSnapshot(
      snapshot([]) {
        $0.offers = Dictionary(offers.map { ($0.key, $0) }, uniquingKeysWith: { $1 })
      })
  }

  /// The offers that are sent, and all answers, for a paywall that lists all offers.
  private func answers(
    _ offers: [Offer], listed: [String]? = nil, _ attributes: [String: RawAttribute] = [:],
    _ subscriber: SubscriberKnowledge = .unidentified
  ) -> (sent: [String], all: [String], advice: IntroductoryAdvice?) {
    let compiled = compiled(offers)
    let visitor = compiled.visitor(attributes, subscriber: subscriber, at: noon).visitor
    let entry = PaywallProduct(product: product, offers: listed ?? offers.map(\.key))
    let sent = compiled.offers(on: entry, for: visitor, at: noon)
    let all = compiled.allOffers(on: entry, for: visitor, at: noon)
    return (sent.offers.map(\.offer.key), all.map(short), sent.introductory)
  }

  private func short(_ answer: OfferAnswer) -> String {
    "\(answer.eligibility.word) \(answer.eligibility.reason.rawValue)"
  }

  private func known(_ facts: GroupFacts) -> SubscriberKnowledge {
    .known(SubscriberFacts(groups: ["pro": facts]))
  }

  private let newcomers = Condition.test(
    AttributeTest("subscription.ever", [.equals(.boolean(false))]))
  private let british = Condition.test(AttributeTest("country", [.equals(.string("GB"))]))

  @Test(
    "Of somebody of whom nothing is verified, each kind",
    arguments: [
      (.introductory, "unknown noVerifiedHistory", true),
      (.promotional, "unknown noVerifiedHistory", false),
      (.winBack, "unknown noVerifiedHistory", true),
      (.offerCode, "unknown noVerifiedHistory", false),
    ] as [(OfferKind, String, Bool)])
  func unidentified(kind: OfferKind, expected: String, isSent: Bool) {
    for subscriber in [SubscriberKnowledge.unidentified, .unavailable] {
      for audience in [nil, newcomers, .all([british, newcomers])] {
        let offer = offer(kind) { $0.audience = audience }
        let answer = answers([offer], ["country": .text("GB")], subscriber)
        #expect(answer.all == [expected])
        #expect(answer.sent == (isSent ? [kind.rawValue] : []))
      }
    }
  }

  @Test("An audience that is false refuses", arguments: OfferKind.allCases)
  func refused(kind: OfferKind) {
    let offer = offer(kind) { $0.audience = british }
    let answer = answers([offer], ["country": .text("DE")])
    #expect(answer.all == ["ineligible notInAudience"])
    #expect(answer.sent == [])
  }

  @Test(
    "An audience that is unknown for another reason",
    arguments: [
      (.introductory, true), (.promotional, false), (.winBack, false), (.offerCode, false),
    ]
      as [(OfferKind, Bool)])
  func unknownAudience(kind: OfferKind, isSent: Bool) {
    let offer = offer(kind) { $0.audience = british }
    #expect(answers([offer]).all == ["unknown audienceUnknown"])
    #expect(answers([offer]).sent == (isSent ? [kind.rawValue] : []))
    let facts = known(GroupFacts(state: .expired, ever: true))
    #expect(answers([offer], [:], facts).all == ["unknown audienceUnknown"])
  }

  @Test("Outside its window there is no offer", arguments: OfferKind.allCases)
  func window(kind: OfferKind) {
    let windows = [
      (TimeWindow(start: at("2026-12-10T12:00Z")), true),
      (TimeWindow(start: at("2026-12-10T12:01Z")), false),
      (TimeWindow(end: at("2026-12-10T12:00Z")), false),
      (TimeWindow(end: at("2026-12-10T12:01Z")), true),
    ]
    for (window, isOpen) in windows {
      let answer = answers([offer(kind) { $0.window = window }])
      #expect((answer.all == ["noOffer outsideWindow"]) == !isOpen)
      if !isOpen { #expect(answer.sent == []) }
    }
  }

  @Test("An offer that is not on the product is none")
  func notOnProduct() {
    let answer = answers([offer(.winBack) { $0.products = ["pro_monthly"] }])
    #expect(answer.all == ["noOffer notOnProduct"])
    #expect(answer.sent == [])
    #expect(answers([], listed: ["gone"]).all == [])
  }

  @Test(
    "A system that cannot redeem a kind",
    arguments: [
      (.winBack, "iOS", "17.7", true), (.winBack, "iOS", "18.0", false),
      (.winBack, "ios", "17.7", true), (.winBack, "iPadOS", "17", true),
      (.winBack, "macOS", "14.9", true), (.winBack, "macOS", "15", false),
      (.winBack, "tvOS", "17.9", true), (.winBack, "watchOS", "10.9", true),
      (.winBack, "watchOS", "11", false), (.winBack, "visionOS", "1.3", true),
      (.winBack, "iOS", nil, false), (.winBack, nil, "9", false), (.winBack, "web", "9", false),
      (.offerCode, "iOS", "14.1", true), (.offerCode, "iOS", "14.2", false),
      (.promotional, "iOS", "12.1", true), (.promotional, "iOS", "12.2", false),
      (.introductory, "iOS", "11.1", true), (.introductory, "iOS", "11.2", false),
    ] as [(OfferKind, String?, String?, Bool)])
  func systems(kind: OfferKind, platform: String?, version: String?, isTooOld: Bool) {
    var attributes: [String: RawAttribute] = [:]
    attributes["platform"] = platform.map { .text($0) }
    attributes["osVersion"] = version.map { .text($0) }
    let answer = answers([offer(kind)], attributes)
    #expect((answer.all == ["ineligible osTooOld"]) == isTooOld)
    if isTooOld { #expect(answer.sent == []) }
  }

  @Test("An offer code for every class of customers is for everybody")
  func offerCode() {
    let everybody = offer(.offerCode) {
      $0.code = OfferCodeTerms(customers: [.expired, .new, .existing], url: "https://example.com")
    }
    #expect(answers([everybody]).all == ["eligible everyCustomerClass"])
    #expect(answers([everybody]).sent == ["offerCode"])
    let some = offer(.offerCode) { $0.code = OfferCodeTerms(customers: [.new, .expired]) }
    #expect(answers([some]).all == ["unknown noVerifiedHistory"])
    #expect(answers([some]).sent == [])
  }

  @Test("The list ends at the first that is eligible")
  func list() {
    let code = offer(.offerCode) {
      $0.code = OfferCodeTerms(customers: CustomerClass.allCases)
    }
    let offers = [offer(.promotional), offer(.introductory), offer(.winBack), code]
    #expect(answers(offers).sent == ["introductory", "winBack", "offerCode"])
    let keys = ["offerCode", "winBack", "introductory"]
    #expect(answers(offers, listed: keys).sent == ["offerCode"])
    #expect(answers(offers, listed: keys).all.count == 3)
  }

  @Test("An introductory offer that is not meant for the visitor is withheld")
  func withhold() {
    let trial = offer(.introductory) { $0.audience = british }
    let needsEvidence = IntroductoryAdvice.withhold(needsEvidence: true)
    // Listed, and the audience holds or is unknown.
    #expect(answers([trial], ["country": .text("GB")]).advice == nil)
    #expect(answers([trial]).advice == nil)
    // The audience refuses, or the entry does not list it.
    #expect(answers([trial], ["country": .text("DE")]).advice == needsEvidence)
    #expect(answers([trial], listed: [], ["country": .text("GB")]).advice == needsEvidence)
    // With evidence the server can sign.
    #expect(
      answers([trial], listed: [], [:], .known(.newcomer)).advice
        == .withhold(needsEvidence: false))
    // Out of our window Apple would still apply it.
    let later = offer(.introductory) { $0.window = TimeWindow(start: at("2027-01-01T00:00Z")) }
    #expect(answers([later]).advice == needsEvidence)
    #expect(answers([later], listed: []).advice == needsEvidence)
    // On another product, or of another kind: nothing to withhold.
    let other = offer(.introductory) { $0.products = ["pro_monthly"] }
    #expect(answers([other], listed: []).advice == nil)
    #expect(answers([offer(.winBack)], listed: []).advice == nil)
  }

  @Test("The windows of listed offers and of the introductory one limit the answer")
  func validUntil() {
    let listed = offer(.winBack) { $0.window = TimeWindow(end: at("2026-12-20T00:00Z")) }
    let trial = offer(.introductory) { $0.window = TimeWindow(start: at("2026-12-15T00:00Z")) }
    let compiled = compiled([listed, trial])
    let visitor = compiled.visitor("user-7")
    let entry = PaywallProduct(product: product, offers: ["winBack"])
    func until(_ moment: String) -> String? {
      compiled.offers(on: entry, for: visitor, at: at(moment)).validUntil?.rfc3339
    }
    #expect(until("2026-12-10T00:00Z") == "2026-12-15T00:00:00Z")
    #expect(until("2026-12-15T00:00Z") == "2026-12-20T00:00:00Z")
    #expect(until("2026-12-20T00:00Z") == nil)
  }

  @Test(
    "What facts say of an introductory offer",
    arguments: [
      (GroupFacts(state: .expired, ever: true), "unknown historyIncomplete"),
      (GroupFacts(), "unknown historyIncomplete"),
      (
        GroupFacts(state: .expired, ever: true, everIntroductory: true),
        "ineligible usedIntroductoryOffer"
      ),
      (GroupFacts(state: .subscribed, ever: true), "ineligible subscribedNow"),
      (GroupFacts(state: .inGracePeriod, ever: true), "ineligible subscribedNow"),
      (GroupFacts(state: .inBillingRetryPeriod, ever: true), "unknown historyIncomplete"),
    ])
  func introductoryFacts(facts: GroupFacts, expected: String) {
    #expect(answers([offer(.introductory)], [:], known(facts)).all == [expected])
  }

  @Test("What facts say of a promotional offer")
  func promotionalFacts() {
    let past = known(GroupFacts(state: .expired, ever: true))
    let limited = offer(.promotional) { $0.limit = OfferLimit(perCustomer: 1) }
    #expect(answers([offer(.promotional)], [:], past).all == ["eligible subscriber"])
    #expect(answers([offer(.promotional)], [:], past).sent == ["promotional"])
    #expect(answers([limited], [:], past).all == ["unknown limitsUnchecked"])
    #expect(answers([limited], [:], past).sent == [])
    #expect(
      answers([offer(.promotional)], [:], .known(.newcomer)).all == ["ineligible neverSubscribed"])
  }

  @Test(
    "What facts say of a win-back offer",
    arguments: [
      (GroupFacts(state: .subscribed, ever: true), "ineligible subscribedNow"),
      (GroupFacts(state: .inGracePeriod, ever: true), "ineligible subscribedNow"),
      (GroupFacts(state: .inBillingRetryPeriod, ever: true), "ineligible subscribedNow"),
      (GroupFacts(state: .expired, ever: true, familyShared: true), "ineligible familyShared"),
      (GroupFacts(), "ineligible neverSubscribed"),
      (
        GroupFacts(state: .expired, ever: true, lapsedDays: 100, paidDays: 55),
        "ineligible paidTooShort"
      ),
      (
        GroupFacts(state: .expired, ever: true, lapsedDays: 27, paidDays: 56),
        "ineligible lapsedTooShort"
      ),
      (
        GroupFacts(state: .expired, ever: true, lapsedDays: 373, paidDays: 56),
        "ineligible lapsedTooLong"
      ),
      (
        GroupFacts(state: .expired, ever: true, lapsedDays: 372, paidDays: 56),
        "unknown appleListStale"
      ),
      (GroupFacts(state: .revoked, ever: true, paidDays: 56), "unknown appleListStale"),
    ])
  func winBackFacts(facts: GroupFacts, expected: String) {
    let offer = offer(.winBack) {
      $0.winBack = WinBackTerms(
        paidFor: Period(months: 2), lapsedAtLeast: Period(months: 1),
        lapsedAtMost: Period(months: 12))
    }
    #expect(answers([offer], [:], known(facts)).all == [expected])
  }

  @Test(
    "What facts say of an offer code",
    arguments: [
      (.subscribed, true, [.existing], "eligible customerClass"),
      (.inBillingRetryPeriod, true, [.existing], "eligible customerClass"),
      (.expired, true, [.expired, .new], "eligible customerClass"),
      (.revoked, true, [.existing, .new], "ineligible otherCustomerClass"),
      (.subscribed, true, [.expired, .new], "ineligible otherCustomerClass"),
      (.none, false, [.new], "unknown historyIncomplete"),
    ] as [(SubscriptionState, Bool, [CustomerClass], String)])
  func offerCodeFacts(
    state: SubscriptionState, ever: Bool, customers: [CustomerClass], expected: String
  ) {
    let offer = offer(.offerCode) { $0.code = OfferCodeTerms(customers: customers) }
    #expect(answers([offer], [:], known(GroupFacts(state: state, ever: ever))).all == [expected])
  }
}

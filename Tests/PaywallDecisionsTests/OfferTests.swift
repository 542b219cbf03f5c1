import PaywallCatalog
import PaywallDecisions
import Testing

struct OfferTests {
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
    // The offer is listed, and its audience holds or is unknown.
    #expect(answers([trial], ["country": .text("GB")]).advice == nil)
    #expect(answers([trial]).advice == nil)
    // The audience refuses, or the entry does not list it.
    #expect(answers([trial], ["country": .text("DE")]).advice == needsEvidence)
    #expect(answers([trial], listed: [], ["country": .text("GB")]).advice == needsEvidence)
    // The server can sign if there is evidence.
    #expect(
      answers([trial], listed: [], [:], .known(.newcomer)).advice
        == .withhold(needsEvidence: false))
    // Apple would apply it even outside of our window.
    let later = offer(.introductory) { $0.window = TimeWindow(start: at("2027-01-01T00:00Z")) }
    #expect(answers([later]).advice == needsEvidence)
    #expect(answers([later], listed: []).advice == needsEvidence)
    // An offer on another product, or of another kind: nothing to withhold.
    let other = offer(.introductory) { $0.products = ["pro_monthly"] }
    #expect(answers([other], listed: []).advice == nil)
    #expect(answers([offer(.winBack)], listed: []).advice == nil)
  }

  @Test("The windows of listed offers and of the introductory one limit the answer")
  func validUntil() {
    let listed = offer(.winBack) { $0.window = TimeWindow(end: at("2026-12-20T00:00Z")) }
    let trial = offer(.introductory) { $0.window = TimeWindow(start: at("2026-12-15T00:00Z")) }
    let compiled = compiledOffers([listed, trial])
    let visitor = compiled.visitor("user-7")
    let entry = PaywallProduct(product: annual, offers: ["winBack"])
    func until(_ moment: String) -> String? {
      compiled.offers(on: entry, for: visitor, at: at(moment)).validUntil?.rfc3339
    }
    #expect(until("2026-12-10T00:00Z") == "2026-12-15T00:00:00Z")
    #expect(until("2026-12-15T00:00Z") == "2026-12-20T00:00:00Z")
    #expect(until("2026-12-20T00:00Z") == nil)
  }
}

import PaywallCatalog
import PaywallDecisions
import Serving
import Testing

/// Win-back offers: Apple's list decides, and our facts may only refuse.
struct WinBackTests {
  private let comeBack = offer(.winBack) {
    $0.winBack = WinBackTerms(
      paidFor: Period(months: 2), lapsedAtLeast: Period(months: 1),
      lapsedAtMost: Period(months: 12), sinceLast: Period(months: 6))
  }

  private func lapsed(
    _ state: SubscriptionState = .expired, change: (inout GroupFacts) -> Void = { _ in }
  ) -> GroupFacts {
    var facts = GroupFacts(state: state, ever: true, lapsedDays: 100, paidDays: 300)
    change(&facts)
    return facts
  }

  private func list(_ ids: [String], _ moment: String) -> GroupFacts.WinBackList {
    GroupFacts.WinBackList(offerIds: ids, signedDate: at(moment))
  }

  @Test(
    "A list of Apple's counts for 24 hours, and up to a day ahead of our clock",
    arguments: [
      ("2026-12-10T12:00Z", true), ("2026-12-09T12:00Z", true),
      ("2026-12-09T11:59:59.999Z", false), ("2026-12-11T12:00Z", true),
      ("2026-12-11T12:00:00.001Z", false), ("1970-01-01T00:00Z", false),
    ])
  func age(signed: String, isFresh: Bool) {
    let held = lapsed { $0.winBack = list(["other", "id"], signed) }
    let others = lapsed { $0.winBack = list(["other"], signed) }
    let none = lapsed { $0.winBack = list([], signed) }
    func answers(_ facts: GroupFacts) -> [String] {
      OfferQuestion(offers: [comeBack], subscriber: known(facts)).answers
    }
    #expect(answers(held) == [isFresh ? "eligible appleList" : "unknown appleListStale"])
    #expect(answers(others) == [isFresh ? "ineligible notInAppleList" : "unknown appleListStale"])
    #expect(answers(none) == [isFresh ? "ineligible notInAppleList" : "unknown appleListStale"])
  }

  @Test(
    "Never while a subscription runs, for a family member or for who had none",
    arguments: [
      (.subscribed, false, "ineligible subscribedNow"),
      (.inGracePeriod, false, "ineligible subscribedNow"),
      (.inBillingRetryPeriod, false, "ineligible subscribedNow"),
      (.expired, true, "ineligible familyShared"),
      (.expired, false, "eligible appleList"),
      (.revoked, false, "eligible appleList"),
    ] as [(SubscriptionState, Bool, String)])
  func never(state: SubscriptionState, isShared: Bool, expected: String) {
    let facts = lapsed(state) {
      $0.familyShared = isShared
      $0.winBack = list(["id"], "2026-12-10T11:00Z")
    }
    #expect(OfferQuestion(offers: [comeBack], subscriber: known(facts)).answers == [expected])
    let newcomer = OfferQuestion(offers: [comeBack], subscriber: .known(.newcomer))
    #expect(newcomer.answers == ["ineligible neverSubscribed"])
  }

  @Test(
    "Without a fresh list our mirror refuses what no calendar could allow",
    arguments: [
      // At least 2 months paid: 56 days. Lapsed between 28 and 372 days. 6 months since: 168 days.
      (100, 55, nil, "ineligible paidTooShort"),
      (100, 56, nil, "unknown appleListStale"),
      (27, 56, nil, "ineligible lapsedTooShort"),
      (28, 56, nil, "unknown appleListStale"),
      (372, 56, nil, "unknown appleListStale"),
      (373, 56, nil, "ineligible lapsedTooLong"),
      (nil, 56, nil, "unknown appleListStale"),
      // 168 days before noon is 2026-06-25T12:00Z.
      (100, 300, "2026-06-25T12:00Z", "unknown appleListStale"),
      (100, 300, "2026-06-25T12:00:00.001Z", "ineligible wonBackTooRecently"),
      (100, 300, "2027-01-01T00:00Z", "ineligible wonBackTooRecently"),
    ] as [(Int?, Int, String?, String)])
  func mirror(lapsedDays: Int?, paidDays: Int, lastEnd: String?, expected: String) {
    let facts = lapsed {
      $0.lapsedDays = lapsedDays
      $0.paidDays = paidDays
      $0.winBackEnds = ["other": at("2026-12-01T00:00Z")]
      $0.winBackEnds["id"] = lastEnd.map { at($0) }
    }
    let stale = OfferQuestion(offers: [comeBack], subscriber: known(facts))
    #expect(stale.answers == [expected])
    #expect(stale.explained.map(\.basis.isMirrored) == [expected.hasPrefix("ineligible")])
    // Apple's list takes precedence over our mirror.
    var listed = facts
    listed.winBack = list(["id"], "2026-12-10T11:00Z")
    let fresh = OfferQuestion(offers: [comeBack], subscriber: known(listed))
    #expect(fresh.answers == ["eligible appleList"])
    // Without terms there is no mirror.
    let plain = OfferQuestion(offers: [offer(.winBack)], subscriber: known(facts))
    #expect(plain.answers == ["unknown appleListStale"])
  }

  @Test("Our audience only narrows")
  func audience() {
    let facts = lapsed { $0.winBack = list(["id"], "2026-12-10T11:00Z") }
    func answers(_ country: String?, ids: [String] = ["id"]) -> [String] {
      var question = OfferQuestion(
        offers: [offer(.winBack) { $0.audience = british }], subscriber: known(facts))
      question.attributes["country"] = country.map { .text($0) }
      return question.answers
    }
    #expect(answers("GB") == ["eligible appleList"])
    #expect(answers("DE") == ["ineligible notInAudience"])
    #expect(answers(nil) == ["unknown audienceUnknown"])
  }

  @Test(
    "Without the system that would redeem it nothing is promised",
    arguments: [
      ("iOS", "18.0", "eligible appleList", true), ("iOS", nil, "unknown osUnknown", true),
      (nil, "18.0", "unknown osUnknown", true), (nil, nil, "unknown osUnknown", true),
      ("iOS", "eighteen", "unknown osUnknown", true),
      ("iOS", "17.9", "ineligible osTooOld", false), ("macOS", "15", "eligible appleList", true),
    ] as [(String?, String?, String, Bool)])
  func system(platform: String?, version: String?, expected: String, isSent: Bool) {
    let facts = lapsed { $0.winBack = list(["id"], "2026-12-10T11:00Z") }
    var question = OfferQuestion(offers: [comeBack], subscriber: known(facts))
    question.attributes["platform"] = platform.map { .text($0) }
    question.attributes["osVersion"] = version.map { .text($0) }
    #expect(question.answers == [expected])
    #expect(question.inPaywall.offers.count == (isSent ? 1 : 0))
    // A fact that refuses counts even if the system is unknown.
    question.subscriber = known(lapsed(.subscribed))
    #expect(question.answers != ["unknown osUnknown"])
  }

  @Test(
    "Apple's ranking orders the win-back offers among the places that they have",
    arguments: [
      (["c", "a"], ["c", "promotional", "a", "b"], ["c"]),
      (["b", "x", "c"], ["b", "promotional", "c", "a"], ["b"]),
      ([], ["a", "promotional", "b", "c"], ["promotional"]),
      (["b"], ["b", "promotional", "a", "c"], ["b"]),
    ])
  func ranking(apple: [String], tried: [String], sent: [String]) {
    let winBacks = ["a", "b", "c"].map { key in offer(.winBack, key) { $0.id = key } }
    let facts = lapsed { $0.winBack = list(apple, "2026-12-10T11:00Z") }
    var question = OfferQuestion(
      offers: winBacks + [offer(.promotional)], listed: ["a", "promotional", "b", "c"],
      subscriber: known(facts))
    #expect(question.all.map(\.offer.key) == tried)
    #expect(question.inPaywall.offers.map(\.offer.key) == sent)
    // An old list ranks nothing.
    question.now = at("2026-12-12T12:00Z")
    #expect(question.all.map(\.offer.key) == ["a", "promotional", "b", "c"])
    #expect(question.inPaywall.offers.map(\.offer.key) == ["a", "promotional"])
  }
}

import PaywallCatalog
import PaywallDecisions
import PaywallTextCoding
import Serving
import Testing

/// The facts on which an answer rests, and the sentence about them; `noon` is 2026-12-10T12:00Z.
struct ExplainedOfferTests {
  private struct Case {
    var reason: EligibilityReason
    var question: OfferQuestion
    var sentence: String

    init(
      _ reason: EligibilityReason, _ offer: Offer, _ subscriber: SubscriberKnowledge,
      _ sentence: String, change: (inout OfferQuestion) -> Void = { _ in }
    ) {
      self.reason = reason
      self.sentence = sentence
      question = OfferQuestion(offers: [offer], subscriber: subscriber)
      change(&question)
    }
  }

  private static let used = GroupFacts(
    state: .expired, ever: true, everIntroductory: true,
    introductory: purchase("450", "2026-01-05T08:00Z", until: "2026-01-12T08:00Z"))
  private static let running = GroupFacts(
    state: .subscribed, ever: true,
    current: purchase("460", "2026-11-20T08:00Z", until: "2026-12-20T08:00Z"))
  private static let lapsed = GroupFacts(
    state: .expired, ever: true, lapsedDays: 27, paidDays: 55,
    current: purchase("470", "2026-10-13T08:00Z", until: "2026-11-13T08:00Z"))

  private static func listed(_ ids: [String], _ moment: String) -> GroupFacts {
    var facts = lapsed
    facts.winBack = GroupFacts.WinBackList(offerIds: ids, signedDate: at(moment))
    return facts
  }

  private static func comeBack(_ terms: WinBackTerms = WinBackTerms()) -> Offer {
    offer(.winBack) { $0.winBack = terms }
  }

  private static let limited = offer(.promotional) {
    $0.limit = OfferLimit(perCustomer: 1, every: Period(days: 180), perDay: 500)
  }

  private static let cases: [Case] = [
    Case(
      .acquisitionRevoked, offer(.introductory), known(lapsed) { $0.isAcquisitionRevoked = true },
      "Not known: Apple has taken the app back from this customer."),
    Case(
      .neverUsed, offer(.introductory), known(lapsed) { $0.isComplete = true },
      "Eligible: has never used an introductory offer of the group pro, by a complete history."),
    Case(
      .grantedAgain,
      offer(.introductory) {
        $0.again = true
        $0.limit = OfferLimit(perCustomer: 1, every: Period(months: 12))
      }, known(used),
      "Eligible: has used the introductory offer of the group pro on 2026-01-05 (transaction 450), and may have it again (limit 1 per customer in P1Y; 12 attempts a grant, 100 for servers)."
    ),
    Case(
      .subscriber, offer(.promotional), known(running),
      "Eligible: has or had a subscription in the app, bought on 2026-11-20 (transaction 460)."),
    Case(
      .subscriber, limited,
      known(running) {
        $0.redemptions = ["id": [at("2026-01-01T00:00Z")]]
        $0.grants = [grant("promotional", at: "2026-12-10T09:00Z")]
      },
      "Eligible: has or had a subscription in the app, bought on 2026-11-20 (transaction 460) (granted until 2026-12-11T09:00:00Z; limit 1 per customer in P180D; limit 500 a day; 12 attempts a grant, 100 for servers)."
    ),
    Case(
      .appleList, comeBack(), known(listed(["a", "id"], "2026-12-10T11:00Z")),
      "Eligible: is number 2 in Apple's list of 2026-12-10T11:00:00Z."),
    Case(
      .customerClass, offer(.offerCode), known(lapsed),
      "Eligible: is an expired customer of the group pro, and the code is for expired and new ones."
    ),
    Case(
      .everyCustomerClass,
      offer(.offerCode) { $0.code = OfferCodeTerms(customers: [.new, .expired, .existing]) },
      .unidentified, "Eligible: the code is for everybody."),
    Case(
      .notOnProduct, offer(.winBack) { $0.products = ["pro_monthly"] }, .unidentified,
      "No offer: pro_yearly does not have it."),
    Case(
      .otherBillingPlan, offer(.introductory) { $0.billingPlan = .monthly }, known(lapsed),
      "No offer: it is for the billing plan monthly, and pro_yearly is sold on upFront."),
    Case(
      .neverUsed, offer(.introductory) { $0.billingPlan = .monthly },
      known(lapsed) { $0.isComplete = true },
      "Eligible: has never used an introductory offer of the group pro, by a complete history; it applies on the billing plan monthly."
    ) {
      $0.billingPlan = .monthly
    },
    Case(
      .outsideWindow,
      offer(.promotional) {
        $0.window = TimeWindow(start: at("2027-01-01T00:00Z"), end: at("2027-02-01T00:00Z"))
      }, known(running),
      "No offer: it is available from 2027-01-01T00:00:00Z until 2027-02-01T00:00:00Z."),
    Case(
      .osTooOld, comeBack(), known(lapsed),
      "Not eligible: iOS 17.7 cannot redeem it, iOS 18 can."
    ) {
      $0.attributes["osVersion"] = .text("17.7")
    },
    Case(
      .notInAudience, offer(.promotional) { $0.audience = .all([british, newcomers]) },
      known(running),
      "Not eligible: is not in its audience (country is GB and subscription.ever is false)."),
    Case(
      .usedIntroductoryOffer, offer(.introductory), known(used),
      "Not eligible: has used the introductory offer of the group pro on 2026-01-05 (transaction 450)."
    ),
    Case(
      .usedIntroductoryOffer, offer(.introductory), known(GroupFacts(everIntroductory: true)),
      "Not eligible: has used the introductory offer of the group pro (its date was erased)."),
    Case(
      .subscribedNow, offer(.introductory), known(running),
      "Not eligible: is subscribed in the group pro, paid until 2026-12-20 (transaction 460)."),
    Case(
      .subscribedNow, comeBack(), known(GroupFacts(state: .inBillingRetryPeriod, ever: true)),
      "Not eligible: has a subscription that Apple still tries to renew in the group pro."),
    Case(
      .neverSubscribed, offer(.promotional), .known(.newcomer),
      "Not eligible: never had a subscription in the app, as far as is verified."),
    Case(
      .neverSubscribed, comeBack(), .known(.newcomer),
      "Not eligible: never had a subscription in the group pro, as far as is verified."),
    Case(
      .familyShared, comeBack(),
      known(
        GroupFacts(
          state: .expired, ever: true, familyShared: true,
          current: purchase("480", "2026-10-13T08:00Z"))),
      "Not eligible: has the subscription in the group pro from their family, bought on 2026-10-13 (transaction 480)."
    ),
    Case(
      .notInAppleList, comeBack(), known(listed([], "2026-12-10T11:00Z")),
      "Not eligible: is not in Apple's list of 2026-12-10T11:00:00Z."),
    Case(
      .paidTooShort, comeBack(WinBackTerms(paidFor: Period(months: 2))), known(lapsed),
      "Not eligible: has paid for 55 days, and must have for P2M, by our copy of Apple's terms."),
    Case(
      .lapsedTooShort, comeBack(WinBackTerms(lapsedAtLeast: Period(months: 1))), known(lapsed),
      "Not eligible: left 27 days ago, and must have for at least P1M, by our copy of Apple's terms."
    ),
    Case(
      .lapsedTooLong, comeBack(WinBackTerms(lapsedAtMost: Period(days: 14))), known(lapsed),
      "Not eligible: left 27 days ago, and may have for at most P2W, by our copy of Apple's terms."
    ),
    Case(
      .wonBackTooRecently, comeBack(WinBackTerms(sinceLast: Period(months: 6))),
      known(
        GroupFacts(state: .expired, ever: true, winBackEnds: ["id": at("2026-09-01T00:00Z")])),
      "Not eligible: had this offer until 2026-09-01, and must wait for P6M, by our copy of Apple's terms."
    ),
    Case(
      .otherCustomerClass, offer(.offerCode), known(running),
      "Not eligible: is an existing customer of the group pro, and the code is for expired and new ones."
    ),
    Case(
      .customerLimitReached, limited,
      known(running) {
        $0.redemptions = ["id": [at("2026-01-01T00:00Z"), at("2026-08-01T00:00Z")]]
      },
      "Not eligible: has had it as often as it may be (redeemed on 2026-08-01; limit 1 per customer in P180D; limit 500 a day)."
    ),
    Case(
      .dayLimitReached, limited, known(running),
      "Not eligible: the grants of today (UTC) are used up (500 granted today; limit 1 per customer in P180D; limit 500 a day)."
    ) {
      $0.limits.dayCounts = ["promotional": 500]
    },
    Case(
      .noVerifiedHistory, offer(.promotional), .unidentified,
      "Not known: nothing verified is known of this customer."),
    Case(
      .historyIncomplete, offer(.introductory),
      known(lapsed) { $0.newestFact = at("2026-12-10T11:30Z") },
      "Not known: no introductory offer in the group pro was seen, but what is known (the newest fact is of 2026-12-10T11:30:00Z) is not proved to be all."
    ),
    Case(
      .historyIncomplete, offer(.offerCode), .known(.newcomer),
      "Not known: no subscription in the group pro was seen, but what is known is not proved to be all."
    ),
    Case(
      .inBillingRetryPeriod, offer(.introductory),
      known(
        GroupFacts(
          state: .inBillingRetryPeriod, ever: true,
          current: purchase("460", "2026-11-01T00:00Z", until: "2026-12-01T00:00Z"))
      ) { $0.isComplete = true },
      "Not known: Apple still tries to renew the subscription in the group pro, paid until 2026-12-01 (transaction 460), and does not say whether that counts as subscribed."
    ),
    Case(
      .audienceUnknown, offer(.promotional) { $0.audience = british }, known(running),
      "Not known: its audience (country is GB) asks for something that is not known."),
    Case(
      .osUnknown, comeBack(), known(listed(["id"], "2026-12-10T11:00Z")),
      "Not known: is in Apple's list of 2026-12-10T11:00:00Z, but the platform and its version, which decide who can redeem it, were not sent."
    ) {
      $0.attributes = [:]
    },
    Case(
      .appleListStale, comeBack(), known(lapsed),
      "Not known: Apple has sent no list of win-back offers for this customer."),
    Case(
      .appleListStale, comeBack(), known(listed(["id"], "2026-12-01T11:00Z")),
      "Not known: Apple's list of 2026-12-01T11:00:00Z does not count: it must be from within 24 hours."
    ),
  ]

  @Test("Each reason has a sentence with its facts", arguments: cases.indices)
  func sentence(number: Int) {
    let asked = Self.cases[number]
    let explained = asked.question.explained
    #expect(explained.map(\.answer.eligibility.reason) == [asked.reason])
    #expect(explained.map(\.sentence) == [asked.sentence])
    #expect(explained.map(\.answer) == asked.question.all)
  }

  @Test("Every reason is reached")
  func everyReason() {
    let missing = Set(EligibilityReason.allCases).subtracting(Self.cases.map(\.reason))
    #expect(missing.isEmpty)
  }

  @Test("A transaction id is in nothing that is written without it", arguments: cases.indices)
  func transactionIds(number: Int) {
    for explained in Self.cases[number].question.explained {
      let text = explained.sentence(showsTransactionIds: false)
      let json = json(explained.basis, showsTransactionIds: false)
      for id in ["450", "460", "470", "480", "transaction "] {
        #expect(!text.contains(id))
        #expect(!json.contains(id))
      }
    }
  }

  @Test("The facts as JSON")
  func content() {
    var question = OfferQuestion(
      offers: [Self.comeBack()],
      subscriber: known(Self.listed(["a", "id"], "2026-12-10T11:00Z")) {
        $0.newestFact = at("2026-12-10T11:59:00.500Z")
      })
    #expect(
      question.explained.map { json($0.basis, showsTransactionIds: true) } == [
        #"{"group":"pro","state":"expired","transaction":{"id":"470","purchaseDate":"2026-10-13T08:00:00Z","expiresDate":"2026-11-13T08:00:00Z"},"lapsedDays":27,"appleList":{"signedDate":"2026-12-10T11:00:00Z","rank":2},"newestFact":"2026-12-10T11:59:00.500Z","newestFactAge":59,"historyComplete":false}"#
      ])
    #expect(
      question.explained.map { json($0.basis, showsTransactionIds: false) } == [
        #"{"group":"pro","state":"expired","transaction":{"purchaseDate":"2026-10-13T08:00:00Z","expiresDate":"2026-11-13T08:00:00Z"},"lapsedDays":27,"appleList":{"signedDate":"2026-12-10T11:00:00Z","rank":2},"newestFact":"2026-12-10T11:59:00.500Z","newestFactAge":59,"historyComplete":false}"#
      ])
    question.subscriber = .unidentified
    #expect(question.explained.map { json($0.basis, showsTransactionIds: true) } == ["{}"])
    question = OfferQuestion(
      offers: [Self.limited],
      subscriber: known(Self.running) {
        $0.redemptions = ["id": [at("2026-08-01T00:00Z"), at("2026-07-01T00:00Z")]]
        $0.newestFact = at("2026-12-11T12:00Z")
        $0.isComplete = true
      })
    #expect(
      question.explained.map { json($0.basis, showsTransactionIds: true) } == [
        #"{"redemptions":["2026-07-01T00:00:00Z","2026-08-01T00:00:00Z"],"newestFact":"2026-12-11T12:00:00Z","newestFactAge":0,"historyComplete":true}"#
      ])
  }

  private func json(_ basis: OfferBasis, showsTransactionIds: Bool) -> String {
    let text = JSONText { $0.content(basis.content(showsTransactionIds: showsTransactionIds)) }
    return String(decoding: text.bytes, as: UTF8.self)
  }
}

import PaywallCatalog
import PaywallDecisions
import Serving
import TestSupport
import Testing

/// Laws over random customers and offers.
struct EligibilityLawTests {
  @Test("No answer promises what the facts do not allow")
  func promises() {
    var random = RandomCustomers(numbers: SplitMix(state: 11))
    for _ in 0..<rounds(1000, all: 4000) {
      let question = random.question()
      let answers = question.all
      for answer in answers { check(answer, question) }
      #expect(answers == question.explained.map(\.answer))
      #expect(Set(answers.map(\.offer.key)) == Set(question.offers.map(\.key)))
      // The sent list ends at the first that is eligible, and is part of all answers in their
      // order.
      let sent = question.inPaywall.offers
      let tried = answers.prefix { $0.eligibility.word != "eligible" }
      #expect(sent.dropLast().allSatisfy { $0.eligibility.word == "unknown" })
      #expect(
        sent.filter { $0.eligibility.word == "eligible" }
          == [answers.dropFirst(tried.count).first].compactMap { $0 })
      #expect(
        sent.filter { $0.eligibility.word == "unknown" }
          == tried.filter { sent.contains($0) && $0.eligibility.word == "unknown" })
      #expect(
        sent.allSatisfy {
          $0.eligibility.word == "eligible" || [.introductory, .winBack].contains($0.offer.kind)
        })
    }
  }

  private func check(_ answer: OfferAnswer, _ question: OfferQuestion) {
    guard case .eligible(let reason) = answer.eligibility else {
      #expect(answer.signing == nil)
      return
    }
    #expect(answer.offer.window.contains(question.now))
    guard case .known(let facts) = question.subscriber else {
      #expect(reason == .everyCustomerClass)
      return
    }
    let group = facts.groups["pro"] ?? GroupFacts()
    let isRunning = [.subscribed, .inGracePeriod, .inBillingRetryPeriod].contains(group.state)
    switch answer.offer.kind {
    case .introductory:
      #expect(!isRunning)
      #expect(!group.everIntroductory || answer.offer.again)
      #expect(group.everIntroductory || facts.isComplete)
      #expect((answer.signing != nil) == group.everIntroductory)
    case .promotional:
      #expect(facts.everSubscribed)
      #expect(answer.signing != nil)
    case .winBack:
      #expect(!isRunning && !group.familyShared)
      #expect(group.winBack?.offerIds.contains(answer.offer.id) == true)
      #expect(answer.signing == nil)
    case .offerCode: #expect(answer.signing == nil)
    }
  }

  @Test("Who takes every offer that is eligible stays within the customer's limit")
  func customerLimit() {
    var random = RandomCustomers(numbers: SplitMix(state: 12))
    for _ in 0..<60 {
      let kind = random.pick([OfferKind.introductory, .promotional])
      let limit = OfferLimit(
        perCustomer: 1 + random.below(3), every: random.chance(70) ? Period(days: 30) : nil)
      let asked = offer(kind) {
        $0.again = kind == .introductory
        $0.limit = limit
        $0.products = [annual, "pro_monthly"]
      }
      var facts = SubscriberFacts(
        groups: ["pro": GroupFacts(state: .expired, ever: true, everIntroductory: true)])
      var redeemed: [Timestamp] = []
      var now = noon
      for _ in 0..<80 {
        now = now.adding(milliseconds: Int64(random.below(100)) * 3_600_000)
        let question = OfferQuestion(offers: [asked], subscriber: .known(facts), now: now)
        guard question.all.map(\.eligibility.word) == ["eligible"] else { continue }
        var grant = Grant(
          id: 0, environment: .production, offer: asked.key, offerId: asked.id, product: annual,
          grantedAt: now, release: "r")
        facts.grants.removeAll { $0.isOutstanding(at: now) }
        if random.chance(60) {
          grant.redemption = Grant.Redemption(transactionId: "t", purchaseDate: now)
          redeemed.append(now)
          facts.redemptions[asked.id, default: []].append(now)
        }
        facts.grants.append(grant)
      }
      // No stretch as long as the limit's has more of them than it allows.
      for first in redeemed {
        let stretch = redeemed.filter { moment in
          moment >= first
            && (limit.every.map { moment < first.adding($0) } ?? true)
        }
        #expect(stretch.count <= limit.perCustomer ?? 0)
      }
      #expect(!redeemed.isEmpty)
    }
  }
}

/// Customers and the offers of one product, from fixed random numbers; small, so that things meet.
private struct RandomCustomers {
  var numbers: SplitMix

  mutating func below(_ bound: Int) -> Int { Int(numbers.next() % UInt64(bound)) }
  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
  mutating func pick<Item>(_ items: [Item]) -> Item { items[below(items.count)] }

  /// Returns a moment within two days of noon.
  mutating func moment() -> Timestamp {
    noon.adding(milliseconds: Int64(below(97) - 48) * 3_600_000)
  }

  mutating func question() -> OfferQuestion {
    let offers = (0..<1 + below(6)).map { number in
      var asked = offer(pick(OfferKind.allCases), "offer\(number)")
      asked.id = "id\(below(4))"
      if chance(10) { asked.window.start = moment() }
      if chance(10) { asked.products = ["pro_monthly"] }
      if chance(20) { asked.audience = pick([british, newcomers, .not(british)]) }
      if chance(30) { asked.limit = OfferLimit(perCustomer: 1 + below(2)) }
      asked.again = asked.limit != nil && asked.kind == .introductory
      if asked.kind == .offerCode {
        asked.code?.customers = CustomerClass.allCases.filter { _ in chance(60) }
      }
      return asked
    }
    var attributes: [String: RawAttribute] = ["platform": .text(pick(["iOS", "macOS", "web"]))]
    if chance(80) { attributes["osVersion"] = .text(pick(["13.0", "17.2", "18.4", "26"])) }
    if chance(80) { attributes["country"] = .text(pick(["GB", "DE"])) }
    return OfferQuestion(
      offers: offers, attributes: attributes,
      subscriber: chance(85) ? .known(facts()) : pick([.unidentified, .unavailable]))
  }

  private mutating func facts() -> SubscriberFacts {
    var group = GroupFacts(state: pick(SubscriptionState.allCases))
    group.ever = group.state != .none
    group.everIntroductory = chance(40)
    group.familyShared = chance(15)
    if chance(60) {
      let ids = (0..<4).map { "id\($0)" }.filter { _ in chance(60) }
      group.winBack = GroupFacts.WinBackList(offerIds: ids, signedDate: moment())
    }
    var facts = SubscriberFacts(
      groups: chance(85) ? ["pro": group] : [:], everSubscribed: chance(20),
      isComplete: chance(60))
    if chance(40) { facts.redemptions["id\(below(4))"] = [moment()] }
    if chance(40) {
      facts.grants = [grant("offer\(below(6))", at: moment().rfc3339, redeemed: chance(50))]
    }
    return facts
  }
}

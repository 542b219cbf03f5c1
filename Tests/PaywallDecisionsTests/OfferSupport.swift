@testable import PaywallCatalog
import PaywallDecisions
import Serving

/// The product that the offers of the tests are on; its group is `pro`.
let annual = "pro_yearly"

let newcomers = Condition.test(AttributeTest("subscription.ever", [.equals(.boolean(false))]))
let british = Condition.test(AttributeTest("country", [.equals(.string("GB"))]))

/// An offer on `annual`, its key the word of its kind; a code is for expired and new customers.
func offer(
  _ kind: OfferKind, _ key: String? = nil, change: (inout Offer) -> Void = { _ in }
) -> Offer {
  var offer = Offer(key: key ?? kind.rawValue, id: "id", kind: kind, products: [annual])
  if kind == .offerCode { offer.code = OfferCodeTerms(customers: [.expired, .new]) }
  change(&offer)
  return offer
}

func compiledOffers(_ offers: [Offer]) -> CompiledSnapshot {
  CompiledSnapshot {
    $0.offers = Dictionary(offers.map { ($0.key, $0) }, uniquingKeysWith: { $1 })
  }
}

/// A customer with these verified facts of the group `pro`.
func known(
  _ group: GroupFacts, change: (inout SubscriberFacts) -> Void = { _ in }
) -> SubscriberKnowledge {
  var facts = SubscriberFacts(groups: ["pro": group])
  change(&facts)
  return .known(facts)
}

func purchase(_ id: String, _ bought: String, until: String? = nil) -> GroupFacts.Purchase {
  GroupFacts.Purchase(
    transactionId: id, purchaseDate: at(bought), expiresDate: until.map { at($0) })
}

func grant(
  _ offer: String, on product: String = annual, at moment: String, redeemed: Bool = false
) -> Grant {
  Grant(
    id: 1, environment: .production, offer: offer, offerId: "id", product: product,
    grantedAt: at(moment), release: "r",
    redemption: redeemed
      ? Grant.Redemption(transactionId: "9", purchaseDate: at(moment)) : nil)
}

/// The question about offers for a paywall that lists them, and its answers.
struct OfferQuestion {
  var offers: [Offer]
  /// The listed offers; `nil` for all of them in their order.
  var listed: [String]?
  /// The billing plan on which the product is sold.
  var billingPlan = BillingPlan.upFront
  var attributes: [String: RawAttribute] = ["platform": .text("iOS"), "osVersion": .text("18.1")]
  var subscriber: SubscriberKnowledge = .unidentified
  var limits = LedgerLimits.none
  var now = noon

  private var compiled: CompiledSnapshot { compiledOffers(offers) }
  private var entry: PaywallProduct {
    PaywallProduct(
      product: annual, billingPlan: billingPlan, offers: listed ?? offers.map(\.key))
  }

  var inPaywall: ProductOffers {
    let compiled = compiled
    let visitor = compiled.visitor(attributes, subscriber: subscriber, at: now).visitor
    return compiled.offers(on: entry, for: visitor, at: now, limits: limits)
  }

  var explained: [ExplainedOffer] {
    let compiled = compiled
    let visitor = compiled.visitor(attributes, subscriber: subscriber, at: now).visitor
    return compiled.explainOffers(on: entry, for: visitor, at: now, limits: limits)
  }

  var all: [OfferAnswer] {
    let compiled = compiled
    let visitor = compiled.visitor(attributes, subscriber: subscriber, at: now).visitor
    return compiled.allOffers(on: entry, for: visitor, at: now, limits: limits)
  }

  /// All answers in short: `unknown historyIncomplete`.
  var answers: [String] { all.map(\.short) }
}

extension OfferAnswer: Equatable {
  static func == (left: OfferAnswer, right: OfferAnswer) -> Bool {
    left.offer == right.offer && left.eligibility == right.eligibility
  }

  var short: String { "\(eligibility.word) \(eligibility.reason.rawValue)" }
}

/// The offers that are sent, and all answers, for a paywall that lists all offers.
func answers(
  _ offers: [Offer], listed: [String]? = nil, _ attributes: [String: RawAttribute] = [:],
  _ subscriber: SubscriberKnowledge = .unidentified
) -> (sent: [String], all: [String], advice: IntroductoryAdvice?) {
  let question = OfferQuestion(
    offers: offers, listed: listed, attributes: attributes, subscriber: subscriber)
  let inPaywall = question.inPaywall
  return (inPaywall.offers.map(\.offer.key), question.answers, inPaywall.introductory)
}

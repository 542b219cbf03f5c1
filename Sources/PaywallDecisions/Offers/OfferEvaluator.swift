package import PaywallCatalog
import PaywallTextCoding

/// Decides the offers of one product of a paywall. Created once per product, so that its offers
/// share lookups.
package struct OfferEvaluator {
  let index: SnapshotIndex
  let product: String
  /// The plan on which the product is sold.
  package let billingPlan: BillingPlan
  let visitor: Visitor
  package let limits: LedgerLimits
  package let now: Timestamp
  /// The verified facts of the customer; `nil` if there are none.
  package let facts: SubscriberFacts?
  /// The key of the product's subscription group.
  package let groupKey: String?
  /// The facts of that group; those of a newcomer if there are none.
  package let group: GroupFacts
  /// The operating system that would redeem an offer, if it was sent.
  package let system: RedeemingOS?
  package let systemVersion: Version?
  let isPlatformKnown: Bool

  package init(
    _ index: SnapshotIndex, _ sold: PaywallProduct, _ visitor: Visitor, _ limits: LedgerLimits,
    _ now: Timestamp
  ) {
    self.index = index
    product = sold.product
    billingPlan = sold.billingPlan
    self.visitor = visitor
    self.limits = limits
    self.now = now
    groupKey = index.groups[product]
    if case .known(let facts) = visitor.subscriber {
      self.facts = facts
      group = groupKey.flatMap { facts.groups[$0] } ?? GroupFacts()
    } else {
      facts = nil
      group = GroupFacts()
    }
    if let slot = index.slots.platform, case .string(let platform) = visitor[slot] {
      system = RedeemingOS(platform: platform)
      isPlatformKnown = true
    } else {
      system = nil
      isPlatformKnown = false
    }
    if let slot = index.slots.osVersion, case .version(let version) = visitor[slot] {
      systemVersion = version
    } else {
      systemVersion = nil
    }
  }

  /// The listed offers in the order in which they are tried: as listed, but win-back offers sorted
  /// among their positions by Apple's ranking.
  package func inOrder(_ listed: [String]) -> [CompiledOffer] {
    var offers = listed.compactMap { index.offers[$0] }
    let places = offers.indices.filter { offers[$0].offer.kind == .winBack }
    guard places.count > 1, let list = freshList else { return offers }
    let ranked = places.sortedByIndex { left, right in
      let ranks = [left, right].map { list.rank(of: offers[$0].offer.id) ?? .max }
      return ranks[0] != ranks[1] ? ranks[0] < ranks[1] : left < right
    }.map { offers[$0] }
    for (place, offer) in zip(places, ranked) { offers[place] = offer }
    return offers
  }

  /// May use unverified attributes: this neither enrols nor signs.
  func audience(of offer: CompiledOffer) -> Truth {
    offer.audience.map { index.conditions.truth(of: $0, for: visitor) } ?? .true
  }
}

import Catalog
import Subscribers

/// A product of a paywall, and everything that the answers for its offers depend on. Made once per
/// product, so that its offers share what was looked up.
struct AskedProduct {
  let index: SnapshotIndex
  let product: String
  let visitor: Visitor
  let limits: LedgerLimits
  let now: Timestamp
  /// What is verified of the customer; `nil` if nothing is.
  let facts: SubscriberFacts?
  /// The key of the product's subscription group.
  let groupKey: String?
  /// The facts of that group; those of a newcomer where there are none.
  let group: GroupFacts
  /// What would redeem an offer, as far as it was sent.
  let system: RedeemingOS?
  let systemVersion: Version?
  let isPlatformKnown: Bool

  init(
    _ index: SnapshotIndex, _ product: String, _ visitor: Visitor, _ limits: LedgerLimits,
    _ now: Timestamp
  ) {
    self.index = index
    self.product = product
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

  /// The listed offers in the order in which they are tried: as they are listed, with Apple's
  /// ranking of win-back offers deciding which of those comes first in the places they have.
  func inOrder(_ listed: [String]) -> [CompiledOffer] {
    var offers = listed.compactMap { index.offers[$0] }
    let places = offers.indices.filter { offers[$0].offer.kind == .winBack }
    guard places.count > 1, let list = freshList else { return offers }
    let ranked = places.sorted { left, right in
      let ranks = [left, right].map { list.rank(of: offers[$0].offer.id) ?? .max }
      return ranks[0] != ranks[1] ? ranks[0] < ranks[1] : left < right
    }.map { offers[$0] }
    for (place, offer) in zip(places, ranked) { offers[place] = offer }
    return offers
  }

  /// A guess of a marketer counts: nothing is enrolled, and nothing signed, by this.
  func audience(of offer: CompiledOffer) -> Truth {
    guard let audience = offer.audience else { return .true }
    var silent = Silent()
    return index.conditions.truth(
      at: audience.start, for: visitor, withoutLedger: false, tracer: &silent)
  }
}

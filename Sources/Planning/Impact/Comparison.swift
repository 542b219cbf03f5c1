import PaywallCatalog
import PaywallDecisions
import PaywallTextCoding
import Serving

/// Decides for visitors with both snapshots and counts differences.
struct Comparison {
  private let base: CompiledSnapshot
  private let head: CompiledSnapshot
  private let compared: [ComparedPlacement]
  private let now: Timestamp
  private(set) var affected = 0
  /// The tallies by placement, in the order of `compared`.
  private(set) var tallies: [Tally]

  /// The counts at one placement.
  struct Tally {
    var affected = 0
    var counts: [Impact.Kind: Count] = [:]
  }

  /// The number of visitors, and the first of them.
  struct Count {
    var visitors = 0
    var first: [Int] = []
  }

  init(
    _ base: CompiledSnapshot, _ head: CompiledSnapshot, _ compared: [ComparedPlacement],
    _ now: Timestamp
  ) {
    self.base = base
    self.head = head
    self.compared = compared
    self.now = now
    tallies = compared.map { _ in Tally() }
  }

  /// Adds the counts of later visitors.
  mutating func add(_ later: Comparison) {
    affected += later.affected
    for place in tallies.indices { tallies[place].add(later.tallies[place]) }
  }

  /// Prepares the visitor once per snapshot and decides at every placement.
  mutating func count(_ member: Population.Member, number: Int) {
    let before = base.visitor(member.attributes, subscriber: member.subscriber, at: now).visitor
    let after = head.visitor(member.attributes, subscriber: member.subscriber, at: now).visitor
    var isAffected = false
    var offers = OfferChanges()
    for (place, placement) in compared.enumerated() {
      let kinds = kinds(at: placement, before, after, member.records, &offers)
      guard !kinds.isEmpty else { continue }
      isAffected = true
      tallies[place].affected += 1
      for kind in kinds { tallies[place].counts[kind, default: Count()].add(number) }
    }
    if isAffected { affected += 1 }
  }

  private func kinds(
    at placement: ComparedPlacement, _ before: Visitor, _ after: Visitor,
    _ records: [RecordedAssignment], _ offers: inout OfferChanges
  ) -> [Impact.Kind] {
    if records.isEmpty, isUntouched(at: placement, before, after) { return [] }
    let old = base.decide(placement.id, for: before, records: records, at: now)
    let new = head.decide(placement.id, for: after, records: records, at: now)
    var kinds = enrolment(old, new)
    if old.show != new.show { kinds.append(.paywall(from: old.show, to: new.show)) }
    let difference = old.show == new.show ? placement.difference(of: old.show) : nil
    kinds += difference?.kinds ?? []
    if old.show != new.show || difference?.offersMayDiffer ?? false {
      kinds += offers.kinds(from: old.show, to: new.show) {
        self.offers(old.show, before, new.show, after)
      }
    }
    return kinds
  }

  /// Whether the differences do not affect the visitor. Experiments without a difference need no
  /// check: they enrol the same visitors in both snapshots.
  private func isUntouched(
    at placement: ComparedPlacement, _ before: Visitor, _ after: Visitor
  ) -> Bool {
    let old = base.decide(placement.focus, for: before, at: now)
    guard old.reason != .unknownPlacement, placement.difference(of: old.show) == nil else {
      return false
    }
    let new = head.decide(placement.focus, for: after, at: now)
    return new.reason != .unknownPlacement && old.show == new.show
      && enrolment(old, new).isEmpty
  }

  private func enrolment(_ old: Decision, _ new: Decision) -> [Impact.Kind] {
    switch (old.enrolled, new.enrolled) {
    case (nil, nil): return []
    case (nil, let entered?):
      return [.enters(experiment: entered.id, variant: entered.variant)]
    case (let left?, nil): return [.leaves(experiment: left.id, variant: left.variant)]
    case (let left?, let entered?):
      guard left.id.hasSameUTF8(as: entered.id) else {
        return [
          .leaves(experiment: left.id, variant: left.variant),
          .enters(experiment: entered.id, variant: entered.variant),
        ]
      }
      guard !left.variant.hasSameUTF8(as: entered.variant) else { return [] }
      return [.switches(experiment: left.id, from: left.variant, to: entered.variant)]
    }
  }

  /// The offers that an app would be sent, by key.
  private func offers(
    _ old: Show, _ before: Visitor, _ new: Show, _ after: Visitor
  ) -> [Impact.Kind] {
    let had = base.sentOffers(old, to: before, at: now)
    let has = head.sentOffers(new, to: after, at: now)
    let gained = has.filter { offer in !had.contains { $0.key.hasSameUTF8(as: offer.key) } }
    let lost = had.filter { offer in !has.contains { $0.key.hasSameUTF8(as: offer.key) } }
    let changed = has.filter { offer in
      had.contains { $0.key.hasSameUTF8(as: offer.key) && !$0.hasTerms(of: offer) }
    }
    return gained.map { .gainsOffer($0.key) } + lost.map { .losesOffer($0.key) }
      + changed.map { .offerTerms($0.key) }
  }
}

/// The changes of one visitor's offers when one paywall takes the place of another. They are the
/// same at each placement, and take as long to find as a decision.
private struct OfferChanges {
  private var known: [(from: Show, to: Show, kinds: [Impact.Kind])] = []

  mutating func kinds(
    from old: Show, to new: Show, found find: () -> [Impact.Kind]
  ) -> [Impact.Kind] {
    if let known = known.first(where: { $0.from == old && $0.to == new }) { return known.kinds }
    let kinds = find()
    known.append((old, new, kinds))
    return kinds
  }
}

extension Comparison.Tally {
  fileprivate mutating func add(_ later: Comparison.Tally) {
    affected += later.affected
    for (kind, count) in later.counts { counts[kind, default: Comparison.Count()].add(count) }
  }
}

extension Comparison.Count {
  fileprivate mutating func add(_ later: Comparison.Count) {
    visitors += later.visitors
    first += later.first.prefix(3 - first.count)
  }

  fileprivate mutating func add(_ number: Int) {
    visitors += 1
    if first.count < 3 { first.append(number) }
  }
}

extension ComparedPlacement {
  fileprivate func difference(of show: Show) -> PaywallDifference? {
    guard case .paywall(let id) = show else { return nil }
    return paywalls[id]
  }
}

extension Decision {
  /// The variant that the visitor is in; a winner is for everyone.
  fileprivate var enrolled: EnrolledIn? { reason == .experiment ? experiment : nil }
}

extension CompiledSnapshot {
  /// Returns each offer once, in the order of the products.
  fileprivate func sentOffers(_ show: Show, to visitor: Visitor, at now: Timestamp) -> [Offer] {
    guard case .paywall(let id) = show else { return [] }
    var sent: [Offer] = []
    for product in snapshot.shown(id)?.products ?? [] {
      for answer in offers(on: product, for: visitor, at: now).offers
      where !sent.contains(where: { $0.key.hasSameUTF8(as: answer.offer.key) }) {
        sent.append(answer.offer)
      }
    }
    return sent
  }
}

extension Offer {
  /// The same price for the same time.
  fileprivate func hasTerms(of other: Offer) -> Bool {
    id.hasSameUTF8(as: other.id) && kind == other.kind && payment == other.payment
      && period == other.period && cycles == other.cycles
  }
}

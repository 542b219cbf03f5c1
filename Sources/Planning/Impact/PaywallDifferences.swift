import PaywallCatalog
import Serving

/// The paywalls of both snapshots that differ for visitors, by id.
func paywallDifferences(_ base: Snapshot, _ head: Snapshot) -> [String: PaywallDifference] {
  let offers = Set(base.offers.keys).union(head.offers.keys).filter { key in
    guard let before = base.offers[key], let after = head.offers[key] else { return true }
    return before != after || base.resolved(before.audience) != head.resolved(after.audience)
  }
  let introduced = Set(
    [base, head].flatMap { snapshot in
      offers.compactMap { snapshot.offers[$0] }.filter { $0.kind == .introductory }
        .flatMap(\.products)
    })
  var found: [String: PaywallDifference] = [:]
  for id in base.showable {
    guard let before = base.shown(id), let after = head.shown(id) else { continue }
    let products = before.products.map(\.product) + after.products.map(\.product)
    let listed = before.products.flatMap(\.offers) + after.products.flatMap(\.offers)
    let difference = PaywallDifference(
      kinds: before.kinds(to: after),
      offersMayDiffer: before.products.map(\.sold) != after.products.map(\.sold)
        || listed.contains(where: offers.contains) || products.contains(where: introduced.contains)
        || products.contains { base.products[$0]?.group != head.products[$0]?.group })
    if !difference.kinds.isEmpty || difference.offersMayDiffer { found[id] = difference }
  }
  return found
}

extension Paywall {
  /// The differences for every visitor who sees it.
  fileprivate func kinds(to other: Paywall) -> [Impact.Kind] {
    var kinds: [Impact.Kind] = []
    let sold = [products, other.products].map { $0.map(\.sold) }
    if sold[0] != sold[1] {
      let isReordered = sold[0].map(Set.init).counted == sold[1].map(Set.init).counted
      kinds.append(isReordered ? .order(paywall: id) : .products(paywall: id))
    }
    if says(otherThan: other) { kinds.append(.content(paywall: id)) }
    return kinds
  }

  private func says(otherThan other: Paywall) -> Bool {
    let extras = [self, other].map { paywall in
      Dictionary(
        paywall.products.map { ($0.product, $0.extra) }, uniquingKeysWith: { first, _ in first })
    }
    let common = Set(extras[0].keys).intersection(extras[1].keys)
    return selected != other.selected || content != other.content
      || common.contains { extras[0][$0] != extras[1][$0] }
  }
}

extension Sequence where Element: Hashable {
  fileprivate var counted: [Element: Int] { reduce(into: [:]) { $0[$1, default: 0] += 1 } }
}

import Catalog
import Decisions

/// A placement whose answers may differ between two snapshots, with what of its answers can.
struct AskedPlacement {
  let id: String
  /// Of the paywalls in both snapshots: what differs in them, and whether their offers may.
  let paywalls: [String: Difference]

  struct Difference {
    /// The same for everybody who sees the paywall.
    var kinds: [Impact.Kind] = []
    var offersMayDiffer = false
  }
}

/// Finds the placements at which anything can differ.
struct PlacementDifferences {
  let base: Snapshot
  let head: Snapshot
  private let paywalls: [String: AskedPlacement.Difference]
  private let differsEverywhere: Bool
  private let atPlacement: [[String: [Experiment]]]

  /// A visitor's record in a layer settles the unit at every placement.
  init(_ base: Snapshot, _ head: Snapshot, hasRecords: Bool) {
    self.base = base
    self.head = head
    let layers = [base, head].map { $0.experiments.compactMapValues(\.layer) }
    differsEverywhere = base.schema != head.schema || hasRecords && layers[0] != layers[1]
    paywalls = Self.paywalls(base, head)
    atPlacement = [base, head].map { snapshot in
      var found: [String: [Experiment]] = [:]
      for experiment in snapshot.experiments.values.sorted(by: { $0.id.goesBefore($1.id) }) {
        for placement in experiment.placements { found[placement, default: []].append(experiment) }
      }
      return found
    }
  }

  var asked: [AskedPlacement] {
    Set(base.placements.keys).union(head.placements.keys).sorted { $0.goesBefore($1) }
      .filter(mayDiffer).map { AskedPlacement(id: $0, paywalls: paywalls) }
  }

  /// Whether rules, experiments, shown paywalls, offers or the audiences of any of them do.
  private func mayDiffer(at id: String) -> Bool {
    guard let before = base.placements[id], let after = head.placements[id], !differsEverywhere
    else { return true }
    guard before == after else { return true }
    let experiments = atPlacement.map { $0[id] ?? [] }
    if experiments[0].map(\.deciding) != experiments[1].map(\.deciding) { return true }
    if !experiments[0].isEmpty, base.holdout != head.holdout { return true }
    let layers = Set(experiments[0].compactMap(\.layer))
    if layers.contains(where: { base.layers[$0] != head.layers[$0] }) { return true }
    let conditions = before.rules.map(\.audience) + experiments[0].compactMap(\.audience)
    if conditions.contains(where: { base.resolved($0) != head.resolved($0) }) { return true }
    return before.shown(with: experiments[0]).contains { show in
      guard case .paywall(let id) = show else { return false }
      guard let difference = paywalls[id] else { return true }
      return !difference.kinds.isEmpty || difference.offersMayDiffer
    }
  }

  private static func paywalls(
    _ base: Snapshot, _ head: Snapshot
  ) -> [String: AskedPlacement.Difference] {
    let offers = Set(base.offers.keys).union(head.offers.keys).filter { key in
      guard let before = base.offers[key], let after = head.offers[key] else { return true }
      return before != after || base.resolved(before.audience) != head.resolved(after.audience)
    }
    let introduced = [base, head].flatMap { snapshot in
      offers.compactMap { snapshot.offers[$0] }.filter { $0.kind == .introductory }
        .flatMap(\.products)
    }
    var found: [String: AskedPlacement.Difference] = [:]
    for (id, before) in base.paywalls {
      guard let after = head.paywalls[id] else { continue }
      let products = before.products.map(\.product) + after.products.map(\.product)
      let listed = before.products.flatMap(\.offers) + after.products.flatMap(\.offers)
      found[id] = AskedPlacement.Difference(
        kinds: before.kinds(to: after),
        offersMayDiffer: before.products.map(\.sold) != after.products.map(\.sold)
          || listed.contains(where: offers.contains)
          || products.contains(where: introduced.contains)
          || products.contains { base.products[$0]?.group != head.products[$0]?.group })
    }
    return found
  }
}

extension Experiment {
  /// Without what is for people only.
  fileprivate var deciding: Experiment {
    var experiment = self
    experiment.title = nil
    experiment.hypothesis = nil
    experiment.owner = nil
    experiment.metrics = Metrics()
    experiment.visibility = .private
    return experiment
  }
}

extension Placement {
  fileprivate func shown(with experiments: [Experiment]) -> [Show] {
    rules.map(\.show) + [self.default]
      + experiments.flatMap { $0.variants.compactMap { $0.show(at: id) } }
  }
}

extension Paywall {
  /// What everybody who sees it sees differently.
  fileprivate func kinds(to other: Paywall) -> [Impact.Kind] {
    var kinds: [Impact.Kind] = []
    let sold = [products, other.products].map { $0.map(\.sold) }
    if sold[0] != sold[1] {
      let isReordered =
        sold[0].map { Set($0) }.counted == sold[1].map { Set($0) }.counted
      kinds.append(isReordered ? .order(paywall: id) : .products(paywall: id))
    }
    if says(otherThan: other) { kinds.append(.content(paywall: id)) }
    return kinds
  }

  private func says(otherThan other: Paywall) -> Bool {
    let extras = [self, other].map { paywall in
      Dictionary(
        paywall.products.map { ($0.product, $0.extra) }, uniquingKeysWith: { one, _ in one })
    }
    let common = Set(extras[0].keys).intersection(extras[1].keys)
    return selected != other.selected || content != other.content
      || common.contains { extras[0][$0] != extras[1][$0] }
  }
}

extension Sequence where Element: Hashable {
  fileprivate var counted: [Element: Int] { reduce(into: [:]) { $0[$1, default: 0] += 1 } }
}

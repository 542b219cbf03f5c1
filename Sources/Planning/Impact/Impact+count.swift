package import PaywallCatalog
import PaywallDecisions
import PaywallTextCoding
import Serving

/// Returns the visitors of a population whom the change between two snapshots affects at `now`.
/// Only placements at which something can differ are evaluated. `progress` is called from time to
/// time with the number of compared visitors.
package func impact(
  from base: Snapshot, to head: Snapshot, population: Population, at now: Timestamp,
  progress: (Int) -> Void = { _ in }
) -> Impact {
  let hasRecords = population.members.contains { !$0.records.isEmpty }
  let compared = PlacementDifferences(base, head, hasRecords: hasRecords).compared
  var impact = Impact(
    visitors: population.members.count, isSynthetic: population.isSynthetic, affected: 0,
    placements: [], uncovered: population.uncovered)
  guard !compared.isEmpty else { return impact }
  var comparison = Comparison(
    CompiledSnapshot(base.focused(on: compared)), CompiledSnapshot(head.focused(on: compared)),
    compared,
    now)
  let none = comparison
  let size = population.members.count
  for start in stride(from: 0, to: size, by: visitorsOfStep) {
    let end = min(start + visitorsOfStep, size)
    let parts = Concurrency.allCores.parts(of: end - start, atLeast: 50) { part in
      var comparison = none
      for number in part {
        comparison.count(population.members[start + number], number: start + number)
      }
      return comparison
    }
    for part in parts { comparison.add(part) }
    if end - start == visitorsOfStep { progress(end) }
  }
  impact.affected = comparison.affected
  let hasGroups = Set(base.groups.map(\.key)).union(head.groups.map(\.key)).count > 1
  for (placement, tally) in zip(compared, comparison.tallies) where tally.affected > 0 {
    let effects = tally.counts.map { kind, count in
      Impact.Effect(
        kind: kind, visitors: count.visitors,
        examples: count.first.map {
          population.members[$0].explaining(
            placement.id, at: now, namesGroups: hasGroups)
        })
    }
    impact.placements.append(
      Impact.AtPlacement(
        placement: placement.id, affected: tally.affected,
        effects: effects.sorted { $0.kind.precedes($1.kind) }))
  }
  return impact
}

/// The number of visitors after which progress is reported.
private let visitorsOfStep = 1_000

extension Impact.Kind {
  /// Visible differences first, then experiments, then offers; then by name.
  fileprivate func precedes(_ other: Impact.Kind) -> Bool {
    place.rank != other.place.rank
      ? place.rank < other.place.rank
      : place.names.lexicographicallyPrecedes(other.place.names) { $0.precedes($1) }
  }

  private var place: (rank: Int, names: [String]) {
    switch self {
    case .paywall(let from, let to): (0, ["\(from)", "\(to)"])
    case .order(let paywall): (1, [paywall])
    case .products(let paywall): (2, [paywall])
    case .content(let paywall): (3, [paywall])
    case .enters(let experiment, let variant): (4, [experiment, variant])
    case .leaves(let experiment, let variant): (5, [experiment, variant])
    case .switches(let experiment, let from, let to): (6, [experiment, from, to])
    case .gainsOffer(let offer): (7, [offer])
    case .losesOffer(let offer): (8, [offer])
    case .offerTerms(let offer): (9, [offer])
    }
  }
}

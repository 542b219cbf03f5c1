import PaywallCatalog
import Serving

/// The moments after `now` at which time alone changes what a placement shows that differs between
/// two snapshots: by an experiment, a rule, or an offer. Sorted.
func moments(
  from base: Snapshot, to head: Snapshot, for population: Population, after now: Timestamp
) -> [Timestamp] {
  let hasRecords = population.members.contains { !$0.records.isEmpty }
  let placements = Set(
    PlacementDifferences(base, head, hasRecords: hasRecords).compared.map(\.id))
  let all = [base, head].flatMap { $0.moments(at: placements) }
  return Set(all).filter { $0 > now }.sorted()
}

extension Snapshot {
  fileprivate func moments(at ids: Set<String>) -> [Timestamp] {
    let standing = experiments.values.filter { !ids.isDisjoint(with: $0.placements) }
    let shown = placements.values.filter { ids.contains($0.id) }
    let shows =
      shown.flatMap { [$0.default] + $0.rules.map(\.show) }
      + standing.flatMap { experiment in
        experiment.variants.flatMap { variant in
          experiment.placements.compactMap { variant.show(at: $0) }
        }
      }
    let listed = Set(shows).flatMap { show -> [String] in
      guard case .paywall(let id) = show else { return [] }
      return self.shown(id)?.products.flatMap(\.offers) ?? []
    }
    let windows =
      shown.flatMap(\.rules).map(\.window) + Set(listed).compactMap { offers[$0]?.window }
    return standing.flatMap(\.changes)
      + windows.flatMap { [$0.start, $0.end].compactMap(\.self) }
  }
}

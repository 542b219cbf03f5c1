package import PaywallCatalog
import PaywallTextCoding

/// The public part of a release at a moment, as the features that GrowthBook's SDKs read: each
/// placement is one. Unless a placement is partial, an SDK evaluates it as the server decides for a
/// visitor without records and evidence.
package struct GrowthBookPayload: Sendable {
  /// `{"status":200,"features":{…},"partialPlacements":[…]}`. The same bytes for the same release
  /// between two changes.
  package let json: [UInt8]
  /// The next moment at which a schedule changes it.
  package let validUntil: Timestamp?
  /// Placements from which something was left out, because it is private or cannot be expressed
  /// exactly.
  package let partialPlacements: [String]

  package init(_ published: PublishedSnapshot, at now: Timestamp) {
    let snapshot = published.snapshot
    let active = snapshot.activeExperiments
    var values: [Show: [UInt8]] = [:]
    func value(_ show: Show) -> [UInt8] {
      if let known = values[show] { return known }
      let json = JSONText { $0.value(of: show, in: snapshot) }.bytes
      values[show] = json
      return json
    }
    var partial = published.partialPlacements
    var features = JSONMembers()
    for id in sorted(snapshot.placements.keys) {
      guard let placement = snapshot.placements[id] else { continue }
      let rules = PlacementRules(
        placement, experiments: active[id] ?? [], in: snapshot, at: now)
      if !rules.isExact { partial.insert(id) }
      features.object(id) { feature in
        feature.json("defaultValue") { $0.raw(value(rules.default)) }
        feature.objects("rules", rules.rules.map { JSONMembers($0, at: id, value: value) })
      }
    }
    let partialPlacements = sorted(partial)
    json =
      JSONMembers {
        $0.number("status", 200)
        $0.object("features", features)
        $0.texts("partialPlacements", partialPlacements)
      }.bytes
    self.partialPlacements = partialPlacements
    validUntil = snapshot.changes.filter { $0 > now }.min()
  }
}

extension Snapshot {
  /// The experiments by placement, sorted by id.
  fileprivate var activeExperiments: [String: [Experiment]] {
    var active: [String: [Experiment]] = [:]
    for id in sorted(experiments.keys) {
      guard let experiment = experiments[id] else { continue }
      for placement in Set(experiment.placements) {
        active[placement, default: []].append(experiment)
      }
    }
    return active
  }

  /// The moments at which a schedule or a traffic changes.
  fileprivate var changes: [Timestamp] {
    experiments.values.flatMap(\.changes)
      + placements.values.flatMap(\.rules).flatMap { rule in
        [rule.window.start, rule.window.end].compactMap(\.self)
      }
  }
}

/// Sorted by bytes, so that the order is the same everywhere.
private func sorted(_ names: some Sequence<String>) -> [String] {
  names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
}

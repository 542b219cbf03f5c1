import PaywallCatalog

extension Snapshot {
  /// Placements that have one thing to show: no rules, and no experiment that is or was live.
  var plainPlacements: Set<String> {
    var plain = Set(placements.filter { $0.value.rules.isEmpty }.keys)
    for experiment in experiments.values
    where experiment.status != .draft && experiment.status != .archived {
      plain.subtract(experiment.placements)
    }
    return plain
  }
}

extension PreparedRelease {
  /// Bytewise.
  func hasPlacement(_ name: String) -> Bool {
    snapshot.placements[name].map { $0.id.utf8.elementsEqual(name.utf8) } ?? false
  }
}

import PaywallCatalog

/// A placement as the commands print it: what is tried there, in order.
struct PlacementCard: Encodable {
  var id: String
  /// Experiments that name this placement, the archived ones left out.
  var experiments: [ExperimentAt]
  var rules: [RuleCard]
  var `default`: String

  struct ExperimentAt: Encodable {
    var id: String
    var stage: String
    var audience: String
    var traffic: String
  }

  struct RuleCard: Encodable {
    var audience: String
    var show: String
    var from: String?
    var until: String?
  }

  init(_ placement: Placement, in snapshot: Snapshot, at now: Timestamp) {
    id = placement.id
    experiments = snapshot.experiments.values
      .filter { $0.placements.contains(placement.id) && $0.status != .archived }
      .sorted { $0.id < $1.id }
      .map { experiment in
        ExperimentAt(
          id: experiment.id, stage: experiment.stage(at: now).rawValue,
          audience: experiment.audience?.description ?? Condition.everyone,
          traffic: experiment.traffic(at: experiment.opening(from: now)).description)
      }
    rules = placement.rules.map { rule in
      RuleCard(
        audience: rule.audience.description, show: rule.show.description,
        from: rule.window.start?.rfc3339, until: rule.window.end?.rfc3339)
    }
    self.default = placement.default.description
  }
}

import PaywallAPI
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

extension PlacementCard {
  static let schema = Schema.object([
    .always("id", .text),
    .always(
      "experiments",
      .list(
        of: .object([
          .always("id", .text), .always("stage", .words(of: Stage.self)),
          .always("audience", .text), .always("traffic", .share),
        ])), "Those that name the placement, without archived ones."),
    .always(
      "rules",
      .list(
        of: .object([
          .always("audience", .text), .always("show", .text), .maybe("from", .moment),
          .maybe("until", .moment),
        ])), "In this order: the first that matches wins."),
    .always("default", .text, "A paywall, or `nothing`."),
  ])
}

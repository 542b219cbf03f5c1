import CommandSupport
import HTTPDocuments
import PaywallCatalog

/// A placement as the commands print it: what is tried there, in order.
struct PlacementCard: Card, Named {
  let placement: Placement
  let snapshot: Snapshot
  let now: Timestamp

  static let members = Members<Self> {
    $0.always("id", .text) { $0.name }
    $0.always("experiments", "Those that name the placement, without archived ones.") {
      $0.experiments.map(ExperimentAt.init)
    }
    $0.always("rules", "In this order: the first that matches wins.") { $0.rules }
    $0.always("default", .text, "A paywall, or `nothing`.") { $0.placement.default.description }
  }

  struct ExperimentAt: Card {
    let card: ExperimentCard

    static let members = Members<Self> {
      $0.always("id", .text) { $0.card.experiment.id }
      $0.always("stage") { $0.card.stage }
      $0.always("audience", .text) { $0.card.audience }
      $0.always("traffic", .share) { $0.card.traffic }
    }
  }

  struct RuleCard: Card {
    let rule: Placement.Rule

    static let members = Members<Self> {
      $0.always("audience", .text) { $0.rule.audience.description }
      $0.always("show", .text) { $0.rule.show.description }
      $0.maybe("from", .moment) { $0.from }
      $0.maybe("until", .moment) { $0.until }
    }

    private var from: String? { rule.window.start?.rfc3339 }
    private var until: String? { rule.window.end?.rfc3339 }

    /// `, from 2026-11-27T09:00:00Z`.
    var when: String {
      let parts = [from.map { "from \($0)" }, until.map { "until \($0)" }].compactMap(\.self)
      return parts.isEmpty ? "" : ", \(parts.joined(separator: " "))"
    }
  }

  var name: String { placement.id }

  var experiments: [ExperimentCard] {
    snapshot.experiments.values
      .filter { $0.placements.contains(placement.id) && $0.status != .archived }
      .sorted { $0.id < $1.id }.map { ExperimentCard(experiment: $0, now: now) }
  }

  var rules: [RuleCard] { placement.rules.map(RuleCard.init) }
}

import ArgumentParser
import CommandSupport
import HTTPDocuments
import PaywallCatalog

/// `paywall placement`.
struct PlacementCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "placement", "List and show placements.",
    examples: "paywall placement list",
    "paywall placement show onboarding",
    subcommands: [ListCommand<PlacementNoun>.self, ShowCommand<PlacementNoun>.self])
}

/// `paywall placement list` and `show`.
enum PlacementNoun: ShownNoun {
  static let word = "placement"
  static let listing = "List the placements and what they show."
  static let showing = "Show one placement: everything that is tried there, in order."
  static let example = "onboarding"
  static let identifier = "The placement's id: its key in targeting/placements.yaml."
  static let completion: CompletionKind? = .placements

  static func items(in snapshot: Snapshot, at now: Timestamp) -> [PlacementCard] {
    snapshot.placements.values.sorted { $0.id < $1.id }
      .map { PlacementCard(placement: $0, snapshot: snapshot, now: now) }
  }

  static var columns: [Table.Column<PlacementCard>] {
    [
      ("PLACEMENT", \.name),
      (
        "EXPERIMENTS",
        { $0.experiments.map { "\($0.experiment.id) (\($0.stage))" }.joined(separator: ", ") }
      ),
      ("RULES", { "\($0.placement.rules.count)" }), ("DEFAULT", \.placement.default.description),
    ]
  }

  static func note(on snapshot: Snapshot) -> String? {
    "An unknown placement gets \(snapshot.fallback)."
  }

  static func sheet(of card: PlacementCard, for console: Console) -> Sheet {
    var sheet = Sheet(console, title: card.name, subtitle: "the first that answers wins")
    for item in card.experiments {
      sheet.row(
        "experiment",
        "\(item.experiment.id) (\(item.stage)) for \(item.audience), \(item.traffic) of them")
    }
    for (number, rule) in card.rules.enumerated() {
      sheet.row("rule \(number + 1)", "\(rule.rule.audience): \(rule.rule.show)\(rule.when)")
    }
    sheet.row("default", card.placement.default.description)
    return sheet
  }
}

/// A placement in the output of commands: its candidates, in order.
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

    /// The start in words: `, from 2026-11-27T09:00:00Z`.
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

import ArgumentParser
import CommandSupport
import PaywallCatalog

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

  static var columns: [(title: String, cell: (PlacementCard) -> String)] {
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

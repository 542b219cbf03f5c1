internal import PaywallCatalog
internal import YAMLText

extension ValidationRule {
  /// A winner is a variant, and needs `after: winner`, which without a winner means `keep`.
  static let winners = ValidationRule { draft, sink in
    for experiment in draft.experiments {
      let value = experiment.value
      if let winner = value.winner, value.variant(named: winner) == nil {
        sink.error(
          .unknownName, at: experiment.places[.winner], "there is no variant '\(winner.shortened)'",
          help: Nearest.help(for: winner, among: value.variants.map(\.name))
            ?? "name one of the variants")
      } else if value.winner != nil, value.after != .winner {
        sink.warning(
          .noEffect, at: experiment.places[.winner],
          "a winner has no effect with 'after: \(value.after.rawValue)'",
          help: "write 'after: winner' to show it to the whole audience, or remove the key")
      } else if value.winner == nil, value.after == .winner, value.willEnd {
        sink.warning(
          .noEffect, at: experiment.places[.after],
          "no winner is named, so this acts as 'keep' once the experiment ends",
          help:
            "name it as 'winner: \(value.variants.last?.name ?? "control")', or write 'after: keep'"
        )
      }
    }
  }
}

extension Experiment {
  /// Whether it has ended, or will end without an edit.
  fileprivate var willEnd: Bool {
    switch status {
    case .draft: false
    case .running, .paused: schedule.end != nil
    case .stopped, .archived: true
    }
  }
}

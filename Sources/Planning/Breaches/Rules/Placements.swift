import PaywallCatalog

extension BreachRule {
  /// Recorded visitors keep a variant only at the placements of the experiment.
  static let placements = BreachRule { change in
    guard let after = change.after, let earlier = change.before, change.isLive, change.isSamePhase,
      change.nextStage == .running || change.nextStage == .paused
    else { return [] }
    let before = Set(earlier.placements)
    let now = Set(after.placements)
    let gone = before.subtracting(now).sorted().map { placement in
      Breach(
        .placementChanged, .warning, file: change.file, keys: ["placement"],
        "'\(change.id)' leaves '\(placement)': its visitors lose their variant there",
        help: "leave '\(placement)' in until the experiment ends")
    }
    let joined = now.subtracting(before).sorted().map { placement in
      Breach(
        .placementChanged, .warning, file: change.file, keys: ["placement"],
        "'\(change.id)' comes to '\(placement)': visitors who were drawn elsewhere see their variant "
          + "there too, and results mix both times",
        help: change.restart("compare from the beginning"))
    }
    return gone + joined
  }
}

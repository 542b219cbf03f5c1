import ArgumentParser
import CatalogFiles
import CommandSupport
import PaywallCatalog
import Serving
import YAMLText

/// `paywall experiment rollout ID`.
struct ExperimentRollout: EditsExperiment {
  static let configuration = CommandConfiguration(
    "rollout", "Make the winner what its placements show, and put the experiment away.",
    """
    What the winner shows becomes the first rule of each placement for the experiment's audience, \
    or the default where everyone was in it. An experiment that has ended is archived in the same \
    change. One that runs is stopped with --winner; archive it once every server shows the winner, \
    because servers refuse to archive what still runs.

    --undo takes a roll-out back: its rules go, the defaults of before return, and the experiment \
    stays ended.
    """,
    examples: "paywall experiment rollout team-or-solo",
    "paywall experiment rollout annual-trial --winner trial --update-personas -m \"12% more trials\"",
    "paywall experiment rollout annual-trial --undo -m \"Refunds\"")

  @Argument(help: .experiment, completion: .experiments) var experiment: String
  @Option(help: "The variant that won, unless the file says it.") var winner: String?
  @Flag(name: .customLong("undo"), help: "Take the roll-out back.") var isUndone = false
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var editing: EditOptions

  func validate() throws {
    try require(
      !isUndone || winner == nil, "--undo takes back what was rolled out; leave --winner out.")
  }

  func edit(_ file: ExperimentFile) throws {
    if isUndone { return try undo(file) }
    let (found, snapshot) = (file.experiment, file.editor.snapshot)
    let variant = try winner(of: found, file.stage)
    let isLive = file.stage == .running || file.stage == .paused
    try file.apply(
      ending(file, variant, isLive: isLive),
      others: [
        try file.editor.change(
          of: ConfigurationPath.placements, by: edits(found, file.document, variant, in: snapshot))
      ],
      question: "Roll out '\(variant.name)' of '\(found.id)'?",
      done: isLive
        ? "Rolled out '\(variant.name)'. Next, once every server shows it: 'paywall experiment "
          + "archive \(found.id)'."
        : "Rolled out '\(variant.name)' and archived '\(found.id)'.",
      effects: effects(found, variant, in: snapshot))
  }

  private func winner(of found: Experiment, _ stage: Stage) throws -> Variant {
    switch stage {
    case .running, .paused, .ended: break
    case .draft, .scheduled:
      throw found.refusal(
        "is \(stage.words), so it has no winner",
        help: "show the paywall by a rule in \(ConfigurationPath.placements)")
    case .archived: throw found.refusal("is archived already", help: found.restartHelp)
    }
    guard let name = winner ?? found.winner else { throw found.winnerIsMissing }
    return try found.named(name)
  }

  /// Ends a live experiment as `stop --after winner` does, and archives one that has ended. The
  /// file says what was rolled out, and what the placements showed before.
  private func ending(_ file: ExperimentFile, _ variant: Variant, isLive: Bool) -> [Edit] {
    let found = file.experiment
    var edits = ExperimentEdits(file.document)
    let status: ExperimentStatus = isLive ? .stopped : .archived
    edits.set("status", status.rawValue)
    if isLive {
      if found.schedule.end.map({ $0 > file.now }) ?? true {
        edits.set(time: "until", file.now.toTheMinute(after: found.schedule.start))
      }
      if found.after != .winner { edits.set("after", AfterEnd.winner.rawValue) }
      edits.set("winner", variant.name)
    }
    edits.set("rollout", rollout(of: found, variant, isLive: isLive, in: file.editor.snapshot))
    return edits.edits
  }

  private func rollout(
    of found: Experiment, _ variant: Variant, isLive: Bool, in snapshot: Snapshot
  ) -> [YAMLValue.Member] {
    var members = [YAMLValue.Member("variant", .text(variant.name))]
    if isLive, found.after == .control {
      members.append(YAMLValue.Member("after", .text(found.after.rawValue)))
    }
    guard found.narrowAudience == nil else { return members }
    let defaults = found.placements.compactMap { placement in
      snapshot.placements[placement].map {
        YAMLValue.Member(placement, .text($0.default.description))
      }
    }
    return members + [YAMLValue.Member("defaults", .mapping(defaults, .flow))]
  }

  /// Returns the edits that make the placements show the variant from now on.
  private func edits(
    _ found: Experiment, _ document: Document, _ variant: Variant, in snapshot: Snapshot
  ) -> [Edit] {
    found.placements.compactMap { placement -> Edit? in
      guard let show = variant.show(at: placement), let declared = snapshot.placements[placement]
      else { return nil }
      let place = DocumentPath([.key("placements"), .key(placement)])
      let value = YAMLValue.text(show.description)
      guard let audience = audience(of: found, document) else {
        return .set(place.appending(.key("default")), value)
      }
      var rule = [YAMLValue.Member("audience", audience), YAMLValue.Member("show", value)]
      if found.visibility == .public { rule.append(YAMLValue.Member("visibility", "public")) }
      guard !declared.rules.isEmpty else {
        return .insert(
          place.appending(.key("rules")), .list([.mapping(rule, .block)], .block), .first)
      }
      return .insertItem(
        into: place.appending(.key("rules")), .mapping(rule, .block), .first)
    }
  }

  /// Returns the audience as the file writes it; `nil` is everyone.
  private func audience(of found: Experiment, _ document: Document) -> YAMLValue? {
    guard found.narrowAudience != nil else { return nil }
    return document.root?.entry("audience").map { YAMLValue($0.value) }
  }

  private func effects(
    _ found: Experiment, _ variant: Variant, in snapshot: Snapshot
  ) -> [String] {
    let places = found.placements.map { "'\($0)'" }.joined(separator: " and ")
    let isEveryone = found.narrowAudience == nil
    let hasRules = found.placements.contains { !(snapshot.placements[$0]?.rules.isEmpty ?? true) }
    return [
      isEveryone
        ? "All visitors see \(variant.words) at \(places), unless a rule says otherwise."
        : "All visitors in the audience see \(variant.words) at \(places), by the first rule.",
      isEveryone && hasRules ? "The rules of \(places) come first again." : nil,
      snapshot.holdout == nil ? nil : "Visitors who were held out see it as well.",
    ].compactMap(\.self)
  }
}

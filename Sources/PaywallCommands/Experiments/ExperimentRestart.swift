import ArgumentParser
import CommandSupport
import PaywallCatalog
import YAMLText

/// `paywall experiment restart ID`.
struct ExperimentRestart: EditsExperiment {
  static let configuration = CommandConfiguration(
    "restart", "Open a new phase: a new seed, new assignments, and frozen keys may change.",
    """
    Visitors recorded in an earlier phase are not enrolled again and keep what 'after' says, \
    unless the file says 'excludeEarlierPhases: false'.
    """,
    examples: "paywall experiment restart annual-trial",
    "paywall experiment restart annual-trial variants.trial.paywall=lite \\",
    "  --end 2027-01-15T09:00Z")

  @Argument(help: .experiment, completion: .experiments) var experiment: String
  @Argument(help: ArgumentHelp("What changes with the new phase.", valueName: "key=value"))
  var changes: [Assignment] = []
  @Option(name: .customLong("at"), help: "When the phase starts: \(Moment.examples); default: now.")
  var start: Moment?
  @Option(help: "When it ends, as --at; default: by hand.") var end: Moment?
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var editing: EditOptions

  func edit(_ file: ExperimentFile) throws {
    let found = file.experiment
    guard found.status != .draft, file.stage != .scheduled else {
      throw found.refusal(
        "has not run yet, so there is no phase to follow",
        help: found.status == .draft
          ? found.startHelp
          : "no visitor is enrolled yet: 'paywall experiment set \(found.id)' changes any key")
    }
    for change in changes { try change.checkHasNoVerb(for: found) }
    try start?.checkIsNotPast(at: file.now)
    try checkTraffic(of: found, from: start?.timestamp ?? file.now)
    try file.apply(
      try edits(file),
      question: "Open phase \(found.phase + 1) of '\(found.id)'?",
      done: "Opened phase \(found.phase + 1) of '\(found.id)'.", effects: effects(found)
    ) { head in
      guard let opened = head.experiments[found.id] else { return [] }
      return [
        Reach(experiment: opened, snapshot: head, now: file.now).sentence,
        opened.growth(after: file.now),
      ].compactMap(\.self)
    }
  }

  /// Refuses steps of the phase before: they would open the new one with their last share at once.
  private func checkTraffic(of found: Experiment, from opening: Timestamp) throws {
    guard let step = found.traffic.steps.last(where: { $0.from <= opening }),
      !changes.contains(where: { $0.keys == ["traffic"] })
    else { return }
    let less = step.share.value > 500 ? "5%" : "1%"
    throw Failure(
      .no,
      "the new phase of '\(found.id)' would begin at \(step.share), the step of its traffic from "
        + step.from.rfc3339,
      help: "add traffic=\(less) to begin with less, or traffic=\(step.share) to begin there")
  }

  private func edits(_ file: ExperimentFile) throws -> [Edit] {
    let (found, document) = (file.experiment, file.document)
    var edits = ExperimentEdits(document)
    edits.set("status", ExperimentStatus.running.rawValue)
    edits.set("seed", file.editor.freshSeed())
    edits.set("phase", "\(found.phase + 1)")
    edits.set(time: "from", start?.text ?? file.now.toTheMinute(after: found.schedule.start))
    if let end {
      edits.set(time: "until", end.text)
    } else if found.schedule.end != nil {
      edits.remove(time: "until")
    }
    if found.winner != nil { edits.remove("winner") }
    for key in ["override", "rollout"] where document.has(key) {
      edits.remove(DocumentPath([.key(key)]))
    }
    edits.append(try changes.edits(in: document))
    return edits.edits
  }

  private func effects(_ found: Experiment) -> [String] {
    let earlier =
      switch (found.excludeEarlierPhases, found.after) {
      case (false, _): "Visitors who saw a variant before are re-assigned like all others."
      // Without a winner's name, `winner` acts as `keep`.
      case (true, .keep), (true, .winner):
        "Visitors who saw a variant before keep it, and are not enrolled again."
      case (true, .control):
        "Visitors who saw a variant before are not enrolled again, and get the rules."
      }
    let winner = found.winner.map { "The winner '\($0)' is no longer shown to all visitors." }
    return [winner, "All other visitors are re-assigned.", earlier].compactMap(\.self)
  }
}

import ArgumentParser
import Catalog
import YAMLText

/// `paywall experiment restart ID`.
struct ExperimentRestart: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restart",
    abstract: "Open a new phase: a new seed, a new draw, and whatever was frozen may change.",
    discussion: """
      Whoever was recorded in an earlier phase is not enrolled again and keeps what 'after' says, \
      unless the file says 'excludeEarlierPhases: false'.

      EXAMPLE
        paywall experiment restart annual-trial
        paywall experiment restart annual-trial variants.trial.paywall=lite --end 2027-01-15T09:00Z
      """)

  @Argument(help: .experiment, completion: .experiments) var experiment: String
  @Argument(help: ArgumentHelp("What changes with the new phase.", valueName: "key=value"))
  var changes: [Assignment] = []
  @Option(name: .customLong("at"), help: "When the phase starts, RFC 3339; default: now.")
  var start: Moment?
  @Option(help: "When it ends, RFC 3339; default: by hand.") var end: Moment?
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var editing: EditOptions

  func run() async throws {
    let bench = try Workbench(configuration, editing, for: .ofProcess(), at: .now())
    let file = try bench.experiment(experiment)
    let found = file.experiment
    guard found.status != .draft, found.stage(at: bench.now) != .scheduled else {
      throw Failure(
        .no, "'\(found.id)' has not run yet, so there is no phase to follow",
        help: found.status == .draft
          ? "'paywall experiment start \(found.id)' starts it"
          : "nobody is enrolled yet: 'paywall experiment set \(found.id)' changes anything")
    }
    for change in changes { try change.checkHasNoVerb(for: found.id) }
    try start?.checkIsNotPast(at: bench.now)
    try bench.carryOut(
      Proposal(
        path: ExperimentFile.path(of: found.id),
        text: try file.text(
          after: try edits(found, file.document, bench), for: bench.console),
        question: "Open phase \(found.phase + 1) of '\(found.id)'?",
        done: "Opened phase \(found.phase + 1) of '\(found.id)'.",
        effects: effects(found)))
  }

  private func edits(
    _ found: Experiment, _ document: Document, _ bench: Workbench
  ) throws -> [Edit] {
    var edits = ExperimentEdits(document)
    edits.set("status", ExperimentStatus.running.rawValue)
    edits.set("seed", bench.freshSeed())
    edits.set("phase", "\(found.phase + 1)")
    edits.set(schedule: "start", start?.text ?? bench.now.toTheMinute(after: found.schedule.start))
    if let end {
      edits.set(schedule: "end", end.text)
    } else if found.schedule.end != nil {
      edits.remove(["schedule", "end"])
    }
    if found.winner != nil { edits.remove("winner") }
    edits.append(try changes.edits(in: document))
    return edits.edits
  }

  private func effects(_ found: Experiment) -> [String] {
    let earlier =
      switch (found.excludeEarlierPhases, found.after) {
      case (false, _): "Whoever saw a variant before is drawn again like everybody else."
      // Without a winner's name, `winner` acts as `keep`.
      case (true, .keep), (true, .winner):
        "Whoever saw a variant before keeps it, and is not enrolled again."
      case (true, .control):
        "Whoever saw a variant before is not enrolled again, and gets the rules."
      }
    let winner = found.winner.map { "The winner '\($0)' is no longer shown to everybody." }
    return [winner, "Everybody else is drawn anew.", earlier].compactMap(\.self)
  }
}

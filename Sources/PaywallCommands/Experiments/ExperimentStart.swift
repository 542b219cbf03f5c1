import ArgumentParser
import CommandSupport
import PaywallCatalog
import YAMLText

/// `paywall experiment start ID`.
struct ExperimentStart: EditsExperiment {
  static let configuration = CommandConfiguration(
    "start", "Start a draft: sets its seed, reserves its slice, writes its start.",
    """
    From then on seed, unit, slice start, variants and shares are frozen; traffic and the slice's \
    end may grow.
    """,
    examples: "paywall experiment start lite-first",
    "paywall experiment start lite-first --slice 20% --at 2026-12-01T09:00Z --dry-run",
    "paywall experiment start lite-first --baseline 4% --lift 10% --per-day 3000 \\",
    "  --yes")

  @Argument(help: .experiment, completion: .experiments) var experiment: String
  @Option(help: "How much of its layer to reserve; default: half of the largest free part.")
  var slice: Share?
  @Option(
    name: .customLong("at"), help: "When it starts: \(Moment.examples); default: now.")
  var start: Moment?
  @Option(help: "When it ends, as --at.") var end: Moment?
  @OptionGroup var expectation: ExpectationOptions
  @OptionGroup var pages: ExperimentPages
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var editing: EditOptions

  func edit(_ file: ExperimentFile) throws {
    var found = file.experiment
    try check(file)
    var edits = ExperimentEdits(file.document)
    edits.set("status", ExperimentStatus.running.rawValue)
    let reservation = try reserve(file)
    if let reservation {
      if !reservation.isInFile { edits.set("slice", reservation.slice.description) }
      found.slice = reservation.slice
    }
    edits.set("seed", file.editor.freshSeed())
    edits.set("phase", "\(found.phase)")
    schedule(found, at: file.now, by: &edits)
    if let start { found.schedule.start = start.timestamp }
    if let end { found.schedule.end = end.timestamp }
    let reach = Reach(experiment: found, snapshot: file.editor.snapshot, now: file.now)
    try file.apply(
      edits.edits, question: "Start '\(found.id)'?",
      done: "\(start == nil ? "Started" : "Scheduled") '\(found.id)'."
        + file.editor.sentenceOnCommit(of: ExperimentFile.path(of: found.id)),
      effects: [
        start.map { "It starts at \($0.words)." }, end.map { "It ends at \($0.words)." },
        reservation?.sentence, reach.sentence, found.growth(after: file.now),
      ].compactMap(\.self) + pages.sentences(for: found.placements, results: found.id)
    ) {
      found.controlSentences(in: $0, at: start?.timestamp ?? file.now)
        + expectation.sentences(for: found.id, in: $0, file.editor.folder, at: file.now)
    }
  }

  private func check(_ file: ExperimentFile) throws {
    let found = file.experiment
    try start?.checkIsNotPast(at: file.now)
    switch found.status {
    case .draft: try checkGoal(found)
    case .running, .paused:
      throw found.refusal(
        "is \(file.stage.words) already",
        help: found.status == .paused
          ? "'paywall experiment resume \(found.id)' continues it"
          : "'paywall experiment set \(found.id) traffic=…' changes how many enter")
    case .stopped, .archived:
      throw found.refusal("has run before", help: "\(found.restartHelp) with new assignments")
    }
    if let end = end?.timestamp ?? found.schedule.end, end <= start?.timestamp ?? file.now {
      throw found.refusal("would end at \(end.rfc3339), before it starts", help: "name --end")
    }
  }

  /// Refuses a start without a goal, whose results would never have a verdict.
  private func checkGoal(_ found: Experiment) throws {
    guard found.metrics.primary == nil else { return }
    throw found.refusal(
      "names no goal, so its results would never have a verdict",
      help:
        "'paywall experiment set \(found.id) metrics.primary=\(NewExperiment.usualGoal.rawValue)' names one"
    )
  }

  /// Returns the part of the layer to reserve: from the option, the file, or a person's answer.
  private func reserve(_ file: ExperimentFile) throws -> SliceReservation? {
    func place(_ wanted: BasisPoints?, hasSlice: Bool) throws -> SliceReservation? {
      try SliceReservation(
        for: file.experiment, hasSlice: hasSlice, wanted: wanted, in: file.editor.snapshot,
        at: file.now)
    }
    let planned = try place(slice?.share, hasSlice: file.document.has("slice"))
    guard let planned, planned.isProposed else { return planned }
    let prompt = Prompt(console: file.editor.console)
    guard prompt.isPossible, !editing.isSure, !editing.isDryRun else { return planned }
    let width = BasisPoints(planned.slice.end - planned.slice.start)?.description
    return try prompt.line(
      "How much of layer '\(planned.layer)'? Free is \(planned.free)", default: width
    ) { try place(BasisPoints(answer: $0), hasSlice: false) }
  }

  private func schedule(
    _ found: Experiment, at now: Timestamp, by edits: inout ExperimentEdits
  ) {
    let begins = start?.timestamp ?? found.schedule.start.flatMap { $0 > now ? $0 : nil }
    if begins == nil || begins != found.schedule.start {
      edits.set(time: "from", start?.text ?? (begins ?? now).toTheMinute())
    }
    if let end { edits.set(time: "until", end.text) }
  }
}

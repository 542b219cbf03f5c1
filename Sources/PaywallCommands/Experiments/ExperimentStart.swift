import ArgumentParser
import Catalog
import ExperimentResults
import YAMLText

/// `paywall experiment start ID`.
struct ExperimentStart: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "start",
    abstract: "Start a draft: sets its seed, reserves its slice, writes its start.",
    discussion: """
      From then on seed, unit, slice start, variants and shares are frozen; traffic and the slice's \
      end may grow.

      EXAMPLE
        paywall experiment start lite-first
        paywall experiment start lite-first --slice 20% --at 2026-12-01T09:00Z \\
          --dry-run
        paywall experiment start lite-first --baseline 4% --lift 10% --per-day 3000 \\
          --yes
      """)

  @Argument(help: .experiment, completion: .experiments) var experiment: String
  @Option(help: "How much of its layer to reserve, if the file does not say.") var slice: Share?
  @Option(name: .customLong("at"), help: "When it starts, RFC 3339; default: now.")
  var start: Moment?
  @Option(help: "When it ends, RFC 3339.") var end: Moment?
  @OptionGroup var expectation: ExpectationOptions
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var editing: EditOptions

  func run() async throws {
    let editor = try ConfigurationEditor(configuration, editing, for: .ofProcess(), at: .now())
    let file = try editor.experiment(experiment)
    var found = file.experiment
    try check(found, editor)
    var edits = ExperimentEdits(file.document)
    edits.set("status", ExperimentStatus.running.rawValue)
    if let place = try reserve(for: found, hasSlice: file.document.has("slice"), editor) {
      edits.set("slice", place.description)
      found.slice = place
    }
    edits.set("seed", editor.freshSeed())
    edits.set("phase", "\(found.phase)")
    schedule(found, at: editor.now, by: &edits)
    let reach = Reach(experiment: found, snapshot: editor.snapshot)
    try editor.apply(
      Proposal(
        path: ExperimentFile.path(of: found.id),
        text: try file.document.text(after: edits.edits, for: editor.console),
        question: "Start '\(found.id)'?",
        done: start == nil ? "Started '\(found.id)'." : "Scheduled '\(found.id)'.",
        effects: [reach.sentence])
    ) { expectation.sentences(for: found.id, in: $0, at: editor.now) }
  }

  private func check(_ found: Experiment, _ editor: ConfigurationEditor) throws {
    try start?.checkIsNotPast(at: editor.now)
    switch found.status {
    case .draft: break
    case .running, .paused:
      throw Failure(
        .no, "'\(found.id)' is \(found.stage(at: editor.now).words) already",
        help: found.status == .paused
          ? "'paywall experiment resume \(found.id)' continues it"
          : "'paywall experiment set \(found.id) traffic=…' changes how many enter")
    case .stopped, .archived:
      throw Failure(
        .no, "'\(found.id)' has run before",
        help: "'paywall experiment restart \(found.id)' opens a new phase with new assignments")
    }
    if let end = end?.timestamp ?? found.schedule.end, end <= start?.timestamp ?? editor.now {
      throw Failure(
        .no, "'\(found.id)' would end at \(end.rfc3339), before it starts", help: "name --end")
    }
  }

  /// The slice to write; `nil` if none is needed or the file has one that stays.
  private func reserve(
    for found: Experiment, hasSlice: Bool, _ editor: ConfigurationEditor
  ) throws -> Slice? {
    guard let layer = found.layer else {
      guard slice == nil else {
        throw Failure(
          .wrongUsage, "'\(found.id)' is in no layer, so it cannot have a slice of one",
          help: "'paywall experiment set \(found.id) layer=NAME' puts it into one")
      }
      return nil
    }
    let free = FreeSlices(in: layer, of: editor.snapshot, for: found.id, at: editor.now)
    if hasSlice, slice == nil {
      guard free.holds(found.slice) else {
        throw Failure(
          .no,
          "slice \(found.slice) of layer '\(layer)' is not free; free is \(free.words)",
          help: free.isEmpty
            ? "stop an experiment of that layer first, or use another layer"
            : "'paywall experiment set \(found.id) slice=…' moves the draft into free space")
      }
      return nil
    }
    let place = slice.map { free.place(for: $0.share.value) } ?? free.largest
    guard let place else {
      throw Failure(
        .no,
        free.isEmpty
          ? "layer '\(layer)' is full"
          : "layer '\(layer)' has no place for that; free is \(free.words)",
        help: free.isEmpty
          ? "stop an experiment of that layer first, or use another layer"
          : "take a smaller --slice")
    }
    return place
  }

  private func schedule(
    _ found: Experiment, at now: Timestamp, by edits: inout ExperimentEdits
  ) {
    let begins = start?.timestamp ?? found.schedule.start.flatMap { $0 > now ? $0 : nil }
    if begins == nil || begins != found.schedule.start {
      edits.set(schedule: "start", (begins ?? now).toTheMinute())
    }
    if let end { edits.set(schedule: "end", end.text) }
  }
}

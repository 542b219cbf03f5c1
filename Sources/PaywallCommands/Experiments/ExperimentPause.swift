import ArgumentParser
import CommandSupport
import PaywallCatalog
import YAMLText

/// `paywall experiment pause ID`.
struct ExperimentPause: AsyncParsableCommand, EditsFiles {
  static let configuration = CommandConfiguration(
    "pause", "Enrol no visitors until it is resumed; no visitor is re-assigned.",
    """
    What recorded visitors see meanwhile is 'whilePaused' in the file: control unless it says \
    keep, or --show says so here. Exposures do not count while it is paused.

    Personas that expect a variant may go on to: 'paywall check' judges what is paused as if it ran.
    """,
    examples: "paywall experiment pause annual-trial",
    "paywall experiment pause annual-trial --show keep -m \"Checkout is down\"")

  @Argument(help: .experiment, completion: .experiments) var experiment: String
  @Option(help: "What recorded visitors see meanwhile: control or keep.") var show: WhilePaused?
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var editing: EditOptions

  func run() async throws {
    let editor = try ConfigurationEditor(configuration, editing, for: .ofProcess(), at: .now())
    let file = try editor.experiment(experiment)
    let found = file.experiment
    switch found.stage(at: editor.now) {
    case .running, .scheduled: break
    case .paused:
      throw Failure(
        .no, "'\(found.id)' is paused already",
        help: "'paywall experiment resume \(found.id)' continues it")
    case .draft:
      throw Failure(
        .no, "'\(found.id)' is a draft, so there is nothing to pause",
        help: "'paywall experiment start \(found.id)' starts it")
    case .ended, .archived:
      throw Failure(
        .no, "'\(found.id)' has ended, so there is nothing to pause",
        help: "'paywall experiment restart \(found.id)' opens a new phase")
    }
    var edits = ExperimentEdits(file.document)
    edits.set("status", ExperimentStatus.paused.rawValue)
    if let show, show != found.whilePaused { edits.set("whilePaused", show.rawValue) }
    let kept = (show ?? found.whilePaused) == .keep
    try editor.apply(
      edits.edits, to: file,
      question: "Pause '\(found.id)'?", done: "Paused '\(found.id)'.",
      effects: [
        found.stage(at: editor.now) == .scheduled
          ? "It does not start until it is resumed." : "No visitors enter until it is resumed.",
        found.stage(at: editor.now) == .scheduled
          ? nil
          : kept
            ? "Recorded visitors keep their variant meanwhile."
            : "Recorded visitors see control (\(found.controlWords)) meanwhile.",
        growth(of: found, at: editor.now),
      ].compactMap(\.self))
  }

  /// The steps of its traffic, which go on meanwhile, and what to do about it.
  private func growth(of found: Experiment, at now: Timestamp) -> String? {
    guard let growth = found.growth(after: now) else { return nil }
    let share = found.traffic(at: found.opening(from: now))
    let help =
      share.value == 0
      ? "'paywall experiment ramp \(found.id)' writes other steps."
      : "'paywall experiment set \(found.id) traffic=\(share)' holds the share."
    return "\(growth) The pause delays no step: \(help)"
  }
}

extension WhilePaused: ExpressibleByArgument {}

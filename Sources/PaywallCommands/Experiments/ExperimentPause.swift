import ArgumentParser
import CommandSupport
import PaywallCatalog
import YAMLText

/// `paywall experiment pause ID`.
struct ExperimentPause: EditsExperiment {
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

  func edit(_ file: ExperimentFile) throws {
    let found = file.experiment
    switch file.stage {
    case .running, .scheduled: break
    case .paused:
      throw found.refusal(
        "is paused already", help: "'paywall experiment resume \(found.id)' continues it")
    case .draft:
      throw found.refusal("is a draft, so there is nothing to pause", help: found.startHelp)
    case .ended, .archived:
      throw found.refusal("has ended, so there is nothing to pause", help: found.restartHelp)
    }
    var edits = ExperimentEdits(file.document)
    edits.set("status", ExperimentStatus.paused.rawValue)
    if let show, show != found.whilePaused { edits.set("whilePaused", show.rawValue) }
    try file.apply(
      edits.edits, question: "Pause '\(found.id)'?", done: "Paused '\(found.id)'.",
      effects: meanwhile(file) + (growth(of: found, at: file.now).map { [$0] } ?? []))
  }

  private func meanwhile(_ file: ExperimentFile) -> [String] {
    guard file.stage != .scheduled else { return ["It does not start until it is resumed."] }
    return [
      "No visitors enter until it is resumed.",
      (show ?? file.experiment.whilePaused) == .keep
        ? "Recorded visitors keep their variant meanwhile."
        : "Recorded visitors see control (\(file.experiment.controlWords)) meanwhile.",
    ]
  }

  /// Returns the steps of its traffic, which go on meanwhile, and the way to change them.
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

import ArgumentParser
import CommandSupport
import PaywallCatalog
import YAMLText

/// `paywall experiment resume ID`.
struct ExperimentResume: EditsExperiment {
  static let configuration = CommandConfiguration(
    "resume", "Continue a paused experiment; no visitor is re-assigned.",
    examples: "paywall experiment resume annual-trial")

  @Argument(help: .experiment, completion: .experiments) var experiment: String
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var editing: EditOptions

  func edit(_ file: ExperimentFile) throws {
    let found = file.experiment
    guard found.status == .paused else {
      throw found.refusal(
        "\(file.stage.predicate), so it cannot be resumed",
        help: found.status == .draft
          ? found.startHelp : "only a paused one can; \(found.restartHelp)")
    }
    if let end = found.schedule.end, end <= file.now {
      throw Failure(
        .no, "the schedule of '\(found.id)' ended at \(end.rfc3339), so it cannot be resumed",
        help: found.restartHelp)
    }
    try file.apply(
      [.set("status", .text(ExperimentStatus.running.rawValue))],
      question: "Resume '\(found.id)'?", done: "Resumed '\(found.id)'.",
      effects: [
        found.schedule.start.flatMap { $0 > file.now ? "It starts at \($0.rfc3339)." : nil }
          ?? "Recorded visitors see their variant again, and new ones enter.",
        Reach(experiment: found, snapshot: file.editor.snapshot, now: file.now).sentence,
      ])
  }
}

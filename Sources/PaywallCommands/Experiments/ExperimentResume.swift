import ArgumentParser
import CommandSupport
import PaywallCatalog
import YAMLText

/// `paywall experiment resume ID`.
struct ExperimentResume: AsyncParsableCommand, EditsFiles {
  static let configuration = CommandConfiguration(
    "resume", "Continue a paused experiment; no visitor is re-assigned.",
    examples: "paywall experiment resume annual-trial")

  @Argument(help: .experiment, completion: .experiments) var experiment: String
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var editing: EditOptions

  func run() async throws {
    let editor = try ConfigurationEditor(configuration, editing, for: .ofProcess(), at: .now())
    let file = try editor.experiment(experiment)
    let found = file.experiment
    guard found.status == .paused else {
      throw Failure(
        .no, "'\(found.id)' \(found.stage(at: editor.now).predicate), so it cannot be resumed",
        help: found.status == .draft
          ? "'paywall experiment start \(found.id)' starts it"
          : "only a paused one can; 'paywall experiment restart \(found.id)' opens a new phase")
    }
    if let end = found.schedule.end, end <= editor.now {
      throw Failure(
        .no, "the schedule of '\(found.id)' ended at \(end.rfc3339), so it cannot be resumed",
        help: "'paywall experiment restart \(found.id)' opens a new phase")
    }
    try editor.apply(
      [.set("status", .text(ExperimentStatus.running.rawValue))], to: file,
      question: "Resume '\(found.id)'?", done: "Resumed '\(found.id)'.",
      effects: [
        found.schedule.start.flatMap { $0 > editor.now ? "It starts at \($0.rfc3339)." : nil }
          ?? "Recorded visitors see their variant again, and new ones enter.",
        Reach(experiment: found, snapshot: editor.snapshot, now: editor.now).sentence,
      ])
  }
}

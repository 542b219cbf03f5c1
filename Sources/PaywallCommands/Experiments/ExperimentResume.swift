import ArgumentParser
import Catalog
import YAMLText

/// `paywall experiment resume ID`.
struct ExperimentResume: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume",
    abstract: "Let a paused experiment go on where it was; nobody is drawn anew.",
    discussion: """
      EXAMPLE
        paywall experiment resume annual-trial
      """)

  @Argument(help: .experiment, completion: .experiments) var experiment: String
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var editing: EditOptions

  func run() async throws {
    let bench = try Workbench(configuration, editing, for: .ofProcess(), at: .now())
    let file = try bench.experiment(experiment)
    let found = file.experiment
    guard found.status == .paused else {
      throw Failure(
        .no, "'\(found.id)' is \(found.stage(at: bench.now).words), not paused",
        help: found.status == .draft
          ? "'paywall experiment start \(found.id)' starts it"
          : "only a paused experiment can go on; 'restart' opens a new phase")
    }
    if let end = found.schedule.end, end <= bench.now {
      throw Failure(
        .no, "the schedule of '\(found.id)' ended at \(end.rfc3339), so nothing would go on",
        help: "'paywall experiment restart \(found.id)' opens a new phase")
    }
    try bench.carryOut(
      Proposal(
        path: ExperimentFile.path(of: found.id),
        text: try file.text(
          after: [.set("status", .text(ExperimentStatus.running.rawValue))], for: bench.console),
        question: "Resume '\(found.id)'?", done: "Resumed '\(found.id)'.",
        effects: [
          "Recorded visitors see their variant again, and new ones enter.",
          Reach(experiment: found, snapshot: bench.snapshot).sentence,
        ]))
  }
}

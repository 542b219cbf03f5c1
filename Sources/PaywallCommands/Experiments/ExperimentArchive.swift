import ArgumentParser
import Catalog
import YAMLText

/// `paywall experiment archive ID`.
struct ExperimentArchive: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "archive",
    abstract: "Put an experiment that has ended away; its file stays as a record.",
    discussion: """
      Recorded visitors keep nothing of an archived experiment, and a winner is no longer shown: \
      let the rules of the placement show it first.

      EXAMPLE
        paywall experiment archive team-or-solo
      """)

  @Argument(help: .experiment, completion: .experiments) var experiment: String
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var editing: EditOptions

  func run() async throws {
    let bench = try Workbench(configuration, editing, for: .ofProcess(), at: .now())
    let file = try bench.experiment(experiment)
    let found = file.experiment
    switch found.stage(at: bench.now) {
    case .ended: break
    case .archived: throw Failure(.no, "'\(found.id)' is archived already")
    case .draft:
      throw Failure(
        .no, "'\(found.id)' is a draft, of which nothing has to be kept",
        help: "'paywall experiment delete \(found.id)' removes it")
    case .scheduled, .running, .paused:
      throw Failure(
        .no, "'\(found.id)' is \(found.stage(at: bench.now).words), and visitors would lose it",
        help: "'paywall experiment stop \(found.id) --after keep' ends it first")
    }
    try bench.carryOut(
      Proposal(
        path: ExperimentFile.path(of: found.id),
        text: try file.text(
          after: [.set("status", .text(ExperimentStatus.archived.rawValue))], for: bench.console),
        question: "Archive '\(found.id)'?", done: "Archived '\(found.id)'.",
        effects: [effect(found)]))
  }

  private func effect(_ found: Experiment) -> String {
    switch (found.after, found.winner) {
    case (.control, _): "Nobody sees anything of it now, so nothing changes for visitors."
    case (.winner, let winner?):
      "The winner '\(winner)' is no longer shown: everybody gets the rules of the placement."
    case (.keep, _), (.winner, nil):
      "Whoever saw a variant loses it, and gets the rules of the placement."
    }
  }
}

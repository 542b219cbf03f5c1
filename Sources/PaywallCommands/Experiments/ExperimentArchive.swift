import ArgumentParser
import CommandSupport
import PaywallCatalog
import YAMLText

/// `paywall experiment archive ID`.
struct ExperimentArchive: EditsExperiment {
  static let configuration = CommandConfiguration(
    "archive", "Put an experiment that has ended away; its file stays as a record.",
    """
    Recorded visitors keep nothing of an archived experiment, and a winner is no longer shown: \
    let the rules of the placement show it first.
    """,
    examples: "paywall experiment archive team-or-solo")

  @Argument(help: .experiment, completion: .experiments) var experiment: String
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var editing: EditOptions

  func edit(_ file: ExperimentFile) throws {
    let found = file.experiment
    switch file.stage {
    case .ended: break
    case .archived: throw found.refusal("is archived already", help: found.restartHelp)
    case .draft:
      throw found.refusal(
        "is a draft, which has no record to keep",
        help: "'paywall experiment delete \(found.id)' removes it")
    case .scheduled, .running, .paused:
      throw found.refusal(
        "is \(file.stage.words), and visitors would lose it",
        help: "'paywall experiment stop \(found.id) --after keep' ends it first")
    }
    try file.apply(
      [.set("status", .text(ExperimentStatus.archived.rawValue))],
      question: "Archive '\(found.id)'?", done: "Archived '\(found.id)'.",
      effects: [effect(found)])
  }

  private func effect(_ found: Experiment) -> String {
    switch (found.after, found.winner) {
    case (.control, _): "No visitor sees a variant of it now, so nothing changes for visitors."
    case (.winner, let winner?):
      "The winner '\(winner)' is no longer shown: all visitors get the rules of the placement."
    case (.keep, _), (.winner, nil):
      "Visitors who saw a variant lose it, and get the rules of the placement."
    }
  }
}

import ArgumentParser

/// `paywall experiment`.
struct ExperimentCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "experiment",
    abstract: "List and show experiments.",
    discussion: """
      EXAMPLE
        paywall experiment list
        paywall experiment show annual-trial
      """,
    subcommands: [ExperimentList.self, ExperimentShow.self])
}

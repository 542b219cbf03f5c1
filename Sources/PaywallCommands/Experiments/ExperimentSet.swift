import ArgumentParser
import CommandSupport
import PaywallCatalog

/// `paywall experiment set ID KEY=VALUE …`.
struct ExperimentSet: EditsExperiment {
  static let configuration = CommandConfiguration(
    "set", "Change keys of an experiment; what is frozen while it runs is refused.",
    """
    A key is written as in the file, inner ones with dots. A text is written as you type it, and \
    gets the quotes it needs; a list or a condition is written as in the file. KEY= without a \
    value removes the key.
    """,
    examples: "paywall experiment set annual-trial traffic=80%",
    "paywall experiment set annual-trial title=\"Save 50%: a free week\"",
    "paywall experiment set annual-trial until=2026-12-22T09:00Z \\",
    "  -m \"Ends before Christmas\"",
    "paywall experiment set lite-first audience='{ country: [GB, IE] }' \\",
    "  metrics.guardrails=[refundShare]")

  @Argument(help: .experiment, completion: .experiments) var experiment: String
  @Argument(help: ArgumentHelp("What to change: traffic=50%.", valueName: "key=value"))
  var changes: [Assignment]
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var editing: EditOptions

  func edit(_ file: ExperimentFile) throws {
    for change in changes { try change.checkHasNoVerb(for: file.experiment) }
    try file.apply(
      try changes.edits(in: file.document), question: "Change '\(experiment)'?",
      done: "Changed '\(experiment)'."
    ) { head in
      head.experiments[experiment]?.effects(after: file.experiment, in: head, at: file.now) ?? []
    }
  }
}

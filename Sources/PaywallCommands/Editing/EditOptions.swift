import ArgumentParser

/// The options of every command that changes a file.
struct EditOptions: ParsableArguments {
  @Flag(name: .customLong("yes"), help: "Do not ask.") var isSure = false

  @Flag(name: .customLong("dry-run"), help: "Show what would change, and write nothing.")
  var isDryRun = false

  @Option(
    name: [.customShort("m"), .long],
    help: ArgumentHelp("Commit the file to git with this message.", valueName: "why"))
  var message: String?

  @Flag(name: .customLong("json"), help: "Print JSON; needs --yes or --dry-run.")
  var isJSON = false

  func validate() throws {
    if isJSON, !isSure, !isDryRun {
      throw ValidationError("--json asks nothing: add --yes to write, or --dry-run to look.")
    }
    if isDryRun, message != nil {
      throw ValidationError("--dry-run writes nothing, so there is nothing for -m to commit.")
    }
    if let message, message.trimmed.isEmpty {
      throw ValidationError("-m takes the reason for the change, which git keeps.")
    }
  }
}

import ArgumentParser
import CommandSupport

/// The options of every command that changes a file.
struct EditOptions: ParsableArguments {
  @Flag(name: .customLong("yes"), help: "Do not ask.") var isSure = false

  @Flag(name: .customLong("dry-run"), help: "Show what would change, and write nothing.")
  var isDryRun = false

  @Flag(
    name: .customLong("update-personas"),
    help: "Also edit what personas expect, where the change shows them something else.")
  var updatesPersonas = false

  @Flag(help: "Write it even if 'paywall check' then fails, because a persona expects otherwise.")
  var anyway = false

  @Option(name: [.customShort("m"), .long], "why", "Commit the file to git with this message.")
  var message: String?

  @Flag(
    name: .customLong("json"),
    help: "Print JSON; needs --yes or --dry-run. 'paywall schema COMMAND' has its shape.")
  var isJSON = false

  func validate() throws {
    try require(
      !isJSON || isSure || isDryRun,
      "--json asks nothing: add --yes to write, or --dry-run to look.")
    try require(!updatesPersonas || !anyway, "--update-personas and --anyway exclude each other.")
    try require(
      !isDryRun || message == nil, "--dry-run writes nothing, so there is nothing for -m to commit."
    )
    if let message, message.trimmed.isEmpty {
      throw ValidationError("-m takes the reason for the change, which git keeps.")
    }
  }
}

import AppStoreServerAPI
import ArgumentParser
import CommandSupport
import HTTPDocuments
import PaywallCatalog

/// The options of a command that shows or changes one setting of retention messages at Apple.
struct RetentionChangeOptions: ParsableArguments {
  @Flag(name: .customLong("dry-run"), help: "Print what would be asked, and ask nothing.")
  var isDryRun = false
  @Flag(name: .customLong("yes"), help: "Do not ask before the change.") var isSure = false
  @Flag(
    name: .customLong("json"),
    help: "Print JSON; a change needs --yes or --dry-run. 'paywall schema COMMAND' has its shape.")
  var isJSON = false

  func validate() throws {
    try require(!isSure || !isDryRun, "--yes and --dry-run exclude each other.")
  }

  /// Prints the request in a dry run; otherwise asks for agreement.
  ///
  /// - Returns: true if the caller must make the change.
  func agrees(_ question: String, to call: AppStoreCall, on console: Console) throws -> Bool {
    if isDryRun {
      let request = DryRunCard(call: call)
      guard !isJSON else {
        try console.write(json: RetentionChangeCard(ending: .dryRun, request: request))
        return false
      }
      console.write(request.text + "\nNothing was changed.")
      return false
    }
    guard !isSure else { return true }
    guard !isJSON else {
      throw Failure(
        .wrongUsage, "--json asks nothing", help: "add --yes to change, or --dry-run to look")
    }
    try Prompt(console: console).requireAgreement(
      to: question, or: "changed",
      help: "add --yes to make the change, or --dry-run to only show it")
    return true
  }

  /// Prints a setting.
  func show(
    _ value: String?, named name: String? = nil, none: String,
    _ environment: AppStoreEnvironment, on console: Console
  ) throws {
    guard !isJSON else {
      return try console.write(
        json: RetentionChangeCard(ending: .shown, environment: environment, value: value))
    }
    console.write(
      (value.map { value in value + (name.map { " (\($0))" } ?? "") } ?? none)
        + (value == nil ? " (\(environment.rawValue))." : ""))
  }

  /// Says that a setting was changed.
  func finish(
    _ value: String?, _ environment: AppStoreEnvironment, on console: Console
  ) throws {
    guard !isJSON else {
      return try console.write(
        json: RetentionChangeCard(ending: .done, environment: environment, value: value))
    }
    console.write("\(value == nil ? "Removed" : "Set") (\(environment.rawValue)).")
  }
}

/// A setting of retention messages at Apple, or its change.
struct RetentionChangeCard: Card {
  enum Ending: String, CaseIterable { case shown, done, dryRun }

  let ending: Ending
  var request: DryRunCard?
  var environment: AppStoreEnvironment?
  var value: String?

  static let members = Members<Self> {
    $0.always("ending") { $0.ending }
    $0.maybe("request", DryRunCard.schema, "Of a dry run.") { $0.request }
    $0.maybe("environment", .appleEnvironment) { $0.environment?.rawValue }
    $0.maybe("value", .text, "The identifier of the message, or the URL.") { $0.value }
  }
}

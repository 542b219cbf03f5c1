import AppStoreServerAPI
import ArgumentParser
import PaywallAPI
import PaywallCatalog

/// What a command that changes something at Apple asks before.
struct AppleChangeOptions: ParsableArguments {
  @Flag(name: .customLong("dry-run"), help: "Print what would be asked, and ask nothing.")
  var isDryRun = false
  @Flag(name: .customLong("yes"), help: "Do not ask before the change.") var isSure = false
  @Flag(
    name: .customLong("json"),
    help: "Print JSON; needs --yes or --dry-run. 'paywall schema COMMAND' has its shape.")
  var isJSON = false

  func validate() throws {
    guard !isJSON || isSure || isDryRun else {
      throw ValidationError("--json asks nothing: add --yes to change, or --dry-run to look.")
    }
    guard !isSure || !isDryRun else {
      throw ValidationError("--yes and --dry-run exclude each other.")
    }
  }

  /// Prints the request in a dry run, and asks otherwise.
  ///
  /// - Returns: whether the change is to be made.
  func agrees(_ question: String, to call: AppStoreCall, on console: Console) throws -> Bool {
    if isDryRun {
      let card = DryRunCard(call)
      guard !isJSON else {
        try console.write(json: AppleChangeCard(ending: "dryRun", request: card))
        return false
      }
      console.write(
        "\(card.method) \(card.path)" + (card.body.map { "\n\($0)" } ?? "")
          + "\nNothing was changed.")
      return false
    }
    if isSure { return true }
    let prompt = Prompt(console: console)
    guard prompt.isPossible else {
      throw Failure(
        .wrongUsage, "not a terminal, so nothing was changed",
        help: "add --yes to make the change, or --dry-run to only show it")
    }
    guard prompt.agrees(to: question) else {
      console.complain("Nothing was changed.")
      throw ExitCode(ExitStatus.no.rawValue)
    }
    return true
  }
}

struct DryRunCard: Encodable {
  var method: String
  var path: String
  var body: String?

  init(_ call: AppStoreCall) {
    method = call.method.rawValue
    path = call.target
    body = call.body.map { String(decoding: $0, as: UTF8.self) }
  }
}

/// What came of a change.
struct AppleChangeCard: Encodable {
  /// `done` or `dryRun`.
  var ending: String
  var request: DryRunCard?
  var environment: String?
  var requestId: String?
  /// Of an extension: the new renewal date.
  var effectiveDate: String?
  /// Of an extension of all, to ask with what came of it.
  var requestIdentifier: String?

  init(ending: String, request: DryRunCard? = nil) {
    self.ending = ending
    self.request = request
  }

  init<Value>(done answer: AppStoreAnswer<Value>) {
    ending = "done"
    environment = answer.environment.rawValue
    requestId = answer.requestId
  }

  static let schema = Schema.object([
    .always("ending", .words(["done", "dryRun"])),
    .maybe(
      "request",
      .object([
        .always("method", .text), .always("path", .text), .maybe("body", .text, "JSON."),
      ]), "Of a dry run."),
    .maybe("environment", .appleEnvironment),
    .maybe("requestId", .text, "Apple's number of the request."),
    .maybe("effectiveDate", .moment, "The new renewal date."),
    .maybe("requestIdentifier", .text, "To ask with what came of it."),
  ])
}

/// A command that changes something at Apple.
protocol ChangesAtApple: AnswersInJSON {}

extension ChangesAtApple {
  static var answerSchema: Schema { AppleChangeCard.schema }
}

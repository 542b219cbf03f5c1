import AppStoreServerAPI
import ArgumentParser
import CommandSupport
import HTTPDocuments
import PaywallCatalog

/// The options and questions of a command before it changes something at Apple.
struct AppleChangeOptions: ParsableArguments {
  @Flag(name: .customLong("dry-run"), help: "Print what would be asked, and ask nothing.")
  var isDryRun = false
  @Flag(name: .customLong("yes"), help: "Do not ask before the change.") var isSure = false
  @Flag(
    name: .customLong("json"),
    help: "Print JSON; needs --yes or --dry-run. 'paywall schema COMMAND' has its shape.")
  var isJSON = false

  func validate() throws {
    try require(
      !isJSON || isSure || isDryRun,
      "--json asks nothing: add --yes to change, or --dry-run to look.")
    try require(!isSure || !isDryRun, "--yes and --dry-run exclude each other.")
  }

  /// Prints the request in a dry run; otherwise asks for agreement.
  ///
  /// - Returns: true if the caller must make the change.
  func agrees(_ question: String, to call: AppStoreCall, on console: Console) throws -> Bool {
    if isDryRun {
      let card = DryRunCard(call: call)
      guard !isJSON else {
        try console.write(json: AppleChangeCard(request: card))
        return false
      }
      console.write(card.text + "\nNothing was changed.")
      return false
    }
    if isSure { return true }
    try Prompt(console: console).requireAgreement(
      to: question, or: "changed",
      help: "add --yes to make the change, or --dry-run to only show it")
    return true
  }
}

/// The request of a dry run.
struct DryRunCard: Card {
  let call: AppStoreCall

  static let members = Members<Self> {
    $0.always("method", .text) { $0.method }
    $0.always("path", .text) { $0.path }
    $0.maybe("body", .text, "JSON.") { $0.body }
  }

  var method: String { call.method.rawValue }
  var path: String { call.target }
  var text: String { "\(method) \(path)" + (body.map { "\n\($0)" } ?? "") }
  var body: String? { call.body.map { String(decoding: $0, as: UTF8.self) } }
}

/// The result of a change.
struct AppleChangeCard: Card {
  /// `nil` if the change was made.
  var request: DryRunCard?
  var environment: AppStoreEnvironment?
  var requestId: String?
  var effectiveDate: String?
  var requestIdentifier: String?

  static let members = Members<Self> {
    $0.always("ending", .words(["done", "dryRun"])) { $0.request == nil ? "done" : "dryRun" }
    $0.maybe("request", DryRunCard.schema, "Of a dry run.") { $0.request }
    $0.maybe("environment", .appleEnvironment) { $0.environment?.rawValue }
    $0.maybe("requestId", .text, "Apple's number of the request.") { $0.requestId }
    $0.maybe("effectiveDate", .moment, "The new renewal date.") { $0.effectiveDate }
    $0.maybe("requestIdentifier", .text, "To ask with what came of it.") { $0.requestIdentifier }
  }
}

extension AppleChangeCard {
  init<Value>(done answer: AppStoreAnswer<Value>) {
    self.init(environment: answer.environment, requestId: answer.requestId)
  }
}

/// A command that changes something at Apple.
protocol ChangesAtApple: AnswersInJSON {}

extension ChangesAtApple {
  static var answerSchema: Schema { AppleChangeCard.schema }
}

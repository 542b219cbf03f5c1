import ArgumentParser
import CommandSupport
import HTTPDocuments
import Ledger
import PaywallAPI
import PaywallCatalog
import Subscribers

/// `paywall access list`.
struct AccessList: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    "list", "List given access with who gave it and why: a person's, or the newest of all.",
    "Ended and revoked records stay in the list until the person is erased.",
    examples: "paywall access list", "paywall access list user-7 --user --json")
  static let answerSchema = Schema.list(of: AccessAnswer.schema)

  @Argument(
    help: ArgumentHelp(
      "An appTransactionId or originalTransactionId; with --user a user id. Default: everybody.",
      valueName: "customer"))
  var person: String?
  @Flag(name: .customLong("user"), help: "CUSTOMER is a user id.") var isUser = false
  @Option(
    help: ArgumentHelp("production, sandbox or xcode; default: production.", valueName: "name"),
    completion: .list(AppStoreEnvironment.allCases.map(\.rawValue)),
    transform: AppStoreEnvironment.argument)
  var environment = AppStoreEnvironment.production
  @Option(help: ArgumentHelp("Without CUSTOMER, the most records.", valueName: "number"))
  var limit = 50
  @OptionGroup var ledger: LedgerOptions
  @OptionGroup var answer: AnswerOptions

  func validate() throws { try (1...10_000).check(limit, of: "--limit") }

  func run() async throws {
    let console = Console.ofProcess()
    let now = Timestamp.now()
    let found = try await ledger.use { try await records(in: $0) }
    try answer.write(
      found.map { AccessAnswer($0, now: now) }, to: console, none: "None.",
      [
        ("ID", \.held.access.id), ("SOURCE", \.held.access.source.rawValue), ("WHOM", \.whom),
        ("WHAT", \.what), ("UNTIL", \.end), ("BY", \.held.access.giver),
        ("REASON", \.held.access.reason),
      ])
  }

  private func records(in ledger: any Ledger) async throws -> [HeldAccess] {
    guard let person else { return try await ledger.givenAccess(limit: limit) }
    let names: [CustomerName] =
      isUser ? [.user(person)] : [.appTransactionId(person), .originalTransactionId(person)]
    var found: [HeldAccess] = []
    for name in names {
      found += try await ledger.givenAccess(
        to: name, user: isUser ? person : nil, in: environment)
    }
    return found
  }
}

import ArgumentParser
import CommandSupport
import HTTPDocuments
import Ledger
import PaywallAPI
import PaywallCatalog
import Subscribers

/// `paywall access list`.
struct AccessList: PrintsAnswer {
  static let configuration = CommandConfiguration(
    "list", "List given access with who gave it and why: a person's, or the newest of all.",
    "Ended and revoked records stay in the list until the person is erased.",
    examples: "paywall access list", "paywall access list user-7 --user --json")

  @Argument(
    help: ArgumentHelp(
      "An appTransactionId or originalTransactionId; with --user a user id. Default: everybody.",
      valueName: "customer"))
  var person: String?
  @Flag(name: .customLong("user"), help: "CUSTOMER is a user id.") var isUser = false
  @OptionGroup var place: EnvironmentOptions
  @Option(help: ArgumentHelp("Without CUSTOMER, the most records.", valueName: "number"))
  var limit = 50
  @OptionGroup var ledger: LedgerOptions
  @OptionGroup var answer: AnswerOptions

  func validate() throws { try (1...10_000).check(limit, of: "--limit") }

  func printed(on console: Console) async throws -> Printed<[AccessAnswer]> {
    let now = Timestamp.now()
    let found = try await ledger.use { try await records(in: $0) }
    return Printed(
      list: found.map { AccessAnswer($0, now: now) }, none: "None.",
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
        to: name, user: isUser ? person : nil, in: place.environment)
    }
    return found
  }
}

import ArgumentParser
import CommandSupport
import ExperimentReports
import HTTPDocuments
import Ledger
import PaywallCatalog
import Subscribers

/// `paywall ledger forget`.
struct LedgerForget: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    "forget", "Erase a person; hashed marks stay, so that limits still hold.",
    """
    Facts, signed texts, links and recorded assignments are erased and cannot be brought back. \
    What Apple sends about this customer afterwards is new and is kept.
    """,
    examples: "paywall ledger forget 704000000382071239",
    "paywall ledger forget u-17 --user --yes")
  static let answerSchema = Schema.object([
    .always("erased", .count, "Customers; none if it was a visitor who bought nothing.")
  ])

  @OptionGroup var customer: CustomerOptions
  @OptionGroup var ledger: LedgerOptions
  @Flag(name: .customLong("yes"), help: "Do not ask.") var isSure = false
  @OptionGroup var answer: AnswerOptions

  func run() async throws {
    let console = Console.ofProcess()
    let snapshot = try ledger.configuration.load(for: console)
    let done: (erased: Int, seats: [SeatClaim])? = try await ledger.use { opened in
      let (name, count) = try await whom(in: opened)
      guard try agrees(count, console) else { return nil }
      let now = Timestamp.now()
      let given = try await opened.givenHistory(
        of: name, user: customer.isUser ? customer.customer : nil, in: customer.environment)
      let erased = try await opened.forget(
        name, in: customer.environment, at: now,
        leaving: try await ErasureTerms(snapshot, of: opened, at: now))
      return (erased, (given?.seats ?? []).map(\.claim).filter { $0.ended == nil })
    }
    guard let (erased, seats) = done else { return }
    for seat in seats {
      console.note(
        "Apple still counts a seat as this person's; to free it: 'paywall seats unclaim \(seat.originalTransactionId) \(seat.id)'"
      )
    }
    if answer.isJSON { return try console.write(json: ["erased": erased]) }
    console.write("Erased \(Self.words(for: erased)).")
  }

  /// Returns the person's name, and the number of customers with it: none for a visitor who has
  /// seen an experiment and bought nothing.
  private func whom(in ledger: any Ledger) async throws -> (CustomerName, Int) {
    let environment = customer.environment
    if customer.isUser {
      let name = CustomerName.user(customer.customer)
      let isRecorded = try await ledger.isRecorded(customer.customer, in: environment)
      if try await ledger.histories(of: name, in: environment).isEmpty, isRecorded {
        return (name, 0)
      }
    }
    let (name, histories) = try await customer.first {
      try await ledger.histories(of: $0, in: environment)
    }
    return (name, histories.count)
  }

  private static func words(for count: Int) -> String {
    switch count {
    case 0: "what was recorded of a visitor who bought nothing"
    case 1: "1 customer"
    default: "\(count) customers"
    }
  }

  private func agrees(_ count: Int, _ console: Console) throws -> Bool {
    if isSure { return true }
    guard console.isTerminal else {
      throw Failure(
        .wrongUsage, "not a terminal, so nothing was erased",
        help: "add --yes to erase this person")
    }
    console.complain(
      "This erases \(Self.words(for: count)) for good. Type the id again to go on:"
    )
    guard readLine() == customer.customer else {
      console.complain("Nothing was erased.")
      throw ExitCode(ExitStatus.no.rawValue)
    }
    return true
  }
}

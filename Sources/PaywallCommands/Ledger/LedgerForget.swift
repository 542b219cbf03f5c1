import ArgumentParser
import Ledger
import LedgerSQLite

/// `paywall ledger forget`.
struct LedgerForget: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract: "Erase a person; hashed marks stay, so that limits still hold.",
    discussion: """
      Facts, signed texts, links and recorded assignments are erased and cannot be brought back. \
      What Apple sends about this customer afterwards is new and is kept.

      EXAMPLE
        paywall ledger forget 704000000382071239
        paywall ledger forget u-17 --user --yes
      """)

  @OptionGroup var customer: CustomerOptions
  @OptionGroup var ledger: LedgerOptions
  @Flag(name: .customLong("yes"), help: "Do not ask.") var isSure = false

  func run() async throws {
    let console = Console.ofProcess()
    let opened = try ledger.open()
    do {
      let (name, histories) = try await customer.first {
        try await opened.histories(of: $0, in: customer.environment)
      }
      guard try agrees(histories.count, console) else { return }
      let erased = try await opened.forget(name, in: customer.environment, at: .now())
      await opened.close()
      console.write("Erased \(erased) \(erased == 1 ? "customer" : "customers").")
    } catch let failure as LedgerFailure {
      throw Failure(failure, ledger.path)
    }
  }

  private func agrees(_ count: Int, _ console: Console) throws -> Bool {
    if isSure { return true }
    guard console.isTerminal else {
      throw Failure(
        .wrongUsage, "nobody is here to be asked", help: "add --yes if this person is to be erased")
    }
    console.complain(
      "This erases \(count == 1 ? "1 customer" : "\(count) customers") for good. Type the id again to go on:"
    )
    guard readLine() == customer.customer else {
      console.complain("Nothing was erased.")
      throw ExitCode(ExitStatus.no.rawValue)
    }
    return true
  }
}

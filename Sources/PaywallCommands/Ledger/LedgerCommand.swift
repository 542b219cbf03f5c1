import ArgumentParser
import CommandSupport

/// `paywall ledger`.
struct LedgerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "ledger", "What the ledger knows of a customer; export, import, move, forget, prepare.",
    examples: "paywall ledger show 704000000382071239",
    "paywall ledger export > ledger.ndjson",
    subcommands: [
      LedgerShow.self, LedgerExport.self, LedgerImport.self, LedgerMoveCommand.self,
      LedgerForget.self,
      LedgerAside.self, LedgerFullPrice.self, LedgerPrepare.self,
    ])
}

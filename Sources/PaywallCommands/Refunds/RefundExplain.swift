import ArgumentParser
import CommandSupport
import HTTPDocuments
import Ledger
import PaywallCatalog
import PaywallServer
import Subscribers

/// `paywall refund explain`.
struct RefundExplain: PrintsAnswer {
  static let configuration = CommandConfiguration(
    "explain", "Show why a request for a refund was answered as it was, or would be.",
    """
    A settled request is explained by what was recorded: facts, report and release of that \
    moment, and by the rules of this folder, which may be others by now. An open one is judged \
    as the server would judge it now.
    """,
    examples: "paywall refund explain 2000000123456789",
    "paywall refund explain 002e14d5-51f5-4503-b5a8-c3a1af68eb20 --json")

  @Argument(
    help: ArgumentHelp(
      "A transactionId, or the notificationUUID of the request.", valueName: "id"))
  var id: String
  @Option("time", "Judge open requests as of this moment; default: now.") var at: Moment?
  @OptionGroup var ledger: LedgerOptions
  @OptionGroup var answer: AnswerOptions

  func printed(on console: Console) async throws -> Printed<[RefundCaseCard]> {
    let snapshot = try ledger.configuration.load(for: console)
    let cards = try await ledger.use { opened in
      var cards: [RefundCaseCard] = []
      for pending in try await opened.refundCases(named: id) {
        cards.append(
          RefundCaseCard(
            pending, facts: try await facts(of: pending.refundCase, in: opened, snapshot),
            snapshot, at: at?.timestamp ?? .now()))
      }
      return cards
    }
    guard !cards.isEmpty else {
      throw Failure(
        .no, "the ledger has no request for a refund '\(id)'",
        help: "'paywall refund report --json' counts them; Apple's CONSUMPTION_REQUEST opens one")
    }
    return Printed(cards) { console in
      cards.map { $0.sheet(console) }.joined(separator: "\n\n")
    }
  }

  /// Returns the recorded facts; for an open request the facts that are known now.
  private func facts(
    of refundCase: RefundCase, in ledger: any Ledger, _ snapshot: Snapshot
  ) async throws -> RefundFacts? {
    if let basis = refundCase.basis { return basis.facts }
    return try await ledger.facts(of: refundCase, in: snapshot)
  }
}

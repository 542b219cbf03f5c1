import ArgumentParser
import CommandSupport
import HTTPDocuments
import Ledger
import PaywallCatalog
import Subscribers

/// `paywall refund`.
struct RefundCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "refund", "Explain, rehearse and add up how requests for refunds are answered.",
    """
    The rules are in Paywalls/store/refunds.yaml. A running server answers by them, with the \
    consent that your server reports (POST /v1/customers/{id}/consumption).
    """,
    examples: "paywall refund explain 2000000123456789",
    "paywall refund simulate --rules next-refunds.yaml",
    "paywall refund report --since 2026-10-01T00:00Z",
    subcommands: [RefundExplain.self, RefundSimulate.self, RefundReportCommand.self])
}

/// The requests of a ledger that a command looks at.
struct RefundCasesOptions: ParsableArguments {
  @Option("time", "Only requests since this moment; default: all.") var since: Moment?
  @OptionGroup var ledger: LedgerOptions

  /// Reads the requests page by page, in the order in which they came.
  func cases(in ledger: any Ledger) async throws -> [RefundCase] {
    var found: [RefundCase] = []
    var number: Int64 = 0
    while true {
      let page = try await ledger.refundCases(after: number, limit: 500)
      guard let last = page.last else { break }
      number = last.number
      found += page
    }
    guard let since else { return found }
    return found.filter { $0.requestedAt >= since.timestamp }
  }
}

extension [String: Int64] {
  /// Amounts by currency, as the schema `amounts` says.
  var sums: [String: String] {
    reduce(into: [:]) { sums, each in
      let amount = MoneyAmount(milliunits: each.value, currency: each.key).description
      sums[each.key] = String(amount.dropLast(each.key.count + 1))
    }
  }
}

extension Schema {
  /// `{"EUR": "9.99"}`.
  static let amounts = map(to: text(matching: "^[0-9]+([.][0-9]+)?$"))
}

import ArgumentParser
import CommandSupport
import HTTPDocuments
import Ledger
import PaywallCatalog
import PaywallServer
import Subscribers

/// `paywall refund report`.
struct RefundReportCommand: PrintsAnswer {
  static let configuration = CommandConfiguration(
    "report", "Add up what became of requests for refunds, by the rule that answered them.",
    """
    Requests that were not answered are lines of their own, by reason. 'Given back' leaves out \
    what was taken back after a dispute. Requests of erased customers are not counted.
    """,
    examples: "paywall refund report",
    "paywall refund report --since 2026-10-01T00:00Z --json")

  @OptionGroup var requests: RefundCasesOptions
  @OptionGroup var answer: AnswerOptions

  func printed(on console: Console) async throws -> Printed<RefundReportCard> {
    let report = try await requests.ledger.use { opened in
      let cases = try await requests.cases(in: opened)
      var prices: [String: MoneyAmount] = [:]
      for each in cases where each.basis?.facts == nil {
        prices[each.notification] = try await opened.facts(of: each, in: nil)?.price
      }
      return RefundReport(of: cases) { $0.basis?.facts?.price ?? prices[$0.notification] }
    }
    let card = RefundReportCard(report)
    return Printed(card, words: card.text)
  }
}

/// The sums over requests for refunds.
struct RefundReportCard: Card {
  let lines: [Line]
  let total: Line

  init(_ report: RefundReport) {
    lines = report.lines.map { Line(line: $0, isTotal: false) }
    total = Line(line: report.total, isTotal: true)
  }

  static let members = Members<Self> {
    $0.always("lines", .list(of: Line.schema)) { $0.lines }
    $0.always("total", Line.schema) { $0.total }
  }

  struct Line: Card {
    let line: RefundReport.Line
    let isTotal: Bool

    static let members = Members<Self> {
      $0.always("kind", .words(["answered", "refused", "open", "total"])) { $0.kind }
      $0.maybe("rule", .text, "The rule that answered.") { $0.rule }
      $0.maybe("refusal", .words(of: RefundRefusal.self), "Why it was not answered.") {
        $0.refusal
      }
      $0.always("asked", .count) { $0.line.asked }
      $0.always("granted", .count) { $0.line.granted }
      $0.always("declined", .count) { $0.line.declined }
      $0.always("reversed", "Granted, and taken back after a dispute.") { $0.line.reversed }
      $0.always("undecided", .count, "Apple said nothing yet.") { $0.line.undecided }
      $0.always("moneyAsked", .amounts, "Prices, by currency.") { $0.line.moneyAsked.sums }
      $0.always("moneyGranted", .amounts, "Given back, by currency.") {
        $0.line.moneyGranted.sums
      }
    }

    private var kind: String {
      if isTotal { return "total" }
      return rule != nil ? "answered" : refusal != nil ? "refused" : "open"
    }

    private var rule: String? { if case .rule(let name) = line.kind { name } else { nil } }

    private var refusal: String? {
      if case .refused(let reason) = line.kind { reason.rawValue } else { nil }
    }

    var name: String {
      rule.map { "rule \($0)" } ?? refusal.map { "not answered: \($0)" } ?? kind
    }
  }

  func text(_ console: Console) -> String {
    guard !lines.isEmpty else { return "There are no requests for refunds." }
    let table = Table(
      "ANSWER", "ASKED", "GRANTED", "DECLINED", "REVERSED", "UNDECIDED", "PRICES", "GIVEN BACK",
      rows: (lines + [total]).map { row -> [String] in
        let line = row.line
        let counts = [line.asked, line.granted, line.declined, line.reversed, line.undecided]
        let money = [line.moneyAsked.sums.words, line.moneyGranted.sums.words]
        return [row.name] + counts.map { String($0) } + money
      })
    return table.text(for: console)
  }
}

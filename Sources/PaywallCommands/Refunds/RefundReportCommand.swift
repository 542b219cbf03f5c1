import ArgumentParser
import Ledger
import PaywallAPI
import PaywallCatalog
import Refunds

/// `paywall refund report`.
struct RefundReportCommand: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Add up what became of requests for refunds, by the rule that answered them.",
    discussion: """
      Requests that were not answered are lines of their own, by reason. 'Given back' leaves out \
      what was taken back after a dispute. Requests of erased customers are not counted.

      EXAMPLE
        paywall refund report
        paywall refund report --since 2026-10-01T00:00Z --json
      """)
  static let answerSchema = RefundReportCard.schema

  @OptionGroup var requests: RefundCasesOptions
  @OptionGroup var answer: AnswerOptions

  func run() async throws {
    let console = Console.ofProcess()
    let opened = try requests.ledger.open()
    do {
      let cases = try await requests.cases(in: opened)
      var prices: [String: MoneyAmount] = [:]
      for each in cases where each.basis?.facts == nil {
        prices[each.notification] = try await price(of: each, in: opened)
      }
      await opened.close()
      let card = RefundReportCard(
        RefundReport(of: cases) { $0.basis?.facts?.price ?? prices[$0.notification] })
      if answer.isJSON { return try console.write(json: card) }
      console.write(card.text(console))
    } catch let failure as LedgerFailure {
      throw Failure(failure, requests.ledger.path)
    }
  }

  private func price(
    of refundCase: RefundCase, in ledger: any Ledger
  ) async throws -> MoneyAmount? {
    guard let id = refundCase.transactionId, let original = refundCase.originalTransactionId else {
      return nil
    }
    let histories = try await ledger.histories(
      of: .originalTransactionId(original), in: refundCase.environment)
    return RefundFacts(
      of: id, among: histories, because: refundCase.reason, at: refundCase.requestedAt, in: nil
    )?.price
  }
}

/// Requests for refunds added up.
struct RefundReportCard: Encodable {
  var lines: [Line]
  var total: Line

  struct Line: Encodable {
    var rule: String?
    var refusal: String?
    /// answered, refused, open or total.
    var kind: String
    var asked: Int
    var granted: Int
    var declined: Int
    var reversed: Int
    var undecided: Int
    var moneyAsked: [String: String]
    var moneyGranted: [String: String]
  }

  init(_ report: RefundReport) {
    lines = report.lines.map { Line($0) }
    total = Line(report.total)
    total.kind = "total"
  }

  func text(_ console: Console) -> String {
    guard !lines.isEmpty else { return "There are no requests for refunds." }
    let table = Table(
      "ANSWER", "ASKED", "GRANTED", "DECLINED", "REVERSED", "UNDECIDED", "PRICES", "GIVEN BACK",
      rows: (lines + [total]).map { line -> [String] in
        let counts = [line.asked, line.granted, line.declined, line.reversed, line.undecided]
        let money = [line.moneyAsked.words, line.moneyGranted.words]
        return [line.name] + counts.map { String($0) } + money
      })
    return table.text(for: console)
  }

  static let schema = Schema.object([
    .always("lines", .list(of: line)), .always("total", line),
  ])

  private static let line = Schema.object([
    .always("kind", .words(["answered", "refused", "open", "total"])),
    .maybe("rule", .text, "The rule that answered."),
    .maybe("refusal", .words(of: RefundRefusal.self), "Why it was not answered."),
    .always("asked", .count), .always("granted", .count), .always("declined", .count),
    .always("reversed", .count, "Granted, and taken back after a dispute."),
    .always("undecided", .count, "Apple said nothing yet."),
    .always("moneyAsked", .amounts, "Prices, by currency."),
    .always("moneyGranted", .amounts, "Given back, by currency."),
  ])
}

extension RefundReportCard.Line {
  fileprivate init(_ line: RefundReport.Line) {
    switch line.kind {
    case .rule(let name): (kind, rule) = ("answered", name)
    case .refused(let reason): (kind, refusal) = ("refused", reason.rawValue)
    case .open: kind = "open"
    }
    asked = line.asked
    granted = line.granted
    declined = line.declined
    reversed = line.reversed
    undecided = line.undecided
    moneyAsked = line.moneyAsked.sums
    moneyGranted = line.moneyGranted.sums
  }

  fileprivate var name: String {
    rule.map { "rule \($0)" } ?? refusal.map { "not answered: \($0)" } ?? kind
  }
}

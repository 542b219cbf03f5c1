import CommandSupport
import HTTPDocuments
import Ledger
import PaywallCatalog
import Subscribers

/// A request for a refund with its explanation.
struct RefundCaseCard: Card {
  private let refundCase: RefundCase
  private let facts: RefundFacts?
  private let answer: RefundAnswer?
  private let rule: String?
  private let refusal: RefundRefusal?
  private let settledAt: String?
  /// True if `steps` follow the rules of the release that settled it.
  private let isOfSameRelease: Bool
  private let steps: [RefundJudgement.Step]

  init(
    _ pending: PendingRefundCase, facts: RefundFacts?, _ snapshot: Snapshot, at now: Timestamp
  ) {
    let each = pending.refundCase
    (refundCase, self.facts) = (each, facts)
    var settled: Timestamp?
    switch each.state {
    case .open: (answer, rule, refusal) = (nil, nil, nil)
    case .answered(let answer, let rule, let moment):
      (self.answer, self.rule, refusal, settled) = (answer, rule, nil, moment)
    case .refused(let refusal, let moment):
      (answer, rule, self.refusal, settled) = (nil, nil, refusal, moment)
    }
    settledAt = settled?.rfc3339
    let reports = each.basis.map { $0.report.map { [$0] } ?? [] } ?? pending.reports
    let judgement = RefundPolicy.judge(
      facts, reports, by: snapshot.refunds, requestedAt: each.requestedAt, at: settled ?? now)
    isOfSameRelease = each.basis.map { $0.release == snapshot.release } ?? true
    steps = judgement.trace
  }

  static let members = Members<Self> {
    $0.always("notification", .text, "Apple's `notificationUUID`.") { $0.refundCase.notification }
    $0.always("environment") { $0.refundCase.environment }
    $0.maybe("transactionId", .text) { $0.refundCase.transactionId }
    $0.maybe("product", .text) { $0.facts?.product }
    $0.maybe("price", .text, "`9.99 EUR`.") { $0.facts?.price?.description }
    $0.always("reason") { $0.refundCase.reason }
    $0.always("requestedAt", .moment) { $0.refundCase.requestedAt.rfc3339 }
    $0.always("deadline", .moment, "Until when Apple waits.") { $0.deadline }
    $0.always("state", .words(["open", "answered", "refused"])) {
      $0.answer != nil ? "answered" : $0.refusal != nil ? "refused" : "open"
    }
    $0.maybe("settledAt", .moment) { $0.settledAt }
    $0.maybe("release", .text, "Whose rules were used.") { $0.refundCase.basis?.release }
    $0.maybe("rule", .text) { $0.rule }
    $0.maybe("refusal") { $0.refusal }
    $0.maybe("sent", RefundAnswer.schema) { $0.answer }
    $0.always("attempts", .count, "Calls of Apple's API that failed.") { $0.refundCase.attempts }
    $0.maybe("lastFailure", .text) { $0.refundCase.lastFailure }
    $0.always("decisions", .list(of: RefundDecision.schema)) { $0.refundCase.decisions }
    $0.always(
      "isOfSameRelease", .boolean, "`steps` are by the rules of the release that settled it."
    ) { $0.isOfSameRelease }
    $0.always("steps", .list(of: RefundJudgement.Step.schema)) { $0.steps }
  }

  func sheet(_ console: Console) -> String {
    let each = refundCase
    var sheet = Sheet(
      console, title: each.transactionId ?? each.notification,
      subtitle: each.environment.rawValue)
    sheet.row("asked", "\(each.requestedAt.rfc3339), reason \(each.reason.rawValue)")
    sheet.row(
      "product",
      [facts?.product, facts?.price?.description].compactMap(\.self)
        .joined(separator: ", "))
    sheet.row("state", stateWords)
    sheet.row("sent", answer.map(words))
    sheet.row(
      "failures",
      each.attempts > 0 ? "\(each.attempts), last: \(each.lastFailure ?? "")" : each.lastFailure)
    for decision in each.decisions {
      sheet.row(
        "Apple",
        "\(decision.kind.rawValue) at \(decision.at.rfc3339)"
          + (decision.share.map { ", \(BasisPoints($0 / 10)?.description ?? "") of the price" }
            ?? ""))
    }
    sheet.row(
      "rules", isOfSameRelease ? nil : "those of this folder; it was settled by another release")
    for step in steps {
      let name = step.rule.map { "rule \($0)" } ?? "check"
      let mark = step.holds ? console.good("yes") : console.bad("no")
      sheet.text("  \(mark)  \(name): \(step.findings.joined(separator: "; "))")
    }
    return sheet.body
  }

  private var deadline: String { RefundDeadline.answer(to: refundCase.requestedAt).rfc3339 }

  private var stateWords: String {
    switch (rule, refusal) {
    case (let rule?, _): "answered at \(settledAt ?? "") by rule \(rule), release \(shortRelease)"
    case (_, let refusal?): "not answered, since \(settledAt ?? ""): \(refusal.sentence)"
    default: "open until \(deadline)"
    }
  }

  private var shortRelease: String { String((refundCase.basis?.release ?? "").prefix(12)) }

  private func words(of sent: RefundAnswer) -> String {
    [
      sent.deliveryStatus.rawValue, sent.sampleContentProvided ? "after a sample" : nil,
      sent.consumptionPercentage.map { "\(BasisPoints($0 / 10)?.description ?? "") used" },
      "preference \(sent.refundPreference?.rawValue ?? "none")",
    ].compactMap(\.self).joined(separator: ", ")
  }
}

extension RefundAnswer: Card {
  static let members = Members<Self> {
    $0.always("deliveryStatus") { $0.deliveryStatus }
    $0.always("sampleContentProvided", .boolean) { $0.sampleContentProvided }
    $0.maybe("consumptionPercentage", "Thousandths of a percent.") { $0.consumptionPercentage }
    $0.maybe("refundPreference") { $0.refundPreference }
  }
}

extension RefundDecision: Card {
  static let members = Members<Self> {
    $0.always("kind") { $0.kind }
    $0.always("at", .moment) { $0.at.rfc3339 }
    $0.maybe("share", .count, "Thousandths of a percent of the price.") { $0.share }
  }
}

extension RefundJudgement.Step: Card {
  static let members = Members<Self> {
    $0.maybe("rule", .text, "Absent in a check before the rules.") { $0.rule }
    $0.always("holds", .boolean) { $0.holds }
    $0.always("findings", .list(of: .text)) { $0.findings }
  }
}

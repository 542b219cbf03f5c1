import Ledger
import PaywallAPI
import PaywallCatalog
import Refunds

/// A request for a refund with its explanation.
struct RefundCaseCard: Encodable {
  var notification: String
  var environment: String
  var transactionId: String?
  var product: String?
  var price: String?
  var reason: String
  var requestedAt: String
  /// Until when Apple waits.
  var deadline: String
  /// open, answered or refused.
  var state: String
  var settledAt: String?
  var release: String?
  var rule: String?
  var refusal: String?
  var sent: Sent?
  var attempts: Int
  var lastFailure: String?
  var decisions: [Decision]
  /// Whether `steps` are by the rules of the release that settled it.
  var isOfSameRelease: Bool
  var steps: [Step]

  struct Sent: Encodable {
    var deliveryStatus: String
    var sampleContentProvided: Bool
    var consumptionPercentage: Int?
    var refundPreference: String?
  }

  struct Decision: Encodable {
    var kind: String
    var at: String
    var share: Int?
  }

  struct Step: Encodable {
    var rule: String?
    var holds: Bool
    var findings: [String]
  }
}

extension RefundCaseCard {
  init(
    _ pending: PendingRefundCase, facts: RefundFacts?, _ snapshot: Snapshot, at now: Timestamp
  ) {
    let each = pending.refundCase
    var settledAt: Timestamp?
    switch each.state {
    case .open: state = "open"
    case .answered(let answer, let rule, let moment):
      (state, settledAt, self.rule) = ("answered", moment, rule)
      sent = Sent(
        deliveryStatus: answer.deliveryStatus.rawValue,
        sampleContentProvided: answer.sampleContentProvided,
        consumptionPercentage: answer.consumptionPercentage,
        refundPreference: answer.refundPreference?.rawValue)
    case .refused(let refusal, let moment):
      (state, settledAt, self.refusal) = ("refused", moment, refusal.rawValue)
    }
    let reports = each.basis.map { $0.report.map { [$0] } ?? [] } ?? pending.reports
    let judgement = RefundPolicy.judge(
      facts, reports, by: snapshot.refunds, requestedAt: each.requestedAt, at: settledAt ?? now)
    notification = each.notification
    environment = each.environment.rawValue
    transactionId = each.transactionId
    product = facts?.product
    price = facts?.price?.description
    reason = each.reason.rawValue
    requestedAt = each.requestedAt.rfc3339
    deadline = RefundDeadline.answer(to: each.requestedAt).rfc3339
    self.settledAt = settledAt?.rfc3339
    release = each.basis?.release
    attempts = each.attempts
    lastFailure = each.lastFailure
    decisions = each.decisions.map {
      Decision(kind: $0.kind.rawValue, at: $0.at.rfc3339, share: $0.share)
    }
    isOfSameRelease = each.basis.map { $0.release == snapshot.release } ?? true
    steps = judgement.trace.map { Step(rule: $0.rule, holds: $0.holds, findings: $0.findings) }
  }

  func sheet(_ console: Console) -> String {
    var sheet = Sheet(console, title: transactionId ?? notification, subtitle: environment)
    sheet.row("asked", "\(requestedAt), reason \(reason)")
    sheet.row("product", [product, price].compactMap(\.self).joined(separator: ", "))
    sheet.row("state", stateWords)
    sheet.row("sent", sent.map(words))
    sheet.row("failures", attempts > 0 ? "\(attempts), last: \(lastFailure ?? "")" : lastFailure)
    for decision in decisions {
      sheet.row(
        "Apple",
        "\(decision.kind) at \(decision.at)"
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

  private var stateWords: String {
    switch (rule, refusal.flatMap(RefundRefusal.init)) {
    case (let rule?, _): "answered at \(settledAt ?? "") by rule \(rule), release \(shortRelease)"
    case (_, let refusal?): "not answered, since \(settledAt ?? ""): \(refusal.sentence)"
    default: "open until \(deadline)"
    }
  }

  private var shortRelease: String { String((release ?? "").prefix(12)) }

  private func words(of sent: Sent) -> String {
    [
      sent.deliveryStatus, sent.sampleContentProvided ? "after a sample" : nil,
      sent.consumptionPercentage.map { "\(BasisPoints($0 / 10)?.description ?? "") used" },
      "preference \(sent.refundPreference ?? "none")",
    ].compactMap(\.self).joined(separator: ", ")
  }

  static let schema = Schema.object([
    .always("notification", .text, "Apple's `notificationUUID`."),
    .always("environment", .words(of: AppStoreEnvironment.self)),
    .maybe("transactionId", .text), .maybe("product", .text), .maybe("price", .text, "`9.99 EUR`."),
    .always("reason", .words(of: RefundRequestReason.self)), .always("requestedAt", .moment),
    .always("deadline", .moment, "Until when Apple waits."),
    .always("state", .words(["open", "answered", "refused"])), .maybe("settledAt", .moment),
    .maybe("release", .text, "Whose rules were used."), .maybe("rule", .text),
    .maybe("refusal", .words(of: RefundRefusal.self)),
    .maybe(
      "sent",
      .object([
        .always("deliveryStatus", .words(of: DeliveryStatus.self)),
        .always("sampleContentProvided", .boolean),
        .maybe("consumptionPercentage", .count, "Thousandths of a percent."),
        .maybe("refundPreference", .words(of: RefundRule.Preference.self)),
      ])),
    .always("attempts", .count, "Calls of Apple's API that failed."), .maybe("lastFailure", .text),
    .always(
      "decisions",
      .list(
        of: .object([
          .always("kind", .words(of: RefundDecision.Kind.self)), .always("at", .moment),
          .maybe("share", .count, "Thousandths of a percent of the price."),
        ]))),
    .always(
      "isOfSameRelease", .boolean, "`steps` are by the rules of the release that settled it."),
    .always(
      "steps",
      .list(
        of: .object([
          .maybe("rule", .text, "Absent in a check before the rules."), .always("holds", .boolean),
          .always("findings", .list(of: .text)),
        ]))),
  ])
}

package import PaywallCatalog

/// The decision on a request for a refund, with its reasons.
package struct RefundJudgement: Hashable, Sendable {
  package var verdict: Verdict
  /// The findings, in order: they explain the verdict by themselves.
  package var trace: [Step]

  package enum Verdict: Hashable, Sendable {
    case answer(RefundAnswer, rule: String)
    /// Look again then, or as soon as something is reported.
    case wait(until: Timestamp, RefundRefusal)
    case refuse(RefundRefusal)
  }

  /// One rule, or one of the checks before the rules.
  package struct Step: Hashable, Sendable {
    /// The name of the rule; `nil` for a check.
    package var rule: String?
    package var holds: Bool
    /// `consent: reported at …`, or each test of the rule with the value that it met.
    package var findings: [String]
  }
}

extension RefundPolicy {
  /// Judges a request at a moment. Nothing is answered without the consent in a report.
  ///
  /// - Parameters:
  ///   - facts: `nil` if the request names no purchase.
  ///   - policy: `nil` without `store/refunds.yaml`.
  package static func judge(
    _ facts: RefundFacts?, _ reports: [ConsumptionReport], by policy: RefundPolicy?,
    requestedAt: Timestamp, at now: Timestamp
  ) -> RefundJudgement {
    var trace: [RefundJudgement.Step] = []
    func judged(_ verdict: RefundJudgement.Verdict, _ finding: String) -> RefundJudgement {
      trace.append(RefundJudgement.Step(holds: false, findings: [finding]))
      return RefundJudgement(verdict: verdict, trace: trace)
    }
    func pass(_ finding: String) {
      trace.append(RefundJudgement.Step(holds: true, findings: [finding]))
    }

    let deadline = RefundDeadline.answer(to: requestedAt)
    guard let facts else { return judged(.refuse(.appTransaction), "purchase: none is named") }
    pass("purchase: \(facts.transactionId) of \(facts.product)")
    guard !facts.isFamilyShared else {
      return judged(.refuse(.familyShared), "owner: the purchase is shared with the customer")
    }
    guard now < deadline else {
      return judged(.refuse(.tooLate), "time: Apple waited until \(deadline.rfc3339)")
    }
    pass("time: Apple waits until \(deadline.rfc3339)")

    /// Waits for the last moment at which a missing fact may arrive, and refuses after it.
    func waitOrRefuse(_ refusal: RefundRefusal, _ finding: String) -> RefundJudgement {
      let last = RefundDeadline.consent(to: requestedAt)
      return judged(now < last ? .wait(until: last, refusal) : .refuse(refusal), finding)
    }
    guard let report = ConsumptionReport.holding(among: reports) else {
      return waitOrRefuse(.noConsent, "consent: nothing is reported")
    }
    guard report.customerConsented, let delivery = report.deliveryStatus,
      let sample = report.sampleContentProvided
    else {
      return waitOrRefuse(.noConsent, "consent: refused at \(report.reportedAt.rfc3339)")
    }
    pass("consent: reported at \(report.reportedAt.rfc3339)")

    let (rule, steps) = (policy ?? RefundPolicy(rules: [])).decide(facts, report)
    trace += steps
    guard let rule else { return waitOrRefuse(.noRule, "rules: none matches") }
    // Apple refuses a share of what renews by itself (4000209), so one of an unknown type has none.
    let isShareTaken =
      facts.type != nil && facts.type != .autoRenewable && delivery == .delivered
    let percentage = isShareTaken ? report.consumptionPercentage : nil
    let preference = rule.preference.asTaken(of: facts.type, consumed: percentage)
    if preference != rule.preference {
      pass(
        "preference: \(preference.rawValue), because the used share is "
          + (percentage.map { $0 == 0 ? "nothing" : "everything" } ?? "not known"))
    }
    return RefundJudgement(
      verdict: .answer(
        RefundAnswer(
          deliveryStatus: delivery, sampleContentProvided: sample,
          consumptionPercentage: percentage,
          refundPreference: preference == .noPreference ? nil : preference),
        rule: rule.name),
      trace: trace)
  }

  /// The first rule that matches, and every rule up to it with its tests.
  package func decide(
    _ facts: RefundFacts, _ report: ConsumptionReport
  ) -> (rule: RefundRule?, steps: [RefundJudgement.Step]) {
    var steps: [RefundJudgement.Step] = []
    for rule in rules {
      let tests = rule.tests.map { $0.finding(facts, report) }
      let holds = tests.allSatisfy(\.holds)
      steps.append(
        RefundJudgement.Step(
          rule: rule.name, holds: holds,
          findings: tests.isEmpty ? ["every request"] : tests.map(\.text)))
      if holds { return (rule, steps) }
    }
    return (nil, steps)
  }
}

extension RefundRule.Preference {
  /// Apple takes GRANT_PRORATED of what does not renew only with a used share between 0 and all of
  /// it: of nothing used it is the whole price, of everything used nothing, and
  /// of an unknown share no wish is sent.
  package func asTaken(of type: ProductType?, consumed: Int?) -> Self {
    guard self == .grantProrated, type != .autoRenewable else { return self }
    switch consumed {
    case nil: return .noPreference
    case 0?: return .grantFull
    case 100_000?: return .decline
    default: return self
    }
  }
}

package import ExperimentReports
package import ExperimentResults
import PaywallCatalog

/// The eight questions of a reader who sees the results for the first time, with their answers. The
/// terminal and the page show the same.
package struct ResultsSummary: Sendable {
  package let answers: [Answer]

  package struct Answer: Hashable, Sendable {
    package var question: String
    /// A few words.
    package var answer: String
    package var detail: String
    package var tone: Tone
  }

  package init(_ report: ExperimentReport) {
    answers = [
      ("Who is ahead?", report.ahead), ("By how much, how sure?", report.certainty),
      ("Is something broken?", report.soundness), ("When is it final?", report.end),
      ("May I stop it?", report.advice), ("What do guardrails say?", report.harm),
      ("Who was left out?", report.absence), ("Where do numbers come from?", report.origin),
    ].map { question, found in
      Answer(question: question, answer: found.answer, detail: found.detail, tone: found.tone)
    }
  }
}

extension ExperimentReport {
  /// The answer to a question.
  typealias Finding = (answer: String, detail: String, tone: Tone)

  fileprivate var ahead: Finding {
    guard verdict.decision != .broken else {
      return ("Unknown", "no number is reliable while something is broken", .bad)
    }
    guard let primary, let best = leading else {
      return ("Too early to say", "nothing can be compared yet", .calm)
    }
    let (control, variant) = (best.comparison.control, best.comparison.variant)
    let gain = primary.direction.gain(variant.value - control.value)
    let isOpen = ![.better, .worse].contains(best.state)
    let end = isOpen ? " so far" : best.basis == .plannedSample ? ", in the planned sample" : ""
    let unit = primary.unit(provenance.base)
    let distance =
      best.lift.map { Wording.percent(abs($0.estimate)) }
      ?? unit.distance(variant.value - control.value)
    return (
      gain > 0 ? "\(best.variant), by \(distance)\(end)" : "control\(end)",
      "\(primary.name.words): \(unit.text(variant.value)) in \(best.variant), \(unit.text(control.value)) in control",
      MetricState(best.state).tone
    )
  }

  fileprivate var certainty: Finding {
    guard verdict.decision != .broken else { return ("Not at all", "find the cause first", .bad) }
    guard let primary, let best = leading, let effect = best.comparison.difference else {
      return ("Nothing yet", "too few people count", .calm)
    }
    let unit = primary.unit(provenance.base)
    let interval = best.interval(of: effect)
    return (
      best.lift.map { ResultsWords.range($0.interval) }
        ?? "\(unit.change(interval.lower)) to \(unit.change(interval.upper))",
      best.comparison.chanceToWin.map {
        "\(ResultsWords.chance($0)) likely that \(best.variant) is better"
      } ?? "",
      MetricState(best.state).tone
    )
  }

  fileprivate var soundness: Finding {
    func names(_ state: HealthCheck.State) -> String {
      health.filter { $0.state == state }.map(\.name).joined(separator: ", ")
    }
    let (broken, warnings) = (names(.broken), names(.warning))
    guard broken.isEmpty else { return ("Yes", broken, .bad) }
    let unknown = health.count { $0.state == .unknown }
    guard unknown < health.count else {
      return ("Not known yet", "too few people for any check", .calm)
    }
    guard warnings.isEmpty else { return ("No", "to look at: \(warnings)", .warn) }
    let rest =
      "\(ResultsWords.counted(unknown, "other")) need\(unknown == 1 ? "s" : "") more people"
    let checks = ResultsWords.counted(health.count - unknown, "check")
    return ("No", "\(checks), none failed\(unknown > 0 ? "; \(rest)" : "")", .good)
  }

  fileprivate var end: Finding {
    let people = "\(ResultsWords.counted(primary?.waiting ?? 0, "person")) still in their window"
    if let final = primary?.finalAt {
      return final > asOf
        ? (Wording.day(final), people, .calm)
        : ("It is", "everyone's window has closed", .good)
    }
    if verdict.decision == .wait, let progress = plan?.progress, let time = progress.timeLeft {
      let day = progress.day(after: asOf).map { "on \(Wording.day($0)); " }
      return ("in \(time)", "\(day ?? "")\(people)", .calm)
    }
    let window = primary.map { ResultsWords.period($0.window) } ?? "a window"
    return ("\(window) after it ends", "\(people); new ones still enter", .calm)
  }

  fileprivate var advice: Finding {
    switch verdict.decision {
    case .broken: return ("Yes, but decide nothing", "find the cause, then restart", .bad)
    case .wait:
      // A variant that is better waits for something else.
      let reason = verdict.reasons.last { $0.isBlock } ?? verdict.reasons.first
      return ("No, wait", reason?.words ?? "", .calm)
    case .ship(let variant): return ("Yes", "and ship \(variant)", .good)
    case .stop: return ("Yes", "and keep the control", .bad)
    case .noDifference: return ("Yes", "and keep the control, or choose freely", .calm)
    }
  }

  /// The findings on guardrails, here and above their tables.
  var harm: Finding {
    guard !guardrails.isEmpty else {
      return ("No guardrail is set", "nothing watches for harm", .warn)
    }
    guard verdict.decision != .broken else {
      return ("Unknown", "while something is broken", .bad)
    }
    let found = verdict.findings.flatMap(\.guardrails)
    let worse = found.filter { $0.state == .worse }
    guard worse.isEmpty else {
      return (
        "Worse: \(worse[0].metric.words)",
        worse.map { "\($0.variant) harms \($0.metric.words)" }.joined(separator: "; "), .bad
      )
    }
    let watched = "\(guardrails.count) watched"
    guard found.contains(where: { $0.state != .unknown }) else {
      return (
        "Too early to say", found.first?.openWords ?? "\(watched), none can be compared yet", .calm
      )
    }
    let open = found.filter { $0.state != .safe }
    guard let first = open.max(by: { $0.harmLeft < $1.harmLeft }) else {
      return ("No guardrail is worse", watched, .good)
    }
    let most = first.most.map { "; \(first.metric.subject) could still be \($0)" } ?? ""
    return ("No harm is shown", "\(watched), \(open.count) not sure yet\(most)", .calm)
  }

  fileprivate var absence: Finding {
    let out = exclusions.severalCustomers + exclusions.heldOut
    let counted = variants.reduce(0) { $0 + $1.persons }
    guard out > 0 else {
      return ("No one", "all \(ResultsWords.counted(counted, "person")) count", .calm)
    }
    let share = Wording.percent(Double(out) / Double(counted + out))
    return (
      "\(ResultsWords.counted(out, "person")) (\(share))",
      "of \(ResultsWords.counted(counted + out, "person")); reasons below", .calm
    )
  }

  fileprivate var origin: Finding {
    let newest = provenance.newestFact.map {
      "the newest notification is of \(ResultsWords.minute($0))"
    }
    return (
      environment == .production ? "Verified App Store facts" : "Test purchases only",
      newest ?? "no notification has come yet", environment == .production ? .calm : .warn
    )
  }
}

extension Guardrail {
  fileprivate var harmLeft: Double { harm?.upper ?? -.infinity }
}

extension ExperimentReport {
  /// The variant that ships, or else the one with the largest gain.
  package var leading: VariantFinding? {
    let compared = verdict.findings.filter { $0.comparison.difference != nil }
    if case .ship(let variant) = verdict.decision { return verdict.finding(of: variant) }
    let direction = primary?.direction ?? .higherIsBetter
    return compared.max { left, right in
      direction.gain(left.comparison.difference?.estimate ?? 0)
        < direction.gain(right.comparison.difference?.estimate ?? 0)
    }
  }
}

extension Verdict.Reason {
  fileprivate var isBlock: Bool {
    [.guardrailIsUnknown, .guardrailIsRequired, .guardrailIsSuspect, .payingIsSuspect]
      .contains(self)
  }

  /// Why it is still open, or what was decided, in a few words.
  package var words: String {
    switch self {
    case .sampleRatioMismatch: "people are not split as planned"
    case .tooManyConflicts: "too many people saw several variants"
    case .silentVariant: "a variant is silent"
    case .preExposureImbalance: "variants differed before the exposure"
    case .staleLedger: "no facts of the App Store arrive"
    case .missingRates: "purchases have no rate"
    case .unjoinedPurchases: "purchases match no person"
    case .tooManyImmature: "most windows are still open"
    case .firstWeek: "the first week is not over"
    case .tooFewPayers: "too few people have bought"
    case .noComparison: "there is nothing to compare"
    case .goalIsBetter: "the goal is better"
    case .goalIsWorse: "the goal is worse"
    case .plannedSampleReached: "the planned number of people is reached"
    case .plannedSampleNotReached: "the planned number of people is not reached"
    case .goalIsOpen: "the goal is not decided"
    case .guardrailIsWorse: "a guardrail is worse"
    case .splitIsSuspicious: "the split of people is suspicious"
    case .noGoal: "no goal is named"
    case .noLongerBetter: "it was ahead, and is not any more"
    case .noLongerWorse: "it was behind, and is not any more"
    case .guardrailIsUnknown: "a guardrail is not known yet"
    case .guardrailIsRequired: "a guardrail must be safe first"
    case .guardrailIsSuspect: "a guardrail looks worse"
    case .payingIsWorse: "it brings less money"
    case .payingIsSuspect: "it may bring less money"
    case .withinSmallestEffect: "the difference is smaller than what is worth shipping"
    }
  }
}

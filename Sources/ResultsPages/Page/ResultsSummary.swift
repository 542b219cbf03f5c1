package import ExperimentResults
import PaywallCatalog

/// The eight questions of a reader who sees the results for the first time, with their answers. The
/// terminal and the page show the same.
package struct ResultsSummary: Sendable {
  package var answers: [Answer]

  package struct Answer: Hashable, Sendable {
    package var question: String
    /// A few words.
    package var answer: String
    package var detail: String
    package var tone: Tone
  }

  /// What is said of guardrails, here and above their tables.
  var guardrails: Answer? { answers.first { $0.question == Self.guardrailQuestion } }
  private static let guardrailQuestion = "What do guardrails say?"

  package init(_ report: ExperimentReport) {
    answers = [
      Self.ahead(report), Self.sure(report), Self.broken(report), Self.final(report),
      Self.stop(report), Self.guardrails(report), Self.leftOut(report), Self.source(report),
    ]
  }

  private static func ahead(_ report: ExperimentReport) -> Answer {
    let question = "Who is ahead?"
    guard report.verdict.decision != .broken else {
      return Answer(
        question: question, answer: "Unknown",
        detail: "while something is broken, no number says it",
        tone: .bad)
    }
    guard let primary = report.primary, let best = report.leading else {
      return Answer(
        question: question, answer: "Too early to say", detail: "nothing can be compared yet",
        tone: .calm)
    }
    let currency = report.provenance.base
    let (control, variant) = (best.comparison.control, best.comparison.variant)
    let gain = primary.direction.gain(variant.value - control.value)
    let isOpen = ![.better, .worse].contains(best.state)
    let end = isOpen ? " so far" : best.basis == .plannedSample ? ", in the planned sample" : ""
    let unit = primary.unit(currency)
    let distance =
      best.lift.map { Wording.percent(abs($0.estimate)) }
      ?? unit.distance(variant.value - control.value)
    return Answer(
      question: question,
      answer: gain > 0 ? "\(best.variant), by \(distance)\(end)" : "control\(end)",
      detail:
        "\(primary.name.words): \(unit.text(variant.value)) in \(best.variant), \(unit.text(control.value)) in control",
      tone: MetricState(best.state).tone)
  }

  private static func sure(_ report: ExperimentReport) -> Answer {
    let question = "By how much, how sure?"
    guard report.verdict.decision != .broken else {
      return Answer(
        question: question, answer: "Not at all", detail: "find the cause first", tone: .bad)
    }
    guard let primary = report.primary, let best = report.leading,
      let effect = best.comparison.difference
    else {
      return Answer(
        question: question, answer: "Nothing yet", detail: "too few people count", tone: .calm)
    }
    let unit = primary.unit(report.provenance.base)
    let interval = best.interval(of: effect)
    return Answer(
      question: question,
      answer: best.lift.map { ResultsWords.range($0.interval) }
        ?? "\(unit.change(interval.lower)) to \(unit.change(interval.upper))",
      detail: best.comparison.chanceToWin.map {
        "\(ResultsWords.chance($0)) likely that \(best.variant) is better"
      } ?? "",
      tone: MetricState(best.state).tone)
  }

  private static func broken(_ report: ExperimentReport) -> Answer {
    let question = "Is something broken?"
    let broken = report.health.filter { $0.state == .broken }
    let warnings = report.health.filter { $0.state == .warning }
    guard broken.isEmpty else {
      return Answer(
        question: question, answer: "Yes", detail: broken.map(\.name).joined(separator: ", "),
        tone: .bad)
    }
    let unknown = report.health.count { $0.state == .unknown }
    guard unknown < report.health.count else {
      return Answer(
        question: question, answer: "Not known yet", detail: "too few people for any check",
        tone: .calm)
    }
    return Answer(
      question: question, answer: "No",
      detail: warnings.isEmpty
        ? "\(ResultsWords.counted(report.health.count - unknown, "check")), none failed\(unknown > 0 ? "; \(ResultsWords.counted(unknown, "other")) need\(unknown == 1 ? "s" : "") more people" : "")"
        : "to look at: \(warnings.map(\.name).joined(separator: ", "))",
      tone: warnings.isEmpty ? .good : .warn)
  }

  private static func final(_ report: ExperimentReport) -> Answer {
    let waiting = report.primary?.waiting ?? 0
    let people = "\(ResultsWords.counted(waiting, "person")) still in their window"
    if let final = report.primary?.finalAt {
      guard final > report.asOf else {
        return Answer(
          question: "When is it final?", answer: "It is", detail: "everyone's window has closed",
          tone: .good)
      }
      return Answer(
        question: "When is it final?", answer: ResultsWords.day(final), detail: people, tone: .calm)
    }
    let window = report.primary.map { ResultsWords.period($0.window) } ?? "a window"
    if report.verdict.decision == .wait, let progress = report.plan?.progress,
      let time = progress.timeLeft
    {
      let day = progress.day(after: report.asOf).map { "on \(ResultsWords.day($0)); " }
      return Answer(
        question: "When is it final?", answer: "in \(time)", detail: "\(day ?? "")\(people)",
        tone: .calm)
    }
    return Answer(
      question: "When is it final?", answer: "\(window) after it ends",
      detail: "\(people); new ones still enter", tone: .calm)
  }

  private static func stop(_ report: ExperimentReport) -> Answer {
    let question = "May I stop it?"
    func answer(_ words: String, _ detail: String, _ tone: Tone) -> Answer {
      Answer(question: question, answer: words, detail: detail, tone: tone)
    }
    switch report.verdict.decision {
    case .broken: return answer("Yes, but decide nothing", "find the cause, then restart", .bad)
    case .wait:
      // A variant that is better waits for something else.
      let reason = report.verdict.reasons.last { $0.isBlock } ?? report.verdict.reasons.first
      return answer("No, wait", reason?.words ?? "", .calm)
    case .ship(let variant): return answer("Yes", "and ship \(variant)", .good)
    case .stop: return answer("Yes", "and keep the control", .bad)
    case .noDifference: return answer("Yes", "and keep the control, or choose freely", .calm)
    }
  }

  private static func guardrails(_ report: ExperimentReport) -> Answer {
    let question = guardrailQuestion
    guard !report.guardrails.isEmpty else {
      return Answer(
        question: question, answer: "None is set", detail: "nothing watches for harm", tone: .warn)
    }
    guard report.verdict.decision != .broken else {
      return Answer(
        question: question, answer: "Unknown", detail: "while something is broken", tone: .bad)
    }
    let guardrails = report.verdict.findings.flatMap(\.guardrails)
    let worse = guardrails.filter { $0.state == .worse }
    guard worse.isEmpty else {
      return Answer(
        question: question, answer: "Worse: \(worse[0].metric.words)",
        detail: worse.map { "\($0.variant) harms \($0.metric.words)" }.joined(separator: "; "),
        tone: .bad)
    }
    let watched = "\(report.guardrails.count) watched"
    guard guardrails.contains(where: { $0.state != .unknown }) else {
      return Answer(
        question: question, answer: "Too early to say",
        detail: guardrails.first?.openWords ?? "\(watched), none can be compared yet", tone: .calm)
    }
    let open = guardrails.filter { $0.state != .safe }
    guard let first = open.max(by: { $0.harmLeft < $1.harmLeft }) else {
      return Answer(question: question, answer: "None is worse", detail: watched, tone: .good)
    }
    return Answer(
      question: question, answer: "No harm is shown",
      detail: "\(watched), \(open.count) not sure yet"
        + (first.most.map { "; \(first.metric.subject) could still be \($0)" } ?? ""),
      tone: .calm)
  }

  private static func leftOut(_ report: ExperimentReport) -> Answer {
    let out = report.exclusions.severalCustomers + report.exclusions.heldOut
    let counted = report.variants.reduce(0) { $0 + $1.persons }
    let share = counted + out > 0 ? Double(out) / Double(counted + out) : 0
    return Answer(
      question: "Who was left out?",
      answer: out == 0
        ? "No one" : "\(ResultsWords.counted(out, "person")) (\(Wording.percent(share)))",
      detail: out == 0
        ? "all \(ResultsWords.counted(counted, "person")) count"
        : "of \(ResultsWords.counted(counted + out, "person")); reasons below", tone: .calm)
  }

  private static func source(_ report: ExperimentReport) -> Answer {
    let newest = report.provenance.newestFact.map {
      "the newest notification is of \(ResultsWords.minute($0))"
    }
    return Answer(
      question: "Where do numbers come from?",
      answer: report.environment == .production
        ? "Verified App Store facts" : "Test purchases only",
      detail: newest ?? "no notification has come yet",
      tone: report.environment == .production ? .calm : .warn)
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
    case .unjoinedPurchases: "purchases are nobody's"
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

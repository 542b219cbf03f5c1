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
    guard let primary = report.primary, let best = primary.best,
      let effect = best.comparison.relative
    else {
      return Answer(
        question: question, answer: "Too early to say", detail: "nothing can be compared yet",
        tone: .calm)
    }
    let currency = report.provenance.base
    let isAhead = primary.direction.gain(effect.estimate) > 0
    let control = primary.arms.first { $0.variant == Experiment.control }
    let arm = primary.arms.first { $0.variant == best.variant }
    let values = [arm, control].map { $0.map { primary.text($0, currency) } ?? "–" }
    let state = primary.state(best.comparison)
    let isOpen = report.verdict.decision == .wait || (state != .better && state != .worse)
    let end = isOpen ? " so far" : ""
    return Answer(
      question: question,
      answer: isAhead
        ? "\(best.variant), by \(Wording.percent(abs(effect.estimate)))\(end)"
        : "control\(end)",
      detail: "\(primary.name.words): \(values[0]) in \(best.variant), \(values[1]) in control",
      tone: isOpen ? .calm : state.tone)
  }

  private static func sure(_ report: ExperimentReport) -> Answer {
    let question = "By how much, how sure?"
    guard report.verdict.decision != .broken else {
      return Answer(
        question: question, answer: "Not at all", detail: "find the cause first", tone: .bad)
    }
    guard let primary = report.primary, let best = primary.best,
      let effect = best.comparison.relative
    else {
      return Answer(
        question: question, answer: "Nothing yet", detail: "too few people count", tone: .calm)
    }
    return Answer(
      question: question, answer: ResultsWords.range(effect.sequential),
      detail:
        "\(ResultsWords.chance(effect.posterior.chanceToWin)) likely that \(best.variant) is better",
      tone: primary.state(best.comparison).tone)
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
        ? "\(ResultsWords.counted(report.health.count - unknown, "check")), none failed\(unknown > 0 ? "; \(unknown) need more people" : "")"
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
    if case .left(_, let days)? = report.primary?.best?.timeLeft, days > 0 {
      return Answer(
        question: "When is it final?", answer: "in about \(ResultsWords.counted(days, "day"))",
        detail: people, tone: .calm)
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
    case .wait: return answer("No, wait", report.verdict.reasons.first?.words ?? "", .calm)
    case .ship(let variant): return answer("Yes", "and ship \(variant)", .good)
    case .stop: return answer("Yes", "and keep the control", .bad)
    case .noDifference: return answer("Yes", "and keep the control, or choose freely", .calm)
    }
  }

  private static func guardrails(_ report: ExperimentReport) -> Answer {
    let question = "What do guardrails say?"
    guard !report.guardrails.isEmpty else {
      return Answer(
        question: question, answer: "None is set", detail: "nothing watches for harm", tone: .warn)
    }
    guard report.verdict.decision != .broken else {
      return Answer(
        question: question, answer: "Unknown", detail: "while something is broken", tone: .bad)
    }
    let states = report.guardrails.flatMap { metric in
      metric.comparisons.map { (metric, $0, metric.guardrailState($0)) }
    }
    let worse = states.filter { $0.2 == .worse }
    guard worse.isEmpty else {
      return Answer(
        question: question, answer: "Worse: \(worse[0].0.name.words)",
        detail: worse.map { "\($0.1.variant) harms \($0.0.name.words)" }.joined(separator: "; "),
        tone: .bad)
    }
    guard states.contains(where: { $0.2 != .unknown }) else {
      return Answer(
        question: question, answer: "Too early to say",
        detail: "\(report.guardrails.count) watched, none can be compared yet", tone: .calm)
    }
    let open = states.count { $0.2 == .open || $0.2 == .unknown }
    return Answer(
      question: question, answer: "None is worse",
      detail: "\(report.guardrails.count) watched\(open > 0 ? ", \(open) not sure yet" : "")",
      tone: .good)
  }

  private static func leftOut(_ report: ExperimentReport) -> Answer {
    let out = report.exclusions.severalCustomers + report.exclusions.heldOut
    let counted = report.variants.reduce(0) { $0 + $1.persons }
    let share = counted + out > 0 ? Double(out) / Double(counted + out) : 0
    return Answer(
      question: "Who was left out?",
      answer: out == 0
        ? "No one" : "\(ResultsWords.counted(out, "person")) (\(Wording.percent(share)))",
      detail: "of \(ResultsWords.counted(counted + out, "person")); reasons below", tone: .calm)
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

extension ReportMetric {
  /// The comparison with the largest gain.
  package var best: NamedComparison? {
    comparisons.filter { $0.comparison.relative != nil }.max { left, right in
      gain(left) < gain(right)
    }
  }

  private func gain(_ named: NamedComparison) -> Double {
    direction.gain(named.comparison.relative?.estimate ?? 0)
  }
}

extension Verdict.Reason {
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
    case .withinSmallestEffect: "the difference is smaller than what is worth shipping"
    }
  }
}

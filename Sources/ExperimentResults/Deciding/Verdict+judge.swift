extension Verdict {
  /// Days before any verdict but `broken`.
  package static let leastDays = 7.0
  /// Paying persons of each arm before any verdict but `broken`.
  package static let leastPayers = 50

  /// What the evidence says: health first, then a week and payers, then the goal at every moment or
  /// at the planned sample, with guardrails that veto (Verdicts.md § 12).
  package static func of(_ evidence: Evidence) -> Verdict {
    if let broken = ofHealth(evidence.health) { return broken }
    if let early = ofAge(evidence) { return early }
    let findings = evidence.goals.map { Finding($0, evidence) }
    let better = findings.filter { $0.state == .better && $0.vetoes.isEmpty }
    if let best = better.max(by: { $0.gain < $1.gain }) {
      return ship(best, evidence)
    }
    if findings.allSatisfy({ $0.state == .worse || !$0.vetoes.isEmpty }) {
      return stop(findings, evidence)
    }
    if findings.allSatisfy({ $0.isClosed }) { return noDifference(findings, evidence) }
    return wait(findings, evidence)
  }

  private static func ofHealth(_ health: [HealthCheck]) -> Verdict? {
    let broken = health.filter { $0.state == .broken }
    guard let first = broken.first else { return nil }
    return Verdict(
      .broken, unique(broken.map(\.kind.reason)),
      "Broken: \(first.sentence) Find the cause before you read any number.")
  }

  private static func ofAge(_ evidence: Evidence) -> Verdict? {
    let compared = evidence.goals.filter { $0.comparison.relative != nil }
    let isWaiting = evidence.health.contains {
      $0.kind == .immatureShare && $0.state == .warning
    }
    var reasons: [Reason] = []
    var causes: [String] = []
    if evidence.days < leastDays {
      reasons.append(.firstWeek)
      causes.append("a full week has not passed")
    }
    if evidence.payers < leastPayers {
      reasons.append(.tooFewPayers)
      causes.append("an arm has \(evidence.payers) of the \(leastPayers) buyers it needs")
    }
    if compared.count < evidence.goals.count || compared.isEmpty {
      reasons.append(.noComparison)
      causes.append("there is nothing to compare yet")
    }
    guard !reasons.isEmpty else { return nil }
    if isWaiting { reasons.append(.tooManyImmature) }
    let cause = causes.joined(separator: ", and ")
    let waiting = isWaiting ? "; most persons' windows are still open" : ""
    return Verdict(.wait, reasons, "Wait: \(cause)\(waiting).")
  }

  private static func ship(_ best: Finding, _ evidence: Evidence) -> Verdict {
    let guarded = evidence.guardrails.contains { $0.variant == best.variant }
    return Verdict(
      .ship(variant: best.variant), best.reasons,
      "Ship '\(best.variant)': \(evidence.metric) \(best.text)"
        + (guarded ? ", and no guardrail is worse." : "."))
  }

  private static func stop(_ findings: [Finding], _ evidence: Evidence) -> Verdict {
    let said = findings.map { finding -> String in
      if finding.state == .worse {
        return "\(evidence.metric) of '\(finding.variant)' is worse, \(finding.text)"
      }
      let vetoes = finding.vetoes.joined(separator: ", ")
      return "'\(finding.variant)' makes \(vetoes) worse"
    }
    return Verdict(
      .stop, unique(findings.flatMap(\.reasons)),
      "Stop and keep the control: \(said.joined(separator: "; ")).")
  }

  private static func noDifference(_ findings: [Finding], _ evidence: Evidence) -> Verdict {
    let bound = findings.compactMap(\.bound).max() ?? 0
    return Verdict(
      .noDifference(asLargeAs: bound), unique(findings.flatMap(\.reasons)),
      "No difference as large as \(Wording.percent(bound)) in \(evidence.metric): keep the control,"
        + " or choose for other reasons.")
  }

  private static func wait(_ findings: [Finding], _ evidence: Evidence) -> Verdict {
    let said = findings.map { "'\($0.variant)' is at \($0.text)" }.joined(separator: "; ")
    let left =
      switch evidence.timeLeft {
      case .left(_, let days): "; about \(Wording.count(days)) \(days == 1 ? "day" : "days") left"
      case .enough, .unknown, nil: ""
      }
    return Verdict(
      .wait, unique(findings.flatMap(\.reasons)),
      "Wait: \(evidence.metric) of \(said), which is still open\(left).")
  }

  private static func unique(_ reasons: [Reason]) -> [Reason] {
    var seen: Set<Reason> = []
    return reasons.filter { seen.insert($0).inserted }
  }
}

/// What the goal and the guardrails say of one variant.
private struct Finding {
  enum State { case better, worse, alike, open }

  var variant: String
  var state: State
  var reasons: [Verdict.Reason]
  /// Metrics that became worse.
  var vetoes: [String]
  /// The relative effect, positive if better.
  var gain: Double
  /// The largest difference that is left, of a variant that is alike.
  var bound: Double?
  /// The effect with the interval that decided.
  var text: String

  /// Whether waiting changes nothing.
  var isClosed: Bool { state != .open || !vetoes.isEmpty }

  init(_ goal: Evidence.Goal, _ evidence: Evidence) {
    variant = goal.variant
    vetoes = evidence.guardrails.filter { $0.variant == goal.variant && $0.isWorse }.map(\.metric)
    reasons = []
    state = .open
    gain = evidence.direction.gain(goal.comparison.relative?.estimate ?? 0)
    text = Self.text(goal.comparison.relative?.estimate, goal.comparison.relative?.sequential)
    // Every moment first: what it says holds, whatever the planned sample says.
    if let sign = Self.sign(goal.comparison, \.sequential) {
      state = evidence.direction.gain(sign) > 0 ? .better : .worse
    } else if let planned = goal.planned, let effect = planned.relative {
      reasons.append(.plannedSampleReached)
      text = Self.text(effect.estimate, effect.fixed)
      if let sign = Self.sign(planned, \.fixed) {
        state = evidence.direction.gain(sign) > 0 ? .better : .worse
      } else {
        state = .alike
        bound = Self.largest(effect.fixed)
      }
    }
    if state == .open || state == .alike, let smallest = evidence.smallest {
      let intervals = [goal.comparison.relative?.sequential, goal.planned?.relative?.fixed]
      if intervals.contains(where: { $0.map { Self.largest($0) < smallest } ?? false }) {
        state = .alike
        bound = smallest
        reasons.append(.withinSmallestEffect)
      }
    }
    switch state {
    case .better: reasons.insert(.goalIsBetter, at: 0)
    case .worse: reasons.insert(.goalIsWorse, at: 0)
    case .alike: if !reasons.contains(.withinSmallestEffect) { reasons.append(.goalIsOpen) }
    case .open: reasons += [.goalIsOpen, .plannedSampleNotReached]
    }
    if !vetoes.isEmpty { reasons.insert(.guardrailIsWorse, at: 0) }
  }

  /// 1 or −1 if 0 is left out by the difference and by the lift. The lift alone calls few payers worse
  /// too often: it divides by a control that chance has made large.
  private static func sign(
    _ comparison: Comparison, _ interval: KeyPath<Effect, Interval>
  ) -> Double? {
    guard let relative = comparison.relative, let absolute = comparison.absolute else { return nil }
    let intervals = [relative[keyPath: interval], absolute[keyPath: interval]]
    if intervals.allSatisfy(\.isAboveZero) { return 1 }
    return intervals.allSatisfy(\.isBelowZero) ? -1 : nil
  }

  private static func largest(_ interval: Interval) -> Double {
    max(abs(interval.lower), abs(interval.upper))
  }

  private static func text(_ estimate: Double?, _ interval: Interval?) -> String {
    guard let estimate, let interval else { return "unknown" }
    return
      "\(Wording.change(estimate)) (\(Wording.change(interval.lower)) to \(Wording.change(interval.upper)))"
  }
}

extension HealthCheck.Kind {
  fileprivate var reason: Verdict.Reason {
    switch self {
    case .sampleRatio, .sampleRatioByDay, .sampleRatioByDimension: .sampleRatioMismatch
    case .conflicts: .tooManyConflicts
    case .silentVariant: .silentVariant
    case .immatureShare: .tooManyImmature
    case .preExposureBalance: .preExposureImbalance
    case .staleLedger: .staleLedger
    case .missingRates: .missingRates
    case .unjoinedPurchases: .unjoinedPurchases
    }
  }
}

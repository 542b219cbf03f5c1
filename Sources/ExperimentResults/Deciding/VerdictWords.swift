/// The sentences of verdicts.
struct VerdictWords {
  let evidence: Evidence

  init(_ evidence: Evidence) { self.evidence = evidence }

  private var subject: String { evidence.metric?.subject ?? "goals" }

  /// The relative gain, positive if better; of a lift that is not defined, the difference alone.
  func gain(_ finding: VariantFinding) -> Double {
    let effect =
      finding.comparison.isLiftDefined ? finding.comparison.relative : finding.comparison.difference
    return evidence.direction.gain(effect?.estimate ?? 0)
  }

  // MARK: What was decided

  func ship(_ best: VariantFinding) -> String {
    "Ship '\(best.variant)': \(subject) \(change(best))" + ahead(best) + guarded(best)
  }

  /// A hint that the planned sample alone decided, where all persons may be many more.
  private func ahead(_ finding: VariantFinding) -> String {
    finding.basis == .plannedSample ? ", in the planned sample" : ""
  }

  private func guarded(_ finding: VariantFinding) -> String {
    guard !finding.guardrails.isEmpty else { return "." }
    let open = finding.guardrails.compactMap(\.openWords)
    return open.isEmpty ? ", and no guardrail is worse." : ". \(open.joined(separator: " "))"
  }

  func stop(_ findings: [VariantFinding]) -> String {
    let said = findings.map { finding -> String in
      let harms = finding.harmed.map { harm($0) }
      if finding.state == .worse {
        let goal = "\(subject) \(change(finding))"
        return
          "\((harms + [goal]).joined(separator: ", and ")) in '\(finding.variant)'\(ahead(finding))"
      }
      let causes = harms + finding.losses.map { loss($0) }
      let goal = finding.state == .better ? ", although \(subject) \(change(finding))" : ""
      return "\(causes.joined(separator: ", and ")) in '\(finding.variant)'\(goal)"
    }
    return "Stop and keep the control: \(said.joined(separator: "; "))."
  }

  private func harm(_ guardrail: Guardrail) -> String {
    let (a, b) = (guardrail.comparison.control.value, guardrail.comparison.variant.value)
    return
      "\(guardrail.metric.subject) are worse, \(guardrail.unit.text(b)) against \(guardrail.unit.text(a)),"
  }

  private func loss(_ paying: Evidence.PayingMetric) -> String {
    "\(paying.metric.subject) are worse (\(Self.short(paying.comparison, paying.unit)))"
  }

  func noDifference(_ bound: Double) -> String {
    "No difference as large as \(Wording.percent(bound)) in \(subject): keep the control,"
      + " or choose for other reasons."
  }

  // MARK: What is not decided

  func blocked(_ best: VariantFinding) -> String {
    let causes = best.blocks.map { block -> String in
      switch block {
      case .guardrailIsUnknown(let guardrail): unknown(guardrail)
      case .guardrailIsRequired(let guardrail):
        "\(guardrail.metric.subject) are not known to be safe yet, as the file requires\(guardrail.most.map { "; they could still be \($0)" } ?? "")"
      case .guardrailIsSuspect(let guardrail):
        "\(guardrail.metric.subject) look worse, \(guardrail.unit.text(guardrail.comparison.variant.value)) against \(guardrail.unit.text(guardrail.comparison.control.value)), which is not sure yet"
      case .payingIsSuspect(let paying):
        paying.comparison.difference == nil
          ? "\(paying.metric.subject) are not known yet, and they count more"
          : "\(paying.metric.subject) are at \(Self.short(paying.comparison, paying.unit)), and they count more"
      }
    }
    return
      "Wait: \(subject) \(change(best)) in '\(best.variant)', but \(causes.joined(separator: ", and "))."
  }

  private func unknown(_ guardrail: Guardrail) -> String {
    let subject = guardrail.metric.subject
    guard guardrail.knownDays < 0, let day = guardrail.knownFrom else {
      return "\(subject) are too few to judge yet"
    }
    return "\(subject) are known from \(Wording.day(day)) on"
  }

  func wait(_ findings: [VariantFinding]) -> String {
    let open = findings.filter { !$0.isVetoed && $0.state != .worse && $0.state != .alike }
    let said = open.map { finding -> String in
      if let withdrawn = finding.withdrawn { return self.withdrawn(finding, withdrawn) }
      switch finding.state {
      case .tooFewBuyers: return tooFew(finding)
      case .unknown: return "there is nothing to compare in '\(finding.variant)' yet"
      default:
        return "\(subject) are at \(level(finding)) in '\(finding.variant)', which may be chance"
      }
    }
    return "Wait: \(said.joined(separator: "; "))\(left)."
  }

  private func withdrawn(_ finding: VariantFinding, _ withdrawn: VariantFinding.Withdrawn) -> String
  {
    let day = withdrawn.on.map { " on \(Wording.day($0))" } ?? ""
    let then = Self.level(withdrawn.planned, evidence.unit, \.fixed)
    let now = level(finding)
    return
      "'\(finding.variant)' was \(withdrawn.state == .better ? "ahead" : "behind")\(day), when the planned sample was complete (\(then)), and is not any more: with everybody since, \(subject) are at \(now)"
  }

  func tooFew(_ finding: VariantFinding) -> String {
    "too few people have bought to compare '\(finding.variant)': \(Wording.count(Int(finding.expectedBuyers))) of \(Wording.count(Verdict.leastBuyers)) for each arm"
  }

  /// `; about 9 days left until the planned sample is complete`; empty if that is not known.
  var left: String {
    guard let progress = evidence.progress else { return "" }
    if progress.isForecast {
      return progress.timeLeft.map { "; by the first buyers \($0) are left" } ?? ""
    }
    guard let time = progress.timeLeft else {
      return progress.daysLeft == nil && progress.missing > 0
        ? "; the planned sample needs \(Wording.count(progress.missing)) more people, and nobody enters any more"
        : ""
    }
    guard let quiet = progress.quietDays else {
      return "; \(time) left until the planned sample is complete"
    }
    let weeks = quiet / 7
    return
      "; \(time) left, because nobody has entered for \(weeks) \(weeks == 1 ? "week" : "weeks")"
  }

  // MARK: Effects

  /// `are up 40% (+15.1% to +64.9%)`, or both values where a lift is not defined.
  private func change(_ finding: VariantFinding) -> String {
    let comparison = finding.comparison
    guard let (estimate, interval) = finding.lift else {
      guard let effect = comparison.difference else { return "are unknown" }
      let range = finding.interval(of: effect)
      return
        "go from \(evidence.unit.text(comparison.control.value)) to \(evidence.unit.text(comparison.variant.value)) (\(evidence.unit.change(range.lower)) to \(evidence.unit.change(range.upper)))"
    }
    return
      "are \(estimate < 0 ? "down" : "up") \(Wording.percent(abs(estimate))) (\(Wording.lifts(interval)))"
  }

  private func level(_ finding: VariantFinding) -> String {
    Self.level(
      finding.comparison, evidence.unit, finding.basis == .everyMoment ? \.sequential : \.fixed)
  }

  /// `+4% (-15.8% to +23.8%)`.
  private static func level(
    _ comparison: Comparison, _ unit: MetricUnit, _ interval: KeyPath<Effect, Interval>
  ) -> String {
    if comparison.isLiftDefined, let effect = comparison.relative {
      return "\(Wording.change(effect.estimate)) (\(Wording.lifts(effect[keyPath: interval])))"
    }
    guard let effect = comparison.difference else { return "an unknown level" }
    let range = effect[keyPath: interval]
    return
      "\(unit.change(effect.estimate)) (\(unit.change(range.lower)) to \(unit.change(range.upper)))"
  }

  private static func short(_ comparison: Comparison, _ unit: MetricUnit) -> String {
    level(comparison, unit, \.sequential)
  }
}

extension Verdict {
  /// Days before any verdict but `broken`.
  package static let leastDays = 7.0
  /// People who bought that no effect would give the smaller arm, before a variant is compared.
  package static let leastBuyers = 50.0

  /// Judges the evidence: health first, then a week, then each variant's goal at every moment or at
  /// the planned sample, with guardrails and money that veto (Verdicts.md § 12).
  package static func of(_ evidence: Evidence) -> Verdict {
    let findings = evidence.goals.map { VariantFinding($0, evidence) }
    if var unhealthy = ofHealth(evidence) {
      unhealthy.findings = findings
      return unhealthy
    }
    let words = VerdictWords(evidence)
    if let early = ofAge(evidence, findings, words) { return early }
    let better = findings.filter { $0.state == .better && !$0.isVetoed }
    if let best = better.max(by: { words.gain($0) < words.gain($1) }) {
      guard best.blocks.isEmpty else {
        return Verdict(
          .wait, best.reasons + best.blocks.map(\.reason), words.blocked(best), findings)
      }
      return Verdict(.ship(variant: best.variant), best.reasons, words.ship(best), findings)
    }
    let reasons = unique(findings.flatMap(\.reasons))
    if findings.allSatisfy({ $0.state == .worse || $0.isVetoed }) {
      return Verdict(.stop, reasons, words.stop(findings), findings)
    }
    if findings.allSatisfy({ $0.state == .worse || $0.state == .alike || $0.isVetoed }) {
      let bound = findings.compactMap(\.bound).max() ?? 0
      return Verdict(
        .noDifference(asLargeAs: bound), reasons, words.noDifference(bound), findings)
    }
    return Verdict(.wait, reasons, words.wait(findings), findings)
  }

  private static func ofHealth(_ evidence: Evidence) -> Verdict? {
    let broken = evidence.health.filter { $0.state == .broken }
    if let first = broken.first {
      return Verdict(
        .broken, unique(broken.map(\.kind.reason)),
        "Broken: \(first.sentence) Find the cause before you read any number.")
    }
    guard evidence.metric != nil else {
      return Verdict(
        .wait, [.noGoal],
        "Wait: no goal is named, so nothing can be decided; add one, like 'metrics: { primary: proceedsPerVisitor }'."
      )
    }
    guard
      let split = evidence.health.first(where: { $0.kind == .sampleRatio && $0.state == .warning })
    else { return nil }
    return Verdict(
      .wait, [.splitIsSuspicious],
      "Wait: the split is suspicious. \(split.sentence) Nothing is decided before that is explained, or gone."
    )
  }

  private static func ofAge(
    _ evidence: Evidence, _ findings: [VariantFinding], _ words: VerdictWords
  ) -> Verdict? {
    var reasons: [Reason] = []
    var causes: [String] = []
    if evidence.days < leastDays {
      reasons.append(.firstWeek)
      causes.append("a full week has not passed")
    }
    let few = findings.filter { $0.state == .tooFewBuyers }
    let isKnown = findings.contains {
      $0.isVetoed || $0.state != .tooFewBuyers && $0.state != .unknown
    }
    if !isKnown, let first = few.first {
      reasons.append(.tooFewPayers)
      causes.append(words.tooFew(first))
    }
    if findings.allSatisfy({ $0.state == .unknown && !$0.isVetoed }) {
      reasons.append(.noComparison)
      causes.append("there is nothing to compare yet")
    }
    guard !reasons.isEmpty else { return nil }
    let isWaiting = evidence.health.contains {
      $0.kind == .immatureShare && $0.state == .warning
    }
    if isWaiting { reasons.append(.tooManyImmature) }
    return Verdict(
      .wait, reasons,
      "Wait: \(causes.joined(separator: ", and "))\(isWaiting ? "; most people's windows are still open" : "")\(words.left).",
      findings)
  }

  private static func unique(_ reasons: [Reason]) -> [Reason] {
    var seen: Set<Reason> = []
    return reasons.filter { seen.insert($0).inserted }
  }
}

extension VariantFinding {
  /// Never empty; the most important one first.
  package var reasons: [Verdict.Reason] {
    var reasons: [Verdict.Reason] = []
    if !harmed.isEmpty { reasons.append(.guardrailIsWorse) }
    if !losses.isEmpty { reasons.append(.payingIsWorse) }
    switch state {
    case .better: reasons.append(.goalIsBetter)
    case .worse: reasons.append(.goalIsWorse)
    case .alike where basis != .plannedSample: reasons.append(.withinSmallestEffect)
    case .alike: reasons.append(.goalIsOpen)
    case .open:
      reasons +=
        withdrawn.map { [$0.state == .better ? .noLongerBetter : .noLongerWorse, .goalIsOpen] }
        ?? [.goalIsOpen, .plannedSampleNotReached]
    case .tooFewBuyers: reasons.append(.tooFewPayers)
    case .unknown: reasons.append(.noComparison)
    }
    if basis == .plannedSample { reasons.append(.plannedSampleReached) }
    return reasons
  }
}

extension VariantFinding.Block {
  package var reason: Verdict.Reason {
    switch self {
    case .guardrailIsUnknown: .guardrailIsUnknown
    case .guardrailIsRequired: .guardrailIsRequired
    case .guardrailIsSuspect: .guardrailIsSuspect
    case .payingIsSuspect: .payingIsSuspect
    }
  }
}

extension HealthCheck.Kind {
  package var reason: Verdict.Reason {
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

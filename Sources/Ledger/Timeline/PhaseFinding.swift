package import PaywallCatalog

/// A report's finding about a phase, which the timeline keeps beside what was served.
package enum PhaseFinding: Hashable, Sendable {
  case plan(SamplePlan)
  case verdict(KeptVerdict)
  /// The phase before plans nothing for this metric with its windows, because too few had bought.
  case noPast(metric: String)

  /// The raw values are stored.
  package enum Kind: String, CaseIterable, Sendable {
    case plan, verdict, noPast
  }
}

/// A verdict as it was when a report first reached it.
package struct KeptVerdict: Hashable, Sendable {
  /// `ship b`, or a decision without a variant.
  package var decision: String
  /// The finding in a sentence for people.
  package var sentence: String

  package init(decision: String, sentence: String) {
    self.decision = decision
    self.sentence = sentence
  }

  /// The decision is the first line.
  fileprivate var text: String { "\(decision)\n\(sentence)" }

  fileprivate init?(text: String) {
    let lines = text.split(separator: "\n", maxSplits: 1)
    guard let decision = lines.first else { return nil }
    self.init(decision: String(decision), sentence: lines.count > 1 ? String(lines[1]) : "")
  }
}

extension PhaseFinding {
  package var kind: Kind {
    switch self {
    case .plan: .plan
    case .verdict: .verdict
    case .noPast: .noPast
    }
  }

  fileprivate var text: String {
    switch self {
    case .plan(let plan): plan.text
    case .verdict(let verdict): verdict.text
    case .noPast(let metric): metric
    }
  }

  /// `nil` for a text of another version.
  fileprivate init?(_ kind: Kind, text: String) {
    switch kind {
    case .plan:
      guard let plan = SamplePlan(text: text) else { return nil }
      self = .plan(plan)
    case .verdict:
      guard let verdict = KeptVerdict(text: text) else { return nil }
      self = .verdict(verdict)
    case .noPast: self = .noPast(metric: text)
    }
  }
}

extension Timeline {
  /// Returns the findings of reports about a phase, the earliest first.
  package func findings(
    of experiment: String, phase: Int
  ) -> [(finding: PhaseFinding, at: Timestamp)] {
    events.compactMap { event in
      guard case .finding(let id, let number, let kind) = event.subject,
        PhaseName(id, number) == PhaseName(experiment, phase)
      else { return nil }
      return PhaseFinding(kind, text: event.value).map { ($0, event.at) }
    }
  }

  /// Returns the verdicts of a phase, each from the moment at which a report reached it.
  package func verdicts(
    of experiment: String, phase: Int
  ) -> [(verdict: KeptVerdict, at: Timestamp)] {
    findings(of: experiment, phase: phase).compactMap { found in
      guard case .verdict(let verdict) = found.finding else { return nil }
      return (verdict, found.at)
    }
  }

  /// Whether a phase has this already.
  package func has(_ finding: PhaseFinding, of experiment: String, phase: Int) -> Bool {
    switch finding {
    case .plan(let plan):
      findings(of: experiment, phase: phase).contains { known in
        guard case .plan(let other) = known.finding else { return false }
        return other.answersTheSame(as: plan)
      }
    case .verdict(let verdict):
      verdicts(of: experiment, phase: phase).last?.verdict.decision == verdict.decision
    case .noPast:
      findings(of: experiment, phase: phase).contains { $0.finding == finding }
    }
  }
}

extension LedgerTables {
  /// Keeps a finding, unless the phase has it. A ledger that served no release keeps none.
  package mutating func keep(
    _ finding: PhaseFinding, of experiment: String, phase: Int, at now: Timestamp
  ) throws {
    let timeline = try timeline()
    guard let release = timeline.release,
      !timeline.has(finding, of: experiment, phase: phase)
    else { return }
    try add(
      TimelineEvent(
        .finding(experiment: experiment, number: phase, finding.kind), finding.text, at: now,
        release: release))
  }
}

/// The decision on an experiment, and the reasons for it.
package struct Verdict: Hashable, Sendable {
  package var decision: Decision
  /// Never empty; the most important one first.
  package var reasons: [Reason]
  /// One or two sentences for people.
  package var sentence: String
  /// The findings that it rests on, by variant; empty if no goal is named.
  package var findings: [VariantFinding]

  package init(
    _ decision: Decision, _ reasons: [Reason], _ sentence: String, _ findings: [VariantFinding] = []
  ) {
    self.decision = decision
    self.reasons = reasons
    self.sentence = sentence
    self.findings = findings
  }

  package func finding(of variant: String) -> VariantFinding? {
    findings.first { $0.variant == variant }
  }

  package enum Decision: Hashable, Sendable {
    /// No result can be trusted: find the cause first.
    case broken
    case wait
    /// The variant is better.
    case ship(variant: String)
    /// Keep the control.
    case stop
    /// No variant changes the goal by this much (0.05 is 5 %), up or down.
    case noDifference(asLargeAs: Double)

    /// The name, and of `ship` the variant: `ship b`.
    package var text: String {
      if case .ship(let variant) = self { "\(name) \(variant)" } else { name }
    }

    /// The stable names.
    package var name: String {
      switch self {
      case .broken: "broken"
      case .wait: "wait"
      case .ship: "ship"
      case .stop: "stop"
      case .noDifference: "noDifference"
      }
    }
  }

  /// The stable names.
  package enum Reason: String, CaseIterable, Sendable {
    case sampleRatioMismatch
    case tooManyConflicts
    case silentVariant
    case preExposureImbalance
    case staleLedger
    case missingRates
    case unjoinedPurchases
    case tooManyImmature
    /// At one look persons are not split as planned, which may be chance.
    case splitIsSuspicious
    /// The experiment names no metric that decides.
    case noGoal
    case firstWeek
    /// Fewer people have bought than a comparison needs. The name is older than the word "buyers".
    case tooFewPayers
    case noComparison
    case goalIsBetter
    case goalIsWorse
    /// The planned number of persons and full weeks were reached.
    case plannedSampleReached
    /// The planned number of persons or a full week is not reached.
    case plannedSampleNotReached
    /// The interval of the goal still contains 0.
    case goalIsOpen
    /// The planned sample was better, and all persons leave it open.
    case noLongerBetter
    /// The planned sample was worse, and all persons leave it open.
    case noLongerWorse
    case guardrailIsWorse
    /// A guardrail has no call yet.
    case guardrailIsUnknown
    /// A guardrail that must be safe is not.
    case guardrailIsRequired
    /// A guardrail would be worse by a single look.
    case guardrailIsSuspect
    /// A metric nearer to money than the goal is worse.
    case payingIsWorse
    /// A metric nearer to money than the goal may be worse.
    case payingIsSuspect
    /// The interval of the goal lies within the smallest effect worth shipping.
    case withinSmallestEffect
  }
}

/// What to do with an experiment, and why.
package struct Verdict: Hashable, Sendable {
  package var decision: Decision
  /// Never empty; the most important one first.
  package var reasons: [Reason]
  /// One sentence for people.
  package var sentence: String

  package init(_ decision: Decision, _ reasons: [Reason], _ sentence: String) {
    self.decision = decision
    self.reasons = reasons
    self.sentence = sentence
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
    case firstWeek
    case tooFewPayers
    case noComparison
    /// The sequential interval of the goal is above 0.
    case goalIsBetter
    /// The sequential interval of the goal is below 0.
    case goalIsWorse
    /// The planned number of persons and full weeks were reached.
    case plannedSampleReached
    /// The planned number of persons or a full week is not reached.
    case plannedSampleNotReached
    /// The interval of the goal still contains 0.
    case goalIsOpen
    case guardrailIsWorse
    /// The interval of the goal lies within the smallest effect worth shipping.
    case withinSmallestEffect
  }
}

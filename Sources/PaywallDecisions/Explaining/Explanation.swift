package import PaywallCatalog

/// A decision with everything that led to it, made by the same code as the decision alone.
package struct Explanation: Sendable {
  package var decision: Decision
  /// The steps that were taken, in order.
  package var steps: [ExplainedStep]
}

/// One of the seven steps.
package struct ExplainedStep: Sendable {
  package var step: Step
  package var findings: [Finding]

  package enum Step: String, CaseIterable, Sendable {
    case forced, placement, records, experiments, winners, rules, `default`
  }
}

/// The check of a step, with its result.
package enum Finding: Sendable {
  case forced(ForcedVariant, ForcedVerdict)
  case placement(known: Bool)
  case record(RecordedAssignment, stage: Stage?, RecordVerdict)
  case experiment(ExperimentFinding)
  case winner(ExperimentFinding)
  case rule(RuleFinding)
  case shows(Show)
}

package enum ForcedVerdict: String, CaseIterable, Sendable {
  case shown, notAtPlacement, noSuchVariant
}

package enum RecordVerdict: String, CaseIterable, Sendable {
  /// This one decides.
  case shown
  /// It would decide, but another takes precedence.
  case behindAnother
  case notAtPlacement
  /// An earlier phase, and the experiment does not exclude visitors of earlier phases.
  case otherPhase
  /// In this stage, or after its end, the experiment shows recorded visitors nothing.
  case goesOn
  case noSuchVariant
}

/// An experiment that was evaluated for the visitor.
package struct ExperimentFinding: Sendable {
  package var experiment: String
  package var stage: Stage
  package var schedule: TimeWindow
  package var verdict: ExperimentVerdict
  /// The variant that was drawn or won.
  package var variant: String?
  package var audience: ConditionTrace?
  package var draws: [Draw]
}

package enum ExperimentVerdict: String, CaseIterable, Sendable {
  case shown
  /// It would enrol the visitor, but another answer takes precedence.
  case behindAnother
  case notInStage
  case notInAudience
  case noUnit, invalidUnit
  case noSeed
  case outsideSlice
  /// In the part of a variant's range that traffic has not opened yet.
  case outsideTraffic
  case heldOut
  case kept
  case ledgerUnavailable
  /// The variant shows nothing of its own at this placement.
  case notAtPlacement
}

/// A rule of the placement.
package struct RuleFinding: Sendable {
  /// Counted from 1.
  package var number: Int
  package var window: TimeWindow
  package var isOpen: Bool
  /// Absent if the window is closed.
  package var audience: ConditionTrace?
  package var matches: Bool
}

/// A bucket that was drawn.
package struct Draw: Sendable {
  package var purpose: Purpose
  package var seed: String
  package var unit: String
  package var bucket: Int
  /// The ranges the bucket was compared with: the slice, the holdout, or each variant's open range.
  package var ranges: [DrawRange]
  /// The index of the range that holds the bucket.
  package var hit: Int?

  package enum Purpose: String, CaseIterable, Sendable {
    case slice, variant, holdout
  }
}

/// A half-open range of buckets.
package struct DrawRange: Sendable {
  /// The variant that owns it, for the purpose `variant`.
  package var variant: String?
  /// The part that enrols visitors.
  package var open: Range<Int>
  /// Its whole range, of which traffic opens a part from the start.
  package var full: Range<Int>
}

/// A condition with the value it read and its result.
package struct ConditionTrace: Sendable {
  /// `all`, `any`, `not`, the name of an audience, or a test such as `country is GB or IE`.
  package var condition: String
  /// The attribute of a test.
  package var attribute: String?
  /// The value that a test read; absent if there was none.
  package var saw: String?
  package var truth: Truth
  package var parts: [ConditionTrace]
}

package import PaywallCatalog
package import PaywallDecisions

/// The first cause that kept a visitor out of one experiment, in the order of a decision.
package struct WhyNot: Sendable {
  package var experiment: String
  package var placement: String
  package var cause: Cause

  package enum Cause: Sendable {
    /// No cause: the visitor sees this variant.
    case enrolled(variant: String, recorded: Bool)
    /// A preview token shows this variant.
    case forced(variant: String)
    /// It has ended, and its audience gets this variant.
    case won(variant: String)
    case unknownPlacement
    case notAtPlacement
    case stage(Stage, TimeWindow)
    /// The visitor keeps the variant of another experiment.
    case recordedElsewhere(EnrolledIn)
    /// Visitors of an earlier phase are not enrolled again.
    case earlierPhase
    case audience([FailedCondition])
    case noUnit, invalidUnit
    case noSeed
    case outsideSlice(Draw)
    case outsideTraffic(Draw)
    /// The draw of the holdout.
    case heldOut(Draw?)
    case ledgerUnavailable
    /// It would enrol the visitor, but this one came first.
    case behind(EnrolledIn?)
    /// The variant that was drawn has nothing to show at this placement.
    case silentVariant(String)
  }

  /// The code for programs.
  package var code: String {
    switch cause {
    case .enrolled: "enrolled"
    case .forced: "forced"
    case .won: "won"
    case .unknownPlacement: "unknownPlacement"
    case .notAtPlacement: "notAtPlacement"
    case .stage: "notInStage"
    case .recordedElsewhere: "recordedElsewhere"
    case .earlierPhase: "earlierPhase"
    case .audience: "notInAudience"
    case .noUnit: "noUnit"
    case .invalidUnit: "invalidUnit"
    case .noSeed: "noSeed"
    case .outsideSlice: "outsideSlice"
    case .outsideTraffic: "outsideTraffic"
    case .heldOut: "heldOut"
    case .ledgerUnavailable: "ledgerUnavailable"
    case .behind: "behindAnother"
    case .silentVariant: "silentVariant"
    }
  }
}

/// A test whose result kept the visitor out of the audience.
package struct FailedCondition: Hashable, Sendable {
  /// In a marketer's words: `country is GB or IE`.
  package var condition: String
  package var attribute: String?
  /// The value that it read; absent if there was none.
  package var saw: String?
  /// `unknown` if the value is missing or cannot be read, else `true` or `false`.
  package var truth: Truth
}

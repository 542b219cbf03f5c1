package import Catalog

/// What kept a visitor out of one experiment: the first thing that did, in the order in which a
/// decision asks.
package struct WhyNot: Hashable, Sendable {
  package var experiment: String
  package var placement: String
  package var cause: Cause

  package enum Cause: Hashable, Sendable {
    /// Nothing did: the visitor sees this variant.
    case enrolled(variant: String, recorded: Bool)
    /// A preview token shows this variant.
    case forced(variant: String)
    /// It has ended, and this variant is what its audience gets.
    case won(variant: String)
    case unknownPlacement
    case notAtPlacement
    case stage(Stage, TimeWindow)
    /// What another experiment has shown stays shown.
    case recordedElsewhere(EnrolledIn)
    /// Whoever was in an earlier phase is not enrolled again.
    case earlierPhase
    case audience([FailedCondition])
    case noUnit, invalidUnit
    case noSeed
    case outsideSlice(Draw)
    case outsideTraffic(Draw)
    /// The draw of the holdout.
    case heldOut(Draw?)
    case ledgerUnavailable
    /// It would take the visitor, but this one came first.
    case behind(EnrolledIn?)
    /// The variant that was drawn says nothing of this placement.
    case silentVariant(String)
  }

  /// The word for programs.
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

/// A test that did not come out as the audience asks.
package struct FailedCondition: Hashable, Sendable {
  /// In a marketer's words: `country is GB or IE`.
  package var condition: String
  package var attribute: String?
  /// The value that it saw; absent where there was none.
  package var saw: String?
  /// `unknown` where the value is missing or cannot be read, else `true` or `false`.
  package var truth: Truth
}

package import ExperimentResults
package import PaywallCatalog

/// The result for simulated visitors who all match the audience of one experiment. Their ids are
/// `sim-0000001` and so on: real visitors draw other buckets, in the same shares.
package struct Simulation: Hashable, Sendable {
  package var experiment: String
  /// Its real stage; it is simulated as if it were running.
  package var stage: Stage
  package var seed: String
  /// The experiment has no seed yet: `start` will write another one, which assigns other visitors.
  package var usesFallbackSeed: Bool
  package var visitors: Int
  package var layer: String?
  /// The slice of the layer.
  package var slice: Slice
  package var outsideSlice: Int
  package var outsideTraffic: Int
  /// Would have been enrolled.
  package var heldOut: Int
  /// In declared order.
  package var arms: [Arm]
  package var sampleRatio: SampleRatio
  /// Overlaps with every other experiment that is scheduled, running or paused, sorted by id.
  package var overlaps: [Overlap]
  /// The expected share of visitors in the audience who are enrolled, 0…1: from the widths of
  /// slice, traffic and holdout, not from this draw; while traffic grows, of all who arrive.
  package var enrolmentRate: Double
  /// The growth, if steps of its traffic are left.
  package var growth: Growth?

  package var enrolled: Int { arms.reduce(0) { $0 + $1.visitors } }

  /// A variant with the number of its visitors.
  package struct Arm: Hashable, Sendable {
    package var variant: String
    /// Buckets, of 10,000; while traffic grows, those of the last visitor.
    package var openWidth: Int
    package var visitors: Int
  }

  /// Another experiment that the enrolled visitors may be in as well.
  package struct Overlap: Hashable, Sendable {
    package var experiment: String
    package var stage: Stage
    /// Enrolled visitors who are also drawn by the other experiment. Audiences are not simulated:
    /// these are visitors who match both.
    package var shared: Int
    /// Why no visitor is ever in both.
    package var exclusion: Exclusion?
    /// Placements that both have.
    package var placements: [String]
  }

  package enum Exclusion: Hashable, Sendable {
    /// They own different parts of this layer.
    case layer(String)
    /// They share a placement but no layer: the configuration is valid only because no visitor
    /// matches both audiences.
    case audiences
  }
}

/// Why nothing can be simulated.
package enum SimulationRefusal: Error, Hashable, Sendable {
  case unknownExperiment(String)
  case invalidVisitors(Int)

  /// The problem and its remedy.
  package var text: String {
    switch self {
    case .unknownExperiment(let id):
      "there is no experiment '\(id)'; 'paywall experiment list' shows them"
    case .invalidVisitors(let count):
      "\(Figures.count(count)) visitors cannot be simulated; "
        + "ask for 1 to \(Figures.count(Simulation.mostVisitors))"
    }
  }
}

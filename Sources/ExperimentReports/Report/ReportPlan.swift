package import ExperimentResults
package import PaywallCatalog

/// The planned sample of a report: how many persons, how far it is, and what it said once it was mature.
package struct ReportPlan: Hashable, Sendable {
  package var progress: PlanProgress
  /// `nil` until it is mature.
  package var look: Look?
  /// All mature persons of full weeks, once those are more.
  package var later: Look?
  /// The smallest relative effect that the sample finds; 0.1 is 10 %.
  package var smallest = 0.0
  /// The cap on the money of a person in the sample; `nil` for a metric that is not money.
  package var cap: Int64?
  package var basis: Basis?
  /// When it was written to the ledger, since when it does not change; `nil` if it is not kept.
  package var madeAt: Timestamp?

  /// The data that the size was made from.
  package enum Basis: Hashable, Sendable {
    /// The first mature buyers of the control, among so many persons.
    case buyers(Int, of: Int)
    /// A share of persons who buy.
    case baseline(Double)
    /// The mature buyers of the control of an earlier phase at the placement, among so many persons.
    case past(experiment: String, phase: Int, buyers: Int, of: Int)
  }

  /// One look at fixed intervals.
  package struct Look: Hashable, Sendable {
    /// Full weeks from the first exposure, in days.
    package var days: Int
    /// Persons of all arms.
    package var persons: Int
    /// When the last of them was mature.
    package var on: Timestamp
    /// The variants but the control, in their order.
    package var comparisons: [NamedComparison]
  }
}

package import PaywallCatalog

/// The planned sample of a report: how many persons, how far it is, and what it said once it was mature.
package struct ReportPlan: Hashable, Sendable {
  package var progress: PlanProgress
  /// `nil` until it is mature.
  package var look: Look?
  /// All mature persons of full weeks, once those are more.
  package var later: Look?

  package init(progress: PlanProgress, look: Look? = nil, later: Look? = nil) {
    self.progress = progress
    self.look = look
    self.later = later
  }

  /// One look at fixed intervals.
  package struct Look: Hashable, Sendable {
    /// Full weeks from the first exposure, in days.
    package var days: Int
    /// Of all arms.
    package var persons: Int
    /// When the last of them was mature.
    package var on: Timestamp
    /// The variants but the control, in their order.
    package var comparisons: [NamedComparison]

    package init(days: Int, persons: Int, on: Timestamp, comparisons: [NamedComparison]) {
      self.days = days
      self.persons = persons
      self.on = on
      self.comparisons = comparisons
    }
  }
}

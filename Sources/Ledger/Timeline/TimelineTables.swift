package import PaywallCatalog

/// The rows of the timeline, and how an override replaces the terms of a phase.
package protocol TimelineTables {
  func timeline() throws -> Timeline
  /// Adds a release unless it is here; the first time stays.
  mutating func add(_ release: TimelineRelease) throws
  /// Adds an event of a release that is here.
  mutating func add(_ event: TimelineEvent) throws
  /// Replaces the terms of a phase that has some; when it was first enrolled stays.
  mutating func replaceTerms(of experiment: String, phase: Int, with terms: FrozenTerms) throws
}

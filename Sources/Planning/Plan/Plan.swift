package import Catalog

/// The changes between two configurations, their breaches of running experiments, and the affected
/// visitors.
package struct Plan: Hashable, Sendable {
  /// The moment at which stages and decisions are evaluated.
  package var at: Timestamp
  package var changes: [Change]
  package var breaches: [Breach]
  package var impact: Impact

  package init(at: Timestamp, changes: [Change], breaches: [Breach], impact: Impact) {
    self.at = at
    self.changes = changes
    self.breaches = breaches
    self.impact = impact
  }

  package init(from base: Snapshot, to head: Snapshot, population: Population, at now: Timestamp) {
    self.init(
      at: now, changes: Planning.changes(from: base, to: head),
      breaches: Planning.breaches(from: base, to: head, at: now),
      impact: Planning.impact(from: base, to: head, population: population, at: now))
  }

  /// Whether it has an error.
  package var isBreaking: Bool { breaches.contains { $0.severity == .error } }

  /// Whether nothing differs.
  package var isEmpty: Bool { changes.isEmpty }
}

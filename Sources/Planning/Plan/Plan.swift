package import PaywallCatalog

/// The changes between two configurations, their breaches of running experiments, and the affected
/// visitors.
package struct Plan: Hashable, Sendable {
  /// The moment at which stages and decisions are evaluated.
  package var at: Timestamp
  package var changes: [Change]
  package var breaches: [Breach]
  package var impact: Impact
  /// The impacts from later moments on, if other visitors are affected or in another way; in order.
  package var later: [Later] = []
  /// Moments of schedules after those of which it was found out who is affected; in order.
  package var uncompared: [Timestamp] = []

  /// The changes from a moment of a schedule on.
  package struct Later: Hashable, Sendable {
    package var at: Timestamp
    package var impact: Impact
  }
}

extension Plan {
  /// - Parameters:
  ///   - looksAhead: also at the moments at which schedules change something.
  ///   - progress: called from time to time with the number of compared visitors, and of all.
  package init(
    from base: Snapshot, to head: Snapshot, population: Population, at now: Timestamp,
    looksAhead: Bool = false, progress: (Int, Int) -> Void = { _, _ in }
  ) {
    let changes = Planning.changes(from: base, to: head)
    let all =
      looksAhead && !changes.isEmpty
      ? moments(from: base, to: head, for: population, after: now) : []
    let moments = all.prefix(Self.mostMoments)
    let size = population.members.count
    func impact(at moment: Timestamp, after earlier: Int) -> Impact {
      Planning.impact(from: base, to: head, population: population, at: moment) {
        progress(earlier * size + $0, (moments.count + 1) * size)
      }
    }
    self.init(
      at: now, changes: changes, breaches: Planning.breaches(from: base, to: head, at: now),
      impact: impact(at: now, after: 0), uncompared: Array(all.dropFirst(moments.count)))
    for (number, moment) in moments.enumerated() {
      let impact = impact(at: moment, after: number + 1)
      guard !impact.isSame(as: later.last?.impact ?? self.impact) else { continue }
      later.append(Later(at: moment, impact: impact))
    }
  }

  /// Each takes as long as the comparison of now.
  package static let mostMoments = 24

  /// Whether it has an error.
  package var isBreaking: Bool { breaches.contains { $0.severity == .error } }

  /// Whether nothing differs.
  package var isEmpty: Bool { changes.isEmpty }
}

extension Impact {
  /// Whether the same numbers of visitors are affected in the same ways.
  fileprivate func isSame(as other: Impact) -> Bool {
    affected == other.affected
      && placements.map(\.placement) == other.placements.map(\.placement)
      && zip(placements, other.placements).allSatisfy { left, right in
        left.effects.map(\.kind) == right.effects.map(\.kind)
          && left.effects.map(\.visitors) == right.effects.map(\.visitors)
      }
  }
}

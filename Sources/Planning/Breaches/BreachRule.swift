package import Catalog
import Decisions

/// A rule about changes that an experiment with visitors must not have, or not unnoticed.
struct BreachRule: Sendable {
  let find: @Sendable (ExperimentTransition) -> [Breach]

  init(_ find: @escaping @Sendable (ExperimentTransition) -> [Breach]) { self.find = find }

  static let all: [BreachRule] = [
    removal, phases, frozenTerms, resoldVariants, traffic, slice, schedule, starts,
    experimentAudience, placements, keptVariants,
  ]
}

/// The changes between two snapshots that would harm an experiment that has started by `now`:
/// errors and warnings. Sorted by file, then by place.
package func breaches(from base: Snapshot, to head: Snapshot, at now: Timestamp) -> [Breach] {
  let transitions = base.experiments.values.map {
    ExperimentTransition($0, from: base, to: head, at: now)
  }.filter { $0.stage != .draft }
  let found =
    transitions.flatMap { transition in BreachRule.all.flatMap { $0.find(transition) } }
    + holdoutBreaches(from: base, to: head, while: transitions)
    + audienceBreaches(from: base, to: head, used: transitions)
    + contentBreaches(transitions)
  return found.inOrder
}

extension [Breach] {
  /// Sorted by file and place, errors before warnings; without repetitions.
  var inOrder: [Breach] {
    let sorted = self.sorted { left, right in
      let keys = [left, right].map {
        [$0.file] + $0.keys + [$0.severity.rawValue, $0.code.rawValue, $0.message]
      }
      return keys[0].lexicographicallyPrecedes(keys[1]) {
        $0.utf8.lexicographicallyPrecedes($1.utf8)
      }
    }
    return sorted.enumerated().filter { $0 == 0 || sorted[$0 - 1] != $1 }.map(\.element)
  }
}

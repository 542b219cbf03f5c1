package import Catalog
import Decisions

/// One thing that may not happen, or not unseen, to an experiment that visitors know.
struct BreachRule: Sendable {
  let find: @Sendable (Succession) -> [Breach]

  init(_ find: @escaping @Sendable (Succession) -> [Breach]) { self.find = find }

  static let all: [BreachRule] = [
    removal, phases, frozenTerms, resoldVariants, traffic, slice, schedule, starts,
    experimentAudience, placements, keptVariants,
  ]
}

/// What of the change from one snapshot to another would harm an experiment that has started by
/// `now`: what is refused, and what somebody should know. By file, the first place first.
package func breaches(from base: Snapshot, to head: Snapshot, at now: Timestamp) -> [Breach] {
  let successions = base.experiments.values.map {
    Succession($0, from: base, to: head, at: now)
  }.filter { $0.stage != .draft }
  let found =
    successions.flatMap { succession in BreachRule.all.flatMap { $0.find(succession) } }
    + holdoutBreaches(from: base, to: head, while: successions)
    + audienceBreaches(from: base, to: head, used: successions)
    + contentBreaches(successions)
  return found.inOrder
}

extension [Breach] {
  /// By file and place, errors before warnings; without repetitions.
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

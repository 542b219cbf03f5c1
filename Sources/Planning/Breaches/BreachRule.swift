package import PaywallCatalog
import PaywallTextCoding
package import Serving

/// A rule about changes that an experiment with visitors must not have, or not unnoticed.
struct BreachRule: Sendable {
  let find: @Sendable (ExperimentTransition) -> [Breach]

  init(_ find: @escaping @Sendable (ExperimentTransition) -> [Breach]) { self.find = find }

  static let all: [BreachRule] = [
    removal, phases, frozenTerms, resoldVariants, traffic, slice, schedule, starts,
    experimentAudience, placements, keptVariants,
  ]
}

/// The share of traffic by which a phase last enrolled visitors, from a ledger's timeline; `nil` is
/// unknown, as from files alone, which do not say when a pause began.
package typealias EnrolledShare = (PhaseState) -> BasisPoints?

/// The changes between two snapshots that would harm an experiment that has started by `now`:
/// errors and warnings. Sorted by file, then by place.
package func breaches(
  from base: Snapshot, to head: Snapshot, at now: Timestamp,
  enrolled: @escaping EnrolledShare = { _ in nil }
) -> [Breach] {
  let touched = TouchedExperiments(base, head)
  return breaches(from: base, to: head, at: now, enrolled: enrolled) { touched.contains($0) }
}

/// - Parameter mayBreak: whether the change can break an experiment; others are not judged.
func breaches(
  from base: Snapshot, to head: Snapshot, at now: Timestamp,
  enrolled: @escaping EnrolledShare = { _ in nil }, where mayBreak: (Experiment) -> Bool
) -> [Breach] {
  let started = base.experiments.values.filter { $0.stage(at: now) != .draft }
  let live = started.filter { [.running, .paused].contains($0.stage(at: now)) }
  let transitions = started.filter(mayBreak).map {
    ExperimentTransition($0, from: base, to: head, at: now, enrolled: enrolled)
  }
  let found =
    transitions.flatMap(\.breaches)
    + holdoutBreaches(from: base.holdout, to: head, while: live.map(\.id))
    + audienceBreaches(from: base, to: head, used: transitions)
    + contentBreaches(transitions)
  return found.inOrder
}

/// The errors of a configuration for visitors whom the ledger has recorded: the same rules, from
/// what it kept of each of their phases. Sorted by file, then by place.
///
/// - Parameters:
///   - kept: phases with recorded visitors, with the terms that their first visitor was enrolled
///     under. Rules are silent about parts that are unknown.
///   - holdout: the one last served; `nil` is unknown.
package func breaches(
  ofKept kept: [PhaseState], holdout: KeptHoldout?, by head: Snapshot, at now: Timestamp,
  enrolled: @escaping EnrolledShare = { _ in nil }
) -> [Breach] {
  var found: [Breach] = []
  var live: [String] = []
  for (id, phases) in Dictionary(grouping: kept, by: \.experiment) {
    guard let latest = phases.max(by: { $0.phase < $1.phase }) else { continue }
    let transition = ExperimentTransition(latest, to: head, at: now, enrolled: enrolled)
    if transition.isLive { live.append(id) }
    found += transition.breaches
    guard let after = transition.after, let seed = after.seed else { continue }
    found += phases.filter {
      $0.phase < latest.phase && $0.phase < after.phase
        && $0.terms?[.seed]?.hasSameUTF8(as: seed) ?? false
    }.map { .seedOfEarlierPhase(id, seed: seed, earlier: $0.phase, is: after.phase) }
  }
  if let holdout { found += holdoutBreaches(from: holdout.value, to: head, while: live) }
  return found.filter { $0.severity == .error }.inOrder
}

/// The holdout of the release that was last in service; none is a value, too.
package struct KeptHoldout: Hashable, Sendable {
  package let value: Holdout?

  package init(_ value: Holdout?) { self.value = value }
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

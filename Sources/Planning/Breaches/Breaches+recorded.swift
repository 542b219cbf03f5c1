package import Catalog
import Decisions

/// What the ledger kept of each phase against a snapshot that is to be served: a frozen term that
/// differs, a phase that went back (told of the latest), a seed that an earlier phase had. What has
/// no file or is archived draws nobody and is passed over, and so is a draft of a phase that
/// nothing was kept of.
package func breaches(
  of recorded: [(experiment: String, phase: Int, terms: FrozenTerms)], in head: Snapshot
) -> [Breach] {
  let latest = Dictionary(recorded.map { ($0.experiment, $0.phase) }, uniquingKeysWith: max)
  return recorded.flatMap { id, phase, terms -> [Breach] in
    guard let experiment = head.experiments[id], experiment.status != .archived else { return [] }
    if experiment.phase < phase {
      guard phase == latest[id] else { return [] }
      return [.phaseWentBack(id, was: phase, is: experiment.phase)]
    }
    if experiment.phase > phase {
      guard let seed = experiment.seed, let old = terms[.seed], seed.isExactly(old) else {
        return []
      }
      return [.seedOfEarlierPhase(id, seed: seed, earlier: phase, is: experiment.phase)]
    }
    guard experiment.status != .draft, let now = experiment.frozenTerms(in: head) else {
      return [
        Breach(
          .runningRemoved, file: Place.experiment(id), keys: ["status"],
          "'\(id)' enrolled visitors in phase \(phase) and cannot go back to draft",
          help: "end it with `paywall experiment stop \(id) --after keep`, or begin again with "
            + "`paywall experiment restart \(id)`")
      ]
    }
    let isSold = experiment.status != .stopped || experiment.keepsAfterEnd
    let places = head.places(in: experiment)
    return now.differences(from: terms).flatMap { difference -> [Breach] in
      if case .paywall = difference.subject, !isSold { return [] }
      return difference.breaches(
        of: id, phase: phase, at: places(difference.subject))
    }
  }.inOrder
}

import PaywallCatalog
import Serving

/// The experiments that a change can touch: those that change themselves, and those whose layer,
/// audience, paywalls or offers do. Rules compare an experiment with itself, so that they find
/// nothing in any other.
struct TouchedExperiments {
  private let base: Snapshot
  private let head: Snapshot
  private let touchesAll: Bool
  private let paywalls: Set<String>

  init(_ base: Snapshot, _ head: Snapshot) {
    self.base = base
    self.head = head
    touchesAll = base.offers != head.offers || base.audiences != head.audiences
    paywalls = base.showable.union(head.showable).filter { base.shown($0) != head.shown($0) }
  }

  func contains(_ experiment: Experiment) -> Bool {
    // An override that allows nothing is reported while it stands, whatever changes.
    guard !touchesAll, experiment.override == nil,
      let after = head.experiments[experiment.id], after == experiment
    else { return true }
    if let layer = experiment.layer, base.layers[layer] != head.layers[layer] { return true }
    return !paywalls.isEmpty
      && experiment.variants.contains { variant in
        experiment.placements.contains { placement in
          guard case .paywall(let id)? = variant.show(at: placement) else { return false }
          return paywalls.contains(id)
        }
      }
  }
}

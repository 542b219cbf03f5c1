package import Catalog
package import Ledger

extension Snapshot {
  /// How this snapshot contradicts the terms that phases began with, as diagnostics of
  /// `paywall check`: it would redraw enrolled visitors, or offer them something else
  /// (DecisionRules.md § 7).
  ///
  /// Covers experiments that are enrolling, paused or yet to start. A draft, or one that has ended
  /// or is archived, enrols no visitor before another reload.
  package func contradictions(to kept: [PhaseTerms], at now: Timestamp) -> [String] {
    kept.sorted { ($0.experiment, $0.phase) < ($1.experiment, $1.phase) }.flatMap { kept in
      guard let experiment = experiments[kept.experiment],
        experiment.id.utf8.elementsEqual(kept.experiment.utf8),
        [.running, .paused, .scheduled].contains(experiment.stage(at: now))
      else { return [String]() }
      guard experiment.phase == kept.phase else { return experiment.reuse(of: kept) }
      let terms = experiment.frozenTerms(in: self) ?? FrozenTerms([])
      return terms.differences(from: kept.terms).map {
        $0.diagnostic(of: experiment.id, phase: kept.phase)
      }
    }
  }
}

extension Experiment {
  /// A phase that went back, or a new one that draws as an earlier one did.
  fileprivate func reuse(of kept: PhaseTerms) -> [String] {
    let what: String
    if phase < kept.phase {
      what = "'phase' was \(kept.phase) when its first visitor was enrolled, and is now \(phase)"
    } else if let seed, let old = kept.terms[.seed], seed.utf8.elementsEqual(old.utf8) {
      what = "'seed' of phase \(phase) is \(seed), which phase \(kept.phase) had"
    } else {
      return []
    }
    return [
      """
      Experiments/\(id).yaml: error: [phaseReused] \(what)
        help: “paywall experiment restart \(id)” opens a new phase with a seed of its own
      """
    ]
  }
}

extension FrozenTerms.Difference {
  fileprivate func diagnostic(of experiment: String, phase: Int) -> String {
    """
    Experiments/\(experiment).yaml: error: [frozenChanged] \(subject.words) of phase \(phase) was \
    \(was ?? "not set") when the first visitor was enrolled, and is now \(self.is ?? "not set")
      help: to begin anew, “paywall experiment restart \(experiment)” opens a new phase; or put the \
    old value back
    """
  }
}

extension FrozenTerms.Subject {
  fileprivate var words: String {
    switch self {
    case .seed: "'seed'"
    case .unit: "'unit'"
    case .layer: "'layer'"
    case .layerSeed: "the 'seed' of the layer"
    case .sliceStart: "the start of 'slice'"
    case .variants: "'variants'"
    case .paywall(let variant, let placement):
      "what the variant '\(variant)' sells at the placement '\(placement)'"
    }
  }
}

package import Catalog
import Decisions
package import Ledger

extension Snapshot {
  /// What of this snapshot contradicts the terms that phases began with, each a diagnostic as
  /// `paywall check` prints them: it would draw visitors again who were enrolled already, or offer
  /// them something else (decisions.md, "Frozen once running").
  ///
  /// Asked of experiments that enrol at this moment, are paused or are yet to start, in the phase
  /// that they are in. A draft, and what has ended or is archived, enrols nobody before another
  /// reload.
  package func contradictions(to kept: [PhaseTerms], at now: Timestamp) -> [String] {
    kept.sorted { ($0.experiment, $0.phase) < ($1.experiment, $1.phase) }.flatMap { kept in
      guard let experiment = experiments[kept.experiment],
        experiment.id.utf8.elementsEqual(kept.experiment.utf8), experiment.phase == kept.phase,
        [.running, .paused, .scheduled].contains(experiment.stage(at: now))
      else { return [String]() }
      let terms = experiment.frozenTerms(in: self) ?? FrozenTerms([])
      return terms.differences(from: kept.terms).map {
        $0.diagnostic(of: experiment.id, phase: kept.phase)
      }
    }
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

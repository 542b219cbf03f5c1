package import PaywallCatalog
import PaywallTextCoding
package import Serving

/// A phase of an experiment, in one environment.
package struct PhaseKey: Hashable, Sendable {
  package var experiment: String
  package var phase: Int
  package var environment: AppStoreEnvironment

  package init(_ experiment: String, _ phase: Int, in environment: AppStoreEnvironment) {
    self.experiment = experiment
    self.phase = phase
    self.environment = environment
  }
}

/// The terms that a phase began with.
package struct PhaseTerms: Hashable, Sendable {
  package var experiment: String
  package var phase: Int
  package var terms: FrozenTerms
  /// When the first visitor was enrolled.
  package var frozenAt: Timestamp

  package init(experiment: String, phase: Int, terms: FrozenTerms, frozenAt: Timestamp) {
    self.experiment = experiment
    self.phase = phase
    self.terms = terms
    self.frozenAt = frozenAt
  }
}

extension PhaseTerms: Comparable {
  /// Sorts by experiment, then by phase.
  package static func < (left: PhaseTerms, right: PhaseTerms) -> Bool {
    (UTF8Key(left.experiment), left.phase) < (UTF8Key(right.experiment), right.phase)
  }
}

extension FrozenTerms {
  package init(cell row: some LedgerRow, _ column: Int) throws {
    guard let terms = FrozenTerms(text: try row.plain(column)) else {
      throw UnreadableRow("terms of a phase that are no terms")
    }
    self = terms
  }
}

import Catalog
import Decisions
import Ledger
import Synchronization
import TextCoding

/// The phase before the configuration's of each experiment, as the ledger keeps it, for exposures
/// that arrive after a restart of the experiment. Updated when the ledger's timeline is read.
final class EarlierPhases: Sendable {
  private let phases = Mutex<[PhaseName: EarlierPhase]>([:])

  func update(_ kept: KeptPhases) {
    let states = kept.states
    var found: [PhaseName: EarlierPhase] = [:]
    for state in states {
      let next = kept.timeline.began(state.experiment, phase: state.phase + 1)
      found[PhaseName(state)] = EarlierPhase(state, followedAt: next)
    }
    phases.withLock { $0 = found }
  }

  subscript(experiment: String, phase: Int) -> EarlierPhase? {
    phases.withLock { $0[PhaseName(experiment, phase)] }
  }
}

import Ledger
import Serving
import Synchronization

/// The phase before the configuration's of each experiment, and the history of the service, as the
/// ledger keeps them, for exposures that arrive late. Updated when the ledger's timeline is read.
final class EarlierPhases: Sendable {
  private struct State {
    var phases: [PhaseName: EarlierPhase] = [:]
    var history = ServedHistory()
  }

  private let state = Mutex(State())

  func update(_ kept: KeptPhases) {
    let states = kept.states
    var found: [PhaseName: EarlierPhase] = [:]
    for state in states {
      let next = kept.timeline.began(state.experiment, phase: state.phase + 1)
      found[PhaseName(state)] = EarlierPhase(state, followedAt: next)
    }
    let state = State(phases: found, history: ServedHistory(kept.timeline))
    self.state.withLock { $0 = state }
  }

  var history: ServedHistory { state.withLock { $0.history } }

  subscript(experiment: String, phase: Int) -> EarlierPhase? {
    state.withLock { $0.phases[PhaseName(experiment, phase)] }
  }
}

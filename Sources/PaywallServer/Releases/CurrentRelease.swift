package import PaywallAPI
import Synchronization

/// The release that requests are answered from. A request reads it once; a reload swaps it whole.
package final class CurrentRelease: Sendable {
  private let state: Mutex<State>

  private struct State: Sendable {
    var release: PreparedRelease
    var condition: ReleaseCondition
  }

  package init(_ release: PreparedRelease, _ condition: ReleaseCondition = .current) {
    state = Mutex(State(release: release, condition: condition))
  }

  package var value: PreparedRelease { state.withLock { $0.release } }
  package var condition: ReleaseCondition { state.withLock { $0.condition } }

  package func accept(_ release: PreparedRelease) {
    state.withLock { $0 = State(release: release, condition: .current) }
  }

  /// Serves the same release with other keys. Nothing else changes.
  func take(_ release: PreparedRelease) { state.withLock { $0.release = release } }

  /// Serves an earlier release again, because the current one is faulty.
  package func goBack(to release: PreparedRelease, _ condition: ReleaseCondition) {
    state.withLock { $0 = State(release: release, condition: condition) }
  }

  /// Keeps the release, and records why no newer one is served.
  package func refuse(_ diagnostics: [String]) {
    state.withLock { state in
      switch state.condition {
      case .servingCopy: state.condition = .servingCopy(diagnostics)
      case .contradictsLedger: state.condition = .contradictsLedger(diagnostics)
      case .current, .reloadFailed: state.condition = .reloadFailed(diagnostics)
      }
    }
  }
}

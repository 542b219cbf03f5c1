import Catalog
import Synchronization

/// The release that requests are answered from. A request reads it once; a reload swaps it whole.
package final class CurrentRelease: Sendable {
  private let state: Mutex<State>

  private struct State: Sendable {
    var release: PreparedRelease
    var condition: Condition
  }

  /// How the release came to be served.
  package enum Condition: Hashable, Sendable {
    /// It is what the folder says.
    case current
    /// The folder has had mistakes since; this was the last without.
    case reloadFailed([String])
    /// The folder had mistakes when the server started; this is the copy of an earlier release.
    case servingCopy([String])
    /// It turned out to contradict those who are enrolled, and nothing earlier is there.
    case contradictsLedger([String])

    /// What can be wrong with it.
    static let troubles: [Condition] = [
      .reloadFailed([]), .servingCopy([]), .contradictsLedger([]),
    ]

    /// The diagnostics that stand between the folder and being served.
    package var diagnostics: [String] {
      switch self {
      case .current: []
      case .reloadFailed(let diagnostics), .servingCopy(let diagnostics),
        .contradictsLedger(let diagnostics):
        diagnostics
      }
    }
  }

  package init(_ release: PreparedRelease, _ condition: Condition = .current) {
    state = Mutex(State(release: release, condition: condition))
  }

  package var value: PreparedRelease { state.withLock { $0.release } }
  package var condition: Condition { state.withLock { $0.condition } }

  package func accept(_ release: PreparedRelease) {
    state.withLock { $0 = State(release: release, condition: .current) }
  }

  /// Serves the same release with other keys; nothing else about it changes.
  func take(_ release: PreparedRelease) { state.withLock { $0.release = release } }

  /// Serves an earlier release again, because of what is wrong with the one that is served.
  package func goBack(to release: PreparedRelease, _ condition: Condition) {
    state.withLock { $0 = State(release: release, condition: condition) }
  }

  /// Keeps the release, and remembers why nothing newer is served.
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

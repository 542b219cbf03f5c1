package import PaywallAPI
package import PaywallCatalog
import Synchronization

/// Compares this machine's clock with Apple's: a verified text that was signed later than now shows
/// that the clock is behind. Schedules and the ends of offers hang on it.
package final class ClockWatch: Sendable {
  /// In milliseconds.
  private let newest = Atomic<Int64>(.min)

  /// A clock that is less behind is no reason, in milliseconds: texts travel, and clocks differ.
  package static let tolerance: Int64 = 60_000

  package init() {}

  /// - Parameter signed: when Apple signed a text whose signature was verified.
  package func saw(signed: Timestamp) {
    newest.max(signed.milliseconds, ordering: .relaxed)
  }

  package func reasons(at now: Timestamp) -> [ReadinessReason] {
    let newest = newest.load(ordering: .relaxed)
    guard newest > now.adding(milliseconds: Self.tolerance).milliseconds else { return [] }
    let seconds = (newest - now.milliseconds) / 1000
    return .only(
      "clockIsBehind",
      "the clock of this machine is at least \(seconds) s behind: Apple has signed texts later than its now; let NTP set it",
      .degrading)
  }
}

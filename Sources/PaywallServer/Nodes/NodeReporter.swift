package import Ledger
import Logging
package import PaywallAPI
import PaywallCatalog
import Synchronization

/// Reports this server to the ledger, and reads the reports of the others that share it.
package final class NodeReporter: Sendable {
  private struct State {
    var nodes: [ServerNode] = []
    var readAt: ContinuousClock.Instant?
    /// The moment since when other servers have served another release.
    var differsSince: ContinuousClock.Instant?
    /// The secrets that were logged as different.
    var said: Set<NodeDifference> = []
  }

  private let ledger: any NodeLedger
  private let report: @Sendable () -> NodeReport
  private let clock: @Sendable () -> Timestamp
  private let failures: LedgerFailureLog
  private let logger: Logger
  private let state = Mutex(State())
  /// The id of its state folder.
  package let id: String
  package let version: String

  /// - Parameters:
  ///   - report: makes the server's present report.
  ///   - clock: the clock by which it grants and records.
  init(
    _ ledger: any NodeLedger, report: @escaping @Sendable () -> NodeReport,
    clock: @escaping @Sendable () -> Timestamp, failures: LedgerFailureLog, logger: Logger
  ) {
    self.ledger = ledger
    self.report = report
    self.clock = clock
    self.failures = failures
    self.logger = logger
    let first = report()
    (id, version) = (first.id, first.version)
  }

  /// Writes this server's row; logs which secrets other servers have otherwise, once each.
  package func announce() async {
    let nodes: [ServerNode]
    do throws(LedgerFailure) {
      nodes = try await ledger.announce(report(), clock: clock)
    } catch {
      return failures.note(error)
    }
    let different = nodes.filter { !$0.isSilent }.differentSecrets
    let new = state.withLock { state in
      defer { state.said = Set(different) }
      take(nodes, &state)
      return different.filter { !state.said.contains($0) }
    }
    for difference in new {
      logger.warning(
        "servers of one ledger have different secrets",
        metadata: ["found": "\(difference.sentence)", "this": "\(report().name)"])
    }
  }

  private func take(_ nodes: [ServerNode], _ state: inout State) {
    let (now, release) = (ContinuousClock.now, report().release)
    state.nodes = nodes
    state.readAt = now
    let differs = nodes.contains { !$0.isSilent && $0.id != id && $0.release != release }
    state.differsSince = differs ? state.differsSince ?? now : nil
  }

  /// True if other servers serve another release, and have not done so for long: a server whose
  /// folder stays behind is no reason to put anything off for ever.
  package func isRolling() async -> Bool {
    let isKnown = state.withLock { $0.readAt.map { .now - $0 < Self.freshness } ?? false }
    if !isKnown {
      await failures.noting { () async throws(LedgerFailure) in
        let nodes = try await ledger.nodes()
        state.withLock { take(nodes, &$0) }
      }
    }
    return state.withLock { $0.differsSince.map { .now - $0 < Self.longestRollout } ?? false }
  }

  /// The longest age of a reading of the others: a release is announced right after it is taken up.
  private static let freshness = Duration.milliseconds(100)
  private static let longestRollout = Duration.seconds(15 * 60)

  /// Another server may end, and be the last one that is heard.
  package func withdraw() async {
    await failures.noting { () async throws(LedgerFailure) in try await ledger.withdraw(id) }
  }

  /// This server, as the database knew it last; `nil` before that.
  package var own: ServerNode? { state.withLock { $0.nodes.first { $0.id == id } } }

  /// For `/health/ready`.
  package var standing: NodeStanding {
    NodeStanding(id: id, version: version, clock: own?.clock, lag: ledger.changeLag)
  }

  package var reasons: [ReadinessReason] {
    let standing = standing
    var reasons: [ReadinessReason] = []
    if let clock = standing.clock, clock.magnitude > UInt64(ServerNode.clockTolerance) {
      reasons.append(
        ReadinessReason(
          "nodeClockIsOff",
          "the clock of this machine is \(clock.magnitude) ms \(clock < 0 ? "behind" : "ahead of") the database's: days of limits, schedules and leases of jobs depend on it",
          .degrading))
    }
    if let lag = standing.lag, lag > ServerNode.longestLag {
      reasons.append(
        ReadinessReason(
          "nodeLags",
          "the changes of other servers were read \(lag / 1000) s ago; recorded assignments are read from the database until they come again",
          .degrading))
    }
    let different = state.withLock { $0.nodes }.filter { !$0.isSilent }.differentSecrets
    if !different.isEmpty {
      reasons.append(
        ReadinessReason(
          "nodeSecretsDiffer", different.map(\.sentence).joined(separator: " "), .note))
    }
    return reasons
  }
}

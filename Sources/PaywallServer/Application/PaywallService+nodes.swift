import Foundation
import HTTPService
import Ledger
import Logging
import PaywallCatalog

extension PaywallService {
  /// - Parameter ledger: one that several servers share, who know each other's cookies.
  static func sessions(_ state: StateDirectory, sharing ledger: MeasuredLedger?) -> ResultsSessions
  {
    guard let ledger else { return ResultsSessions() }
    return ResultsSessions(shared: (try? state.previewSecret()) ?? nil, in: ledger)
  }

  /// Returns the reporter of this server to a shared ledger; `nil` for a ledger of one server.
  static func nodes(
    _ settings: Settings, in ledger: any Ledger, _ state: StateDirectory,
    _ secrets: SharedSecrets, _ current: CurrentRelease, _ failures: LedgerFailureLog,
    _ logger: Logger, now: @escaping @Sendable () -> Timestamp
  ) -> NodeReporter? {
    guard settings.ledgerAddress != nil, let ledger = ledger as? any NodeLedger else { return nil }
    // A simulated App Store has a clock of its own.
    let clock = settings.appStore == nil ? now : SystemClock.now
    let id = state.nodeId()
    let name = "\(ProcessInfo.processInfo.hostName):\(settings.port)"
    let version = settings.version
    let startedAt = clock()
    return NodeReporter(
      ledger,
      report: {
        NodeReport(
          id: id, name: name, version: version, release: current.value.release,
          startedAt: startedAt, secrets: secrets.now)
      }, clock: clock, failures: failures, logger: logger)
  }
}

import HTTPDocuments
import HTTPTransport
import Ledger
import Logging
import PaywallAPI

/// Counts and logs that the ledger is unavailable, at most one line a second.
package final class LedgerFailureLog: Sendable {
  private let metrics: ServerMetrics
  private let logger: Logger
  private let throttle = LogThrottle()

  init(metrics: ServerMetrics, logger: Logger) {
    self.metrics = metrics
    self.logger = logger
  }

  /// Other failures are the caller's mistakes, and are neither counted nor logged.
  func note(_ failure: LedgerFailure) {
    guard case .unavailable(let reason) = failure else { return }
    metrics.ledgerFailed()
    guard throttle.isDue() else { return }
    logger.error("ledger unavailable", metadata: ["reason": "\(reason)"])
  }

  /// Notes the failure, and returns the caller's problem.
  func problem(_ failure: LedgerFailure) -> Problem {
    note(failure)
    return Problem(failure)
  }
}

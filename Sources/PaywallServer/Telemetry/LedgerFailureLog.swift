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

  /// Returns the result of a call of the ledger.
  ///
  /// - Throws: the caller's problem, once the failure is noted.
  func asking<Output>(
    _ call: () async throws(LedgerFailure) -> Output
  ) async throws(Problem) -> Output {
    do throws(LedgerFailure) {
      return try await call()
    } catch {
      throw problem(error)
    }
  }

  /// Makes a call of the ledger that is not waited for: its failure is only noted.
  func noting(_ call: () async throws(LedgerFailure) -> Void) async {
    do throws(LedgerFailure) {
      try await call()
    } catch {
      note(error)
    }
  }
}

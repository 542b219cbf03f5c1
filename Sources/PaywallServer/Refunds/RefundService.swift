import Ledger
import ServiceLifecycle

/// Looks for requests for refunds every few seconds: one indexed read while none is due.
package struct RefundService: Service {
  private let answering: RefundAnswering
  private let failures: LedgerFailureLog
  private let interval: Duration

  package init(
    _ answering: RefundAnswering, _ failures: LedgerFailureLog,
    every interval: Duration = .seconds(5)
  ) {
    self.answering = answering
    self.failures = failures
    self.interval = interval
  }

  package func run() async throws {
    await cancelWhenGracefulShutdown {
      // The sleep is the interval between two looks; a stop ends it at once.
      repeat {
        do throws(LedgerFailure) {
          try await answering.answerDue()
        } catch {
          failures.note(error)
        }
      } while (try? await Task.sleep(for: interval)) != nil
    }
  }
}

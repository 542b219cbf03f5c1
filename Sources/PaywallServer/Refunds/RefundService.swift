import Ledger
import ServiceLifecycle

/// Looks for requests for refunds when one arrives, and every few seconds for those that another
/// server got or that were put off: one indexed read while none is due.
package struct RefundService: Service {
  private let answering: RefundAnswering
  private let bell: RefundBell
  private let failures: LedgerFailureLog
  private let interval: Duration

  package init(
    _ answering: RefundAnswering, _ bell: RefundBell, _ failures: LedgerFailureLog,
    every interval: Duration = .seconds(1)
  ) {
    self.answering = answering
    self.bell = bell
    self.failures = failures
    self.interval = interval
  }

  package func run() async throws {
    await cancelWhenGracefulShutdown {
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          // The sleep is the interval between two looks; a stop ends it at once.
          repeat { bell.ring() } while (try? await Task.sleep(for: interval)) != nil
        }
        group.addTask {
          for await _ in bell.rings {
            await failures.noting { () async throws(LedgerFailure) in
              try await answering.answerDue()
            }
          }
        }
      }
    }
  }
}

import Ledger
import Synchronization

/// Whether the ledger is usable, checked at most once a second for all callers: readiness needs no
/// key, and each check takes a turn of the ledger's writer.
final class LedgerProbe: Sendable {
  private let last = Mutex<(at: ContinuousClock.Instant, trouble: LedgerFailure?)?>(nil)

  func trouble(of ledger: any Ledger) async -> LedgerFailure? {
    let now = ContinuousClock.now
    if let last = last.withLock({ $0 }), now - last.at < .seconds(1) { return last.trouble }
    let trouble = await Self.ask(ledger)
    last.withLock { $0 = (now, trouble) }
    return trouble
  }

  private static func ask(_ ledger: any Ledger) async -> LedgerFailure? {
    do throws(LedgerFailure) {
      try await ledger.check()
      return nil
    } catch {
      return error
    }
  }
}

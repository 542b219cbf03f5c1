import Ledger
import PaywallCatalog
import Synchronization

/// A value read from the ledger, kept for ten seconds: readiness and metrics are requested without
/// a key, and cost the ledger no more however often that is.
final class KeptReading<Value: Sendable>: Sendable {
  private let read: @Sendable (_ now: Timestamp) async throws(LedgerFailure) -> Value
  private let last = Mutex<(at: Timestamp, value: Value)?>(nil)

  init(_ read: @escaping @Sendable (_ now: Timestamp) async throws(LedgerFailure) -> Value) {
    self.read = read
  }

  /// `nil` without the ledger, which readiness reports itself.
  func value(at now: Timestamp) async -> Value? {
    // A value of the future was read before a clock went back.
    if let last = last.withLock({ $0 }), last.at <= now,
      now.milliseconds - last.at.milliseconds < longestAge
    {
      return last.value
    }
    do throws(LedgerFailure) {
      let value = try await read(now)
      last.withLock { $0 = (now, value) }
      return value
    } catch {
      return nil
    }
  }
}

/// The oldest reading that is reported, in milliseconds.
private let longestAge: Int64 = 10_000

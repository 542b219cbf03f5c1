import AppStore
import AppStoreFixtures
import Foundation
import Ledger
import LedgerStorage
import PaywallCatalog
import Subscribers
import Synchronization

/// The number of calls a second that a ledger takes, with texts that are verified already.
struct LedgerRates: Sendable {
  let ledger: any Ledger
  let signer: StoreSigner
  let verifier: Verifier
  /// New customers, one notification each.
  let customers: Range<Int>
  let seconds: Double
  /// The number of calls at once, as requests of a server.
  static let callers = 128

  func run() async throws {
    let now = Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
    let notifications = try customers.map { number in
      try verifier.notification(MadeCustomer(number).notification(by: signer), at: now).get()
    }
    // The statements of each connection are prepared by then.
    let warm = min(400, notifications.count / 4)
    _ = try await rate(0..<warm, for: .infinity) { number in
      _ = try await ledger.append(notifications[number], at: now)
      _ = try await ledger.histories(of: name(number), in: .production)
    }
    let ingested = try await rate(warm..<notifications.count, for: seconds) { number in
      _ = try await ledger.append(notifications[number], at: now)
    }
    print("ledger-ingest", Int(ingested.perSecond), "per-second")
    let stored = warm + ingested.count
    let read = try await rate(0..<1_000_000, for: seconds) { number in
      let found = try await ledger.histories(of: name(number % stored), in: .production)
      guard found.count == 1 else { throw LedgerFailure.unavailable("a history is missing") }
    }
    print("ledger-history", Int(read.perSecond), "per-second")
    let offer = Offer(
      key: "loyalty", id: "loyalty", kind: .promotional, products: [MadeCustomer.product])
    let granted = try await rate(0..<stored, for: seconds) { number in
      let outcomes = try await ledger.grant(
        [
          GrantRequest(
            environment: .production, customer: CustomerIdentity(appTransactionId: id(number)),
            evidence: nil, trusted: nil, offer: offer, product: MadeCustomer.product,
            release: "r1", assignment: nil, origin: nil,
            attempt: GrantRequest.Attempt(
              nonce: UUID().uuidString.lowercased(), keyId: "KEY", caller: .client,
              moment: .atPurchase))
        ], at: now)
      guard case .granted = outcomes[0] else { throw LedgerFailure.unavailable("\(outcomes)") }
    }
    print("ledger-grant", Int(granted.perSecond), "per-second")
  }

  private func id(_ number: Int) -> String {
    MadeCustomer(customers.lowerBound + number).appTransactionId
  }

  private func name(_ number: Int) -> CustomerName { .appTransactionId(id(number)) }

  private func rate(
    _ numbers: Range<Int>, for seconds: Double,
    _ call: @escaping @Sendable @concurrent (Int) async throws -> Void
  ) async throws -> (perSecond: Double, count: Int) {
    let next = Counter(numbers.lowerBound)
    let started = ContinuousClock.now
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<Self.callers {
        group.addTask {
          while (ContinuousClock.now - started) / .seconds(1) < seconds {
            let number = next.take()
            guard number < numbers.upperBound else { return }
            try await call(number)
          }
        }
      }
      try await group.waitForAll()
    }
    let count = min(next.value, numbers.upperBound) - numbers.lowerBound
    return (Double(count) / ((ContinuousClock.now - started) / .seconds(1)), count)
  }
}

private final class Counter: Sendable {
  private let number: Atomic<Int>

  init(_ number: Int) { self.number = Atomic(number) }

  var value: Int { number.load(ordering: .relaxed) }

  func take() -> Int { number.add(1, ordering: .relaxed).oldValue }
}

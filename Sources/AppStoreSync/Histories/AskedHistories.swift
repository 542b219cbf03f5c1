package import Ledger
package import PaywallCatalog
import PaywallTextCoding
import Synchronization

/// Customers whose answer was `historyIncomplete`, to be fetched in the background: each once for
/// its newest fact, and at most as many as fit in the queue. Their calls get a tenth of the budget,
/// so requests of apps cannot use up what is left.
package final class AskedHistories: Sendable {
  package struct Customer: Hashable, Sendable {
    package var environment: AppStoreEnvironment
    /// A transaction id or an app transaction id.
    package var id: String
    /// The moment when the newest known fact was signed.
    package var newestFact: Timestamp?

    package init(environment: AppStoreEnvironment, id: String, newestFact: Timestamp?) {
      self.environment = environment
      self.id = id
      self.newestFact = newestFact
    }
  }

  package enum Outcome: String, CaseIterable, Sendable { case queued, asked, full }

  private struct Key: Hashable {
    var environment: AppStoreEnvironment
    var id: UTF8Key
  }

  private struct State {
    /// The newest fact for which each customer was asked; the older half is forgotten when it is
    /// full.
    var asked: [Key: Timestamp] = [:]
    var earlier: [Key: Timestamp] = [:]
    var waiting = 0
  }

  private let state = Mutex(State())
  private let capacity: Int
  private let memory: Int
  private let continuation: AsyncStream<Customer>.Continuation
  private let stream: AsyncStream<Customer>

  /// Pages of one customer in one turn: 1,000 transactions. The rest is left to reconciling.
  static let pages = 50

  package init(capacity: Int = 1_000, memory: Int = 20_000) {
    self.capacity = capacity
    self.memory = memory
    (stream, continuation) = AsyncStream.makeStream(of: Customer.self)
  }

  /// Queues a customer. Never waits.
  @discardableResult
  package func ask(_ customer: Customer) -> Outcome {
    let key = Key(environment: customer.environment, id: UTF8Key(customer.id))
    let newest = customer.newestFact ?? Timestamp(milliseconds: .min)
    let outcome = state.withLock { state -> Outcome in
      if let asked = state.asked[key] ?? state.earlier[key], newest <= asked { return .asked }
      guard state.waiting < capacity else { return .full }
      if state.asked.count >= memory / 2 {
        state.earlier = state.asked
        state.asked = [:]
      }
      state.asked[key] = newest
      state.waiting += 1
      return .queued
    }
    if outcome == .queued { continuation.yield(customer) }
    return outcome
  }

  package var waiting: Int { state.withLock { $0.waiting } }

  /// Fetches what is asked for, one after another, until the task is cancelled.
  package func run(
    _ reader: HistoryReader, _ ledger: any Ledger, now: @Sendable () -> Timestamp,
    note: @Sendable (SyncEvent) -> Void
  ) async {
    for await customer in stream {
      state.withLock { $0.waiting -= 1 }
      do throws(LedgerFailure) {
        let reading = try await reader.read(
          customer.id, in: customer.environment, cause: .background, pages: Self.pages)
        // The rest, and histories that the App Store did not answer now, are left to reconciling.
        if reading.end == .toBeContinued || reading.failure?.isLater == true {
          try await ledger.want(customer.id, in: customer.environment, from: now())
        }
        note(.read(reading, for: .asked))
      } catch {
        note(.ledgerFailed("asked", error))
      }
    }
  }
}

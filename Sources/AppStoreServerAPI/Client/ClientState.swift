import AppStore
import PaywallCatalog
import Synchronization

/// The state that the copies of a client share.
final class ClientState: Sendable {
  let settings: AppStoreAPISettings
  let transport: AppStoreTransport
  let verifier: @Sendable () -> Verifier
  let now: @Sendable () -> Timestamp
  let storeTime: @Sendable () -> Timestamp
  let sleep: @Sendable (Duration) async throws -> Void
  let spread: @Sendable () -> Double
  let tokens: TokenCache
  let queues: CallQueues
  /// The moments until which Apple does not want to be called.
  private let pauses = Mutex<[CallQueues.Key: Timestamp]>([:])
  private let circuits = Mutex<[AppStoreEnvironment: CircuitBreaker]>([:])

  init(
    _ settings: AppStoreAPISettings, transport: AppStoreTransport, storage: BudgetStorage,
    verifier: @escaping @Sendable () -> Verifier, now: @escaping @Sendable () -> Timestamp,
    storeTime: @escaping @Sendable () -> Timestamp,
    sleep: @escaping @Sendable (Duration) async throws -> Void,
    spread: @escaping @Sendable () -> Double
  ) {
    self.settings = settings
    self.transport = transport
    self.verifier = verifier
    self.now = now
    self.storeTime = storeTime
    self.sleep = sleep
    self.spread = spread
    tokens = TokenCache(settings.key)
    queues = CallQueues(settings.budgets, storage: storage, now: now, sleep: sleep)
  }

  /// Makes no calls until the moment that Apple asked for, and never waits longer than an hour,
  /// which limits are for.
  func pause(_ key: CallQueues.Key, until moment: Timestamp) {
    queues.pause(key, until: moment)
    pauses.withLock { $0[key] = min(moment, now().adding(milliseconds: 3_600_000)) }
  }

  /// The end of a pause that is longer than a call waits; `nil` without one.
  func pause(_ key: CallQueues.Key, longerThan patience: Int64) -> Timestamp? {
    pauses.withLock { $0[key] }.flatMap { $0 > now().adding(milliseconds: patience) ? $0 : nil }
  }

  func wait(in environment: AppStoreEnvironment) -> (until: Timestamp, CircuitBreaker.Failure)? {
    circuits.withLock { $0[environment, default: CircuitBreaker()].wait(at: now()) }
  }

  func succeed(in environment: AppStoreEnvironment) {
    circuits.withLock { $0[environment, default: CircuitBreaker()].succeed() }
  }

  func fail(_ failure: CircuitBreaker.Failure, in environment: AppStoreEnvironment) {
    circuits.withLock { $0[environment, default: CircuitBreaker()].fail(failure, at: now()) }
  }

  var health: [ClientHealth] {
    circuits.withLock { circuits in
      [AppStoreEnvironment.production, .sandbox].compactMap { environment in
        guard settings.addresses[environment] != nil else { return nil }
        let condition: ClientHealth.Condition =
          switch circuits[environment]?.open {
          case nil: .answering
          case (let until, .silent)?: .silent(until: until)
          case (let until, .unauthorized)?: .unauthorized(until: until)
          }
        return ClientHealth(environment: environment, condition: condition)
      }
    }
  }
}

import AppStore
import PaywallCatalog
import Synchronization

/// What the copies of a client share.
final class ClientState: Sendable {
  let settings: AppStoreAPISettings
  let transport: AppStoreTransport
  let verifier: @Sendable () -> Verifier
  let now: @Sendable () -> Timestamp
  let storeTime: @Sendable () -> Timestamp
  let sleep: @Sendable (Duration) async throws -> Void
  let tokens: TokenCache
  let queues: CallQueues
  private let circuits = Mutex<[AppStoreEnvironment: CircuitBreaker]>([:])

  init(
    _ settings: AppStoreAPISettings, transport: AppStoreTransport, storage: BudgetStorage,
    verifier: @escaping @Sendable () -> Verifier, now: @escaping @Sendable () -> Timestamp,
    storeTime: @escaping @Sendable () -> Timestamp,
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.settings = settings
    self.transport = transport
    self.verifier = verifier
    self.now = now
    self.storeTime = storeTime
    self.sleep = sleep
    tokens = TokenCache(settings.key)
    queues = CallQueues(settings.budgets, storage: storage, now: now, sleep: sleep)
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

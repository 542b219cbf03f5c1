package import AppStore
package import OfferSigning
package import PaywallCatalog

/// Asks Apple's App Store Server API, and returns verified facts only.
///
/// Calls wait for their endpoint's hourly budget. An `environment` of `nil` asks production first,
/// and the sandbox if production does not know the transaction.
package struct AppStoreClient: Sendable {
  /// The state that all copies of one client share.
  let state: ClientState

  /// - Parameters:
  ///   - verifier: that of the app that is served; it names the bundle id and the environments.
  ///   - storage: remembers the use of the budget over restarts.
  ///   - now: real time, by which Apple judges tokens and limits.
  ///   - storeTime: the clock by which signed dates are judged; a local App Store has its own.
  ///   - sleep: waits for a duration.
  ///   - spread: the factor of the pause before a repetition.
  package init(
    _ settings: AppStoreAPISettings, transport: AppStoreTransport,
    storage: BudgetStorage = .none,
    verifier: @escaping @Sendable () -> Verifier,
    now: @escaping @Sendable () -> Timestamp,
    storeTime: (@Sendable () -> Timestamp)? = nil,
    // A pause before Apple is asked again; tests pass a clock of their own.
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
    // Spreads the repetitions of clients that failed together; tests pass a number of their own.
    spread: @escaping @Sendable () -> Double = { .random(in: 0.5...1.5) }
  ) {
    state = ClientState(
      settings, transport: transport, storage: storage, verifier: verifier, now: now,
      storeTime: storeTime ?? now, sleep: sleep, spread: spread)
  }

  /// The environments that it can ask: those of the app that have an address, production first.
  package var environments: [AppStoreEnvironment] {
    let served = state.verifier().identity.environments
    return [.production, .sandbox].filter {
      served.contains($0) && state.settings.addresses[$0] != nil
    }
  }

  /// The clock by which signed dates are judged: that of a local App Store is its world's.
  package var storeTime: Timestamp { state.storeTime() }

  /// The health of each environment.
  package var health: [ClientHealth] { state.health }
}

extension AppStoreClient {
  /// True if the use of the budget could not be kept, so that a restart forgets it.
  package var isForgetful: Bool { state.queues.isForgetful }

  /// Takes up another key; calls that wait are signed with it.
  package func use(_ key: SigningKey) { state.tokens.use(key) }

  /// The part of Apple's limits that it has.
  package var share: Double { state.queues.share }

  /// Writes down the use of the budget, and lets another process have it.
  package func end() { state.queues.end() }
}

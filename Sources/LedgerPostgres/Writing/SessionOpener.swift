import Synchronization

/// Opens the sessions of a ledger. While the database is away, callers are told so at once instead of
/// each waiting for a connection; it is tried again after a pause that grows to a second.
final class SessionOpener: Sendable {
  private struct State {
    var failure: PostgresError?
    var failures = 0
    var nextAttempt = ContinuousClock.now
  }

  let address: PostgresAddress
  let roundTrips = RoundTrips()
  private let state = Mutex(State())

  init(address: PostgresAddress) { self.address = address }

  /// `enable_seqscan` adds a huge cost to a scan that cannot be avoided, and `jit` would compile the
  /// statement because of its cost. A hash or a merge join reads all of one table, which is cheap only as
  /// long as the statistics say that it is small.
  private static let byIndex = [
    "SET plan_cache_mode TO force_generic_plan", "SET enable_seqscan TO off",
    "SET enable_hashjoin TO off", "SET enable_mergejoin TO off", "SET jit TO off",
  ]

  /// Milliseconds after the end of its time in which a statement that was ended has to be told.
  private static let grace = 5_000

  /// Returns the session of a thread, or another one in the place of a lost one.
  func reopen(
    _ held: inout Session?, timeout: Int, findsByIndex: Bool
  ) throws -> Session {
    if let held, !held.isLost { return held }
    held = nil
    let opened = try open(timeout: timeout, findsByIndex: findsByIndex)
    held = opened
    return opened
  }

  /// - Parameters:
  ///   - timeout: of one statement, in milliseconds; 0 for none.
  ///   - isCounted: whether its round trips are counted.
  ///   - findsByIndex: whether its statements find single rows. Their plans then neither wait for
  ///     statistics, which a table that grows from nothing has a minute later, nor are they made anew
  ///     for each call, as PostgreSQL does where a list of one is cheaper than the ten that it expects.
  func open(
    timeout: Int, isCounted: Bool = true, findsByIndex: Bool = false
  ) throws -> Session {
    let known = state.withLock { $0.nextAttempt > .now ? $0.failure : nil }
    if let known { throw known }
    do {
      let session = try Session(
        address,
        setUp: [
          "SET search_path TO \(address.schema)", "SET statement_timeout TO \(timeout)",
          "SET lock_timeout TO 10000", "SET idle_in_transaction_session_timeout TO 60000",
        ] + (findsByIndex ? Self.byIndex : []), patience: timeout == 0 ? nil : timeout + Self.grace,
        counting: isCounted ? roundTrips : RoundTrips())
      state.withLock { state in
        state.failure = nil
        state.failures = 0
      }
      return session
    } catch let error as PostgresError {
      state.withLock { state in
        state.failure = error
        state.failures += 1
        // Half to one and a half times 50 ms, 100 ms, … 800 ms: nodes do not come back all at once.
        let pause = 50 << min(state.failures - 1, 4)
        state.nextAttempt = .now + .milliseconds(Int.random(in: pause / 2...pause * 3 / 2))
      }
      throw error
    }
  }
}

extension Session? {
  /// Ends a transaction that has failed; a session that cannot do so is given up.
  mutating func rollBack() {
    do {
      try self?.rollBack()
    } catch {
      self = nil
    }
  }
}

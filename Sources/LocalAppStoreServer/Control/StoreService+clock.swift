import LocalAppStore
package import LocalAppStoreClient
package import PaywallCatalog

extension StoreService {
  /// The last moment of a world: its certificates end with 2099.
  package static let end = Timestamp(milliseconds: 4_102_444_799_000)

  /// Moves the clock. Everything that is due in between happens and is delivered at its moment, in
  /// order; the followers of the clock know each of these moments before the delivery.
  package func advance(to moment: Timestamp) async throws -> StoreAnswer {
    try await inTurn { store in try await store.move(to: moment) }
  }

  /// Moves the clock by a length, from the present of the world when its turn comes.
  package func advance(by period: Period) async throws -> StoreAnswer {
    try await inTurn { store in try await store.move(to: store.world.now.adding(period)) }
  }

  private func move(to moment: Timestamp) async throws -> StoreAnswer {
    guard moment <= Self.end else {
      throw StoreProblem(
        409, "endOfTime", "The clock cannot show that", "The clock runs until 2099; choose less.")
    }
    guard moment >= world.now else {
      throw StoreProblem(
        409, "clockNeverGoesBack", "The clock never goes back",
        "It shows \(world.now.rfc3339); give a later time, or start another store with '--start'.")
    }
    let first = deliveries.deliveries.count
    // Its end does not wait for years: the clock stays where it is then.
    while !isEnding, let next = [world.nextDueMoment(), nextAttempt()].compactMap(\.self).min(),
      next <= moment
    {
      await setClock(next)
      try await deliver(atOnce: Self.connections)
    }
    if !isEnding { await setClock(moment) }
    return answer(since: first)
  }

  private func setClock(_ moment: Timestamp) async {
    advanceWorld(to: moment)
    await tellTime()
  }

  /// - Parameter rate: seconds of the world for each second; 0 stops the clock.
  package func run(at rate: Double) async throws -> StoreAnswer {
    try await inTurn { store in
      store.rate = rate
      return store.answer(since: store.deliveries.deliveries.count)
    }
  }

  /// The clock; for a follower that knows the present time, once it has moved or after 5 s.
  package func clock(after known: Int64, for follower: String) async -> ClockCard {
    if known == serverTime.milliseconds {
      await followers.wait(follower)
    } else {
      await followers.join(follower)
    }
    return clock()
  }

  /// Moves the clock at its rate until the task is cancelled.
  package func keepTime() async throws {
    var last = ContinuousClock.now
    while true {
      // The clock ticks five times a second of real time.
      try await Task.sleep(for: .milliseconds(200))
      let passed = last.duration(to: .now)
      last = .now
      guard rate > 0 else { continue }
      let milliseconds = Int64(passed / .milliseconds(1) * rate)
      let target = min(world.now.adding(milliseconds: milliseconds), Self.end)
      _ = try await advance(to: target)
    }
  }
}

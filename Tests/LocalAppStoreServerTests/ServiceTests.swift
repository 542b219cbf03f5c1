import LocalAppStore
import LocalAppStoreClient
import LocalAppStoreServer
import PaywallCatalog
import Synchronization
import TestSupport
import Testing

/// The clock and the deliveries of a served world.
struct ServiceTests {
  @Test("An attempt that fails is made again in the time of the world, and each is kept")
  func retries() async throws {
    let results = Mutex<[DeliveryQueue.Result]>([.timedOut, .unsuccessfulStatus, .success])
    let store = try exampleStore(.production) { _ in
      results.withLock { $0.isEmpty ? .noResponse : $0.removeFirst() }
    }
    let bought = try await store.adaBuys("coins_100")
    #expect(bought.notifications.first?.attempts.map(\.result) == ["TIMED_OUT"])
    _ = try await store.advance(by: Period(days: 3))
    let sent = await store.notifications(of: "ada").notifications
    #expect(
      sent.first?.attempts.map { "\($0.date) \($0.result)" } == [
        "2026-01-05T10:00:00Z TIMED_OUT",
        "2026-01-05T11:00:00Z UNSUCCESSFUL_HTTP_RESPONSE_CODE",
        "2026-01-05T23:00:00Z SUCCESS",
      ])
    #expect(await store.notifications(of: "bob").notifications.isEmpty)
  }

  @Test("Both notifications of one cause are delivered at once, while the clock stands")
  func severalOfOneCause() async throws {
    let store = try exampleStore { _ in .success }
    _ = try await store.adaBuys("pro_monthly")
    _ = try await store.apply(.cancel("pro_monthly", by: "ada"))
    // A product of the higher level is an upgrade, which turns auto-renewal on again.
    let answer = try await store.apply(
      .buy("pro_yearly", by: "ada"))
    #expect(answer.notifications.map(\.subtype) == ["UPGRADE", "AUTO_RENEW_ENABLED"])
    #expect(answer.notifications.allSatisfy { $0.attempts.map(\.result) == ["SUCCESS"] })
  }

  @Test("A notification is sent only when those who follow the clock know its moment")
  func followers() async throws {
    let known = Mutex<Int64>(0)
    let late = Mutex<[Int64]>([])
    let store = try exampleStore { _ in
      known.withLock { now in late.withLock { $0.append(now) } }
      return .success
    }
    _ = try await store.adaBuys("pro_monthly")
    let follower = Task {
      while !Task.isCancelled {
        let clock = await store.clock(after: known.withLock { $0 }, for: "f")
        known.withLock { $0 = clock.milliseconds }
      }
    }
    await until { known.withLock { $0 } == beginning.milliseconds }
    let answer = try await store.advance(by: Period(months: 3))
    #expect(answer.notifications.count == 3)
    // By hand: the fifth of February, March and April, 10:00 UTC.
    #expect(
      late.withLock { $0 }.dropFirst() == [1_770_285_600_000, 1_772_704_800_000, 1_775_383_200_000])
    follower.cancel()
  }

  @Test("The clock never goes back")
  func noReturn() async throws {
    let store = try exampleStore { _ in .success }
    await #expect {
      try await store.advance(to: beginning.adding(milliseconds: -1))
    } throws: { ($0 as? StoreProblem)?.code == "clockNeverGoesBack" }
  }

  @Test("The end of a store does not wait for the years that its clock was told to show")
  func endsInTheMiddle() async throws {
    let (sent, arrival) = AsyncStream.makeStream(of: Void.self)
    let store = try exampleStore { _ in
      arrival.yield()
      return .success
    }
    _ = try await store.adaBuys("pro_monthly")
    let moving = Task { try await store.advance(by: Period(months: 800)) }
    // The purchase, and the first renewals.
    for await _ in sent.prefix(3) {}
    await store.stopWaiting()
    let answer = try await moving.value
    #expect(answer.notifications.count < 800)
  }

  @Test("What falls due for one customer is sent one after the other, in its order")
  func orderOfOneCustomer() async throws {
    let open = Mutex(0)
    let most = Mutex(0)
    let store = try exampleStore { _ in
      let now = open.withLock { count in
        count += 1
        return count
      }
      most.withLock { $0 = max($0, now) }
      // Gives another one the chance to begin.
      for _ in 0..<20 { await Task.yield() }
      open.withLock { $0 -= 1 }
      return .success
    }
    _ = try await store.adaBuys("pro_monthly")
    _ = try await store.apply(.buy("team_monthly", by: "ada"))
    let answer = try await store.advance(by: Period(months: 1))
    #expect(answer.notifications.map(\.type) == ["DID_RENEW", "DID_RENEW"])
    #expect(most.withLock { $0 } == 1)
  }

  @Test("A clock that runs moves by its rate, and stands at 0")
  func rate() async throws {
    let store = try exampleStore(rate: 86_400)
    let keeping = Task { try await store.keepTime() }
    await until { await store.clock().milliseconds > beginning.milliseconds + 3_600_000 }
    _ = try await store.run(at: 0)
    #expect(await store.clock().rate == 0)
    keeping.cancel()
  }

  @Test("A burst comes over many connections at once, and each outcome belongs to its notification")
  func burst() async throws {
    /// The posts on their way, and the most of them so far.
    let counts = Mutex((now: 0, most: 0))
    let store = try exampleStore { _ in
      counts.withLock { counts in
        counts.now += 1
        counts.most = max(counts.most, counts.now)
      }
      // All four are on their way before the first is answered.
      await until { counts.withLock { $0.most } == 4 }
      counts.withLock { $0.now -= 1 }
      return .success
    }
    var faults = DeliveryFaults()
    faults.isHeld = true
    _ = try await store.inject(faults)
    _ = try await store.apply(.addCustomer("ada"))
    for _ in 0..<4 {
      let answer = try await store.apply(
        .buy("coins_100", by: "ada"))
      #expect(answer.notifications.first?.attempts == [])
    }
    let released = try await store.inject(DeliveryFaults())
    #expect(released.notifications.count == 4)
    #expect(released.notifications.allSatisfy { $0.attempts.map(\.result) == ["SUCCESS"] })
    #expect(released.notifications.allSatisfy { $0.faults?.map(\.fault) == ["held"] })
    // Nothing is sent twice.
    #expect(try await store.inject(DeliveryFaults()).notifications.isEmpty)
  }
}

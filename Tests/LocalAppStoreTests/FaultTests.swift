import AppStore
import LocalAppStore
import PaywallCatalog
import Testing

/// The faults that are injected between the App Store and a server.
struct FaultTests {
  /// A server's view of purchases an hour apart, until two weeks after the last.
  private struct Seen {
    /// The numbers of the purchases, in the order of arrival; negative for a forgery.
    var arrivals: [Int] = []
    var queue: DeliveryQueue

    /// The faults that hit a purchase.
    func faults(_ number: Int) -> [DeliveryQueue.InjectedFault.Kind] {
      queue.deliveries[number].faults.map(\.kind)
    }
  }

  private func deliver(
    _ faults: DeliveryFaults, _ count: Int = 4,
    in environment: WorldSettings.Environment = .sandbox
  ) throws -> Seen {
    var world = try Shop.world()
    var seen = Seen(queue: DeliveryQueue(environment))
    seen.queue.inject(faults, at: world.now)
    for _ in 0..<count {
      try world.buy("coins", by: "ada")
      seen.queue.add(world.takeNotifications(), at: world.now)
      take(&seen, by: world.now)
      world.advance(by: period("PT1H"))
    }
    world.advance(by: period("P14D"))
    take(&seen, by: world.now)
    return seen
  }

  private func take(_ seen: inout Seen, by now: Timestamp) {
    while let attempt = seen.queue.next(by: now) {
      let number =
        seen.queue.deliveries.firstIndex {
          $0.notification.uuid == attempt.notification.uuid
        } ?? 99
      if attempt.forgery != nil { seen.arrivals.append(-number - 1) }
      seen.arrivals.append(number)
      if attempt.isDoubled { seen.arrivals.append(number) }
      seen.queue.finish(
        attempt,
        .init(
          .success, forged: attempt.forgery == nil ? nil : .unsuccessfulStatus,
          repeated: attempt.isDoubled ? .success : nil))
    }
  }

  private func faults(_ change: (inout DeliveryFaults) -> Void) -> DeliveryFaults {
    var faults = DeliveryFaults(seed: 3)
    change(&faults)
    return faults
  }

  @Test("Without faults each arrives once, in order")
  func none() throws {
    let seen = try deliver(DeliveryFaults())
    #expect(seen.arrivals == [0, 1, 2, 3])
    #expect(seen.queue.deliveries.allSatisfy { $0.faults.isEmpty && $0.hasArrived })
  }

  @Test("What is lost never arrives, whatever Apple tries")
  func lost() throws {
    let seen = try deliver(faults { $0.lost = .all }, in: .production)
    #expect(seen.arrivals == [])
    #expect(
      seen.queue.deliveries[0].attempts.map(\.result) == Array(repeating: .noResponse, count: 6))
    #expect(seen.faults(0) == Array(repeating: .lost, count: 6))
  }

  @Test("What is late arrives later, after what was bought later")
  func late() throws {
    var late = faults { $0.late = .all }
    late.lateness = period("P3D")
    let seen = try deliver(late)
    #expect(seen.arrivals == [0, 1, 2, 3])
    #expect(
      seen.queue.deliveries[0].attempts.map(\.date) == [moment("2026-01-08T10:00:00Z")])
    #expect(seen.faults(0) == [.late])
  }

  @Test("The next one overtakes what is out of order; the last arrives a day later")
  func outOfOrder() throws {
    let seen = try deliver(faults { $0.outOfOrder = .all }, 5)
    #expect(seen.arrivals == [1, 0, 3, 2, 4])
    #expect(
      seen.queue.deliveries[4].attempts.map(\.date) == [moment("2026-01-06T14:00:00Z")])
    #expect(seen.faults(1) == [])
  }

  @Test("What is doubled arrives twice, and what is forged before the genuine one")
  func doubledAndForged() throws {
    let seen = try deliver(
      faults {
        $0.doubled = .all
        $0.garbage = .all
        $0.forgeries = [.truncated]
      }, 2)
    #expect(seen.arrivals == [-1, 0, 0, -2, 1, 1])
    #expect(seen.faults(1) == [.forged(.truncated), .doubled])
    #expect(seen.queue.deliveries[1].faults.map(\.result) == [.unsuccessfulStatus, .success])
    // Apple's account of its attempts knows of neither.
    #expect(seen.queue.deliveries[1].attempts.map(\.result) == [.success])
  }

  @Test("A server that is unavailable for two attempts gets the third, an hour and 12 later")
  func unavailable() throws {
    let seen = try deliver(faults { $0.unavailable = 2 }, 1, in: .production)
    #expect(seen.arrivals == [0])
    #expect(
      seen.queue.deliveries[0].attempts.map(\.result) == [
        .unsuccessfulStatus, .unsuccessfulStatus, .success,
      ])
    #expect(seen.queue.deliveries[0].attempts.last?.date == moment("2026-01-05T23:00:00Z"))
    #expect(seen.faults(0) == [.unavailable, .unavailable])
  }

  @Test("What is kept back arrives when the faults change, and so does what is late")
  func released() throws {
    for change in [
      { $0.isHeld = true }, { $0.late = .all }, { $0.outOfOrder = .all },
    ] as [(inout DeliveryFaults) -> Void] {
      var world = try Shop.world()
      var seen = Seen(queue: DeliveryQueue(.sandbox))
      seen.queue.inject(faults(change), at: world.now)
      try world.buy("coins", by: "ada")
      seen.queue.add(world.takeNotifications(), at: world.now)
      world.advance(by: period("PT2H"))
      take(&seen, by: world.now)
      #expect(seen.arrivals == [])
      seen.queue.inject(DeliveryFaults(), at: world.now)
      take(&seen, by: world.now)
      #expect(seen.arrivals == [0])
      #expect(seen.queue.deliveries[0].attempts.map(\.date) == [moment("2026-01-05T12:00:00Z")])
      world.advance(by: period("P30D"))
      take(&seen, by: world.now)
      #expect(seen.arrivals == [0], "once")
    }
  }

  @Test("What is forged or doubled comes with the first attempt only")
  func retried() throws {
    var world = try Shop.world()
    var queue = DeliveryQueue(.production)
    queue.inject(
      faults {
        $0.doubled = .all
        $0.garbage = .all
      }, at: world.now)
    try world.buy("coins", by: "ada")
    queue.add(world.takeNotifications(), at: world.now)
    let due = queue.next(by: world.now)
    let first = try #require(due)
    #expect(first.forgery != nil && first.isDoubled)
    queue.finish(first, .init(.timedOut))
    let next = queue.next(by: world.now.adding(period("PT1H")))
    let second = try #require(next)
    #expect(second.forgery == nil && !second.isDoubled)
  }

  @Test(
    "A storm after an outage is one of doubled and forged notifications, if these were asked for")
  func storm() throws {
    var world = try Shop.world()
    var seen = Seen(queue: DeliveryQueue(.sandbox))
    seen.queue.inject(
      faults {
        $0.isHeld = true
        $0.doubled = .all
        $0.garbage = .all
      }, at: world.now)
    for _ in 0..<2 { try world.buy("coins", by: "ada") }
    seen.queue.add(world.takeNotifications(), at: world.now)
    seen.queue.inject(DeliveryFaults(), at: world.now)
    take(&seen, by: world.now)
    #expect(seen.arrivals == [-1, 0, 0, -2, 1, 1])
    #expect(seen.faults(0).first == .held)
  }

  @Test("A share hits about so many, the same ones for the same seed, and alone or with others")
  func shares() throws {
    func hit(_ faults: DeliveryFaults) throws -> [Int] {
      let seen = try deliver(faults, 2_000)
      return seen.queue.deliveries.indices.filter { seen.faults($0).contains(.lost) }
    }
    let tenth = try #require(BasisPoints(percent: "10%"))
    let lost = try hit(faults { $0.lost = tenth })
    // Four standard deviations of 2,000 draws.
    #expect((146...254).contains(lost.count))
    #expect(try hit(faults { $0.lost = tenth }) == lost)
    let besideOthers = try hit(
      faults {
        $0.lost = tenth
        $0.doubled = .all
        $0.garbage = tenth
      })
    #expect(besideOthers == lost)
    var other = faults { $0.lost = tenth }
    other.seed = 4
    #expect(try hit(other) != lost)
  }

  @Test("Nothing forged is believed", arguments: DeliveryFaults.Forgery.allCases)
  func forged(forgery: DeliveryFaults.Forgery) throws {
    let (chain, stranger) = (try SigningChain(), try SigningChain())
    var world = try Shop.world()
    try world.buy("coins", by: "ada")
    let payloads = Payloads(world)
    let sent = try #require(world.takeNotifications().first)
    let verifier = try Verifier(
      AppIdentity(bundleId: "com.example.paywall", environments: [.sandbox]),
      roots: [chain.rootDER])
    let text = try chain.forge(forgery, of: sent, payloads, stranger: stranger)
    guard case .refused = verifier.notification(text, at: sent.signedDate) else {
      Issue.record("\(forgery) was believed")
      return
    }
    // The genuine notification is accepted.
    _ = try verifier.notification(try chain.sign(sent, payloads), at: sent.signedDate).get()
  }
}

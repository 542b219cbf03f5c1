package import LocalAppStore
import LocalAppStoreClient

extension StoreService {
  /// Changes the faults of notifications from now on; delivers the notifications that were kept
  /// back.
  package func inject(_ faults: DeliveryFaults) async throws -> StoreAnswer {
    try await inTurn { store in
      let before = store.deliveries.deliveries.map { $0.attempts.count + $0.faults.count }
      store.deliveries.inject(faults, at: store.world.now)
      try await store.deliver(atOnce: Self.burst, inAnyOrder: true)
      var answer = store.answer(since: before.count)
      answer.notifications = zip(store.deliveries.deliveries, before).compactMap { sent, count in
        sent.attempts.count + sent.faults.count > count ? NotificationCard(sent) : nil
      }
      return answer
    }
  }

  /// The most connections of a burst.
  private static let burst = 32
  /// The most connections for everything that falls due at one moment of the clock.
  static let connections = 16

  /// Makes every attempt that is due.
  ///
  /// - Parameters:
  ///   - most: the number of attempts that are made at the same time.
  ///   - isAnyOrder: also makes several attempts of one customer at the same time.
  func deliver(atOnce most: Int = 1, inAnyOrder isAnyOrder: Bool = false) async throws {
    let notifications = world.takeNotifications()
    deliveries.add(notifications, at: world.now)
    // Devices know once the server had the chance to know.
    defer { changes.add(notifications.compactMap(\.customer?.id)) }
    await tellTime()
    guard let post else { return }
    var next = deliveries.next(by: world.now)
    while !isEnding, let first = next {
      var attempts = [first]
      var customers: Set = [first.notification.customer?.id]
      next = deliveries.next(by: world.now)
      while attempts.count < most, let other = next,
        isAnyOrder || customers.insert(other.notification.customer?.id).inserted
      {
        attempts.append(other)
        next = deliveries.next(by: world.now)
      }
      var texts: [SignedAttempt] = []
      for attempt in attempts { texts.append(try signed(attempt)) }
      let outcomes = await Self.sendAll(texts, post)
      for (attempt, outcome) in zip(attempts, outcomes) { deliveries.finish(attempt, outcome) }
      next = next ?? deliveries.next(by: world.now)
    }
  }

  /// The body of a notification as it was posted.
  ///
  /// - Throws: `StoreProblem` if it was not posted.
  package func postedBody(of uuid: String) throws -> [UInt8] {
    notificationIndex.update(deliveries.deliveries)
    guard let place = notificationIndex.place(of: uuid),
      !deliveries.deliveries[place].attempts.isEmpty
    else {
      throw StoreProblem(
        404, "notPosted", "No such notification was posted",
        "Name the 'uuid' of one with an attempt in 'GET /v1/notifications'.")
    }
    let notification = deliveries.deliveries[place].notification
    return NotificationSender.body(of: try posted.text(of: notification, chain, payloads))
  }

  /// The texts that one attempt posts.
  private struct SignedAttempt: Sendable {
    var text: String
    var forged: String?
    var isDoubled: Bool
  }

  private func signed(_ attempt: DeliveryQueue.DueAttempt) throws -> SignedAttempt {
    SignedAttempt(
      text: try posted.text(of: attempt.notification, chain, payloads),
      forged: try attempt.forgery.map {
        try chain.forge($0, of: attempt.notification, payloads, stranger: forger())
      }, isDoubled: attempt.isDoubled)
  }

  /// The chain that signs forgeries.
  func forger() throws -> SigningChain {
    let stranger = try self.stranger ?? SigningChain()
    self.stranger = stranger
    return stranger
  }

  /// Posts a forgery first: a server that keeps its id would take the genuine text for a repeat.
  private static func send(
    _ attempt: SignedAttempt, _ post: NotificationPost
  ) async -> DeliveryQueue.Outcome {
    var forged: DeliveryQueue.Result?
    if let text = attempt.forged { forged = await post(text) }
    let result = await post(attempt.text)
    return .init(
      result, forged: forged, repeated: attempt.isDoubled ? await post(attempt.text) : nil)
  }

  /// Returns the outcomes in the order of the attempts.
  private static func sendAll(
    _ attempts: [SignedAttempt], _ post: @escaping NotificationPost
  ) async -> [DeliveryQueue.Outcome] {
    await withTaskGroup(of: (Int, DeliveryQueue.Outcome).self) { tasks in
      for (index, attempt) in attempts.enumerated() {
        tasks.addTask { (index, await send(attempt, post)) }
      }
      return await tasks.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }
}

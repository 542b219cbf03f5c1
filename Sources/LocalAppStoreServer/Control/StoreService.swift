import Foundation
package import LocalAppStore
package import LocalAppStoreClient
package import OfferSigning
package import PaywallCatalog
import Synchronization

/// Sends the signed text of a notification to the server.
package typealias NotificationPost =
  @Sendable (_ signedPayload: String) async -> DeliveryQueue.Result

/// A world that several clients control. Causes happen one after the other, each with the delivery
/// of its notifications; reads do not wait for them.
package actor StoreService {
  package let chain: SigningChain
  let payloads: Payloads
  /// Distinguishes this world from the one after a restart.
  private let id: String
  let post: NotificationPost?
  let askRetention: RetentionPost
  var world: World
  var deliveries: DeliveryQueue
  var notificationIndex = NotificationIndex()
  var posted = PostedTexts()
  var rate: Double
  /// The clock of the world in milliseconds, for readers that cannot wait.
  private let milliseconds: Atomic<Int64>
  /// The time that is known to servers that take the clock for their own, in milliseconds.
  private let serverMilliseconds: Atomic<Int64>
  let followers = ClockFollowers()
  package let questions: ServerQuestions
  /// Signs forgeries; made when it is needed first.
  var stranger: SigningChain?
  /// The performance tests of the retention address, by their id.
  var performanceTests: [String: PerformanceTest] = [:]
  /// Runs the last performance test.
  var runningTest: Task<Void, Never>?
  /// Ends when all causes so far have happened.
  private var lastTurn: Task<Void, Never>?
  var changes = CustomerChanges()
  /// The store is about to end, so that no request waits for anything.
  private(set) var isEnding = false

  /// - Parameters:
  ///   - id: the name of this world.
  ///   - rate: seconds of the world for each second; at 0 the clock stands.
  ///   - post: `nil` delivers nothing.
  ///   - askRetention: asks before a cancellation.
  ///   - questions: to the server that is connected.
  package init(
    _ world: World, id: String, chain: SigningChain, rate: Double = 0, post: NotificationPost?,
    askRetention: @escaping RetentionPost = { _, _ in nil },
    questions: ServerQuestions = ServerQuestions()
  ) {
    self.questions = questions
    self.world = world
    self.id = id
    self.chain = chain
    self.rate = rate
    self.post = post
    self.askRetention = askRetention
    milliseconds = Atomic(world.now.milliseconds)
    serverMilliseconds = Atomic(world.serverTime.milliseconds)
    payloads = Payloads(world)
    deliveries = DeliveryQueue(world.settings.environment)
  }

  /// Answers every request that waits for something to happen.
  package func stopWaiting() async {
    isEnding = true
    changes.stopWaiting()
    await followers.stopWaiting()
    await questions.stopWaiting()
  }

  /// The clock of the world, also in the middle of a cause.
  package nonisolated var now: Timestamp {
    Timestamp(milliseconds: milliseconds.load(ordering: .relaxed))
  }

  /// The clock of a server that takes it for its own: that of the world, or the date of the last
  /// notification, which may be some milliseconds after it.
  package nonisolated var serverTime: Timestamp {
    Timestamp(milliseconds: serverMilliseconds.load(ordering: .relaxed))
  }

  /// Moves the clock of the world, with what is due by then.
  func advanceWorld(to moment: Timestamp) {
    world.advance(to: moment)
    milliseconds.store(world.now.milliseconds, ordering: .relaxed)
  }

  /// Tells servers the time before they get texts that are dated with it.
  func tellTime() async {
    let present = world.serverTime.milliseconds
    guard serverMilliseconds.exchange(present, ordering: .relaxed) != present else { return }
    await followers.clockHasMoved()
  }

  /// Runs work after all that came before it, even if its client has gone: half a cause would leave
  /// a notification undelivered.
  func inTurn<Value: Sendable>(
    _ work: @escaping @Sendable (isolated StoreService) async throws -> Value
  ) async throws -> Value {
    let before = lastTurn
    let task = Task {
      await before?.value
      return try await work(self)
    }
    lastTurn = Task { _ = await task.result }
    return try await task.value
  }

  /// Lets a cause happen now, and delivers its notifications.
  ///
  /// - Throws: `StoreRefusal`, and nothing has changed.
  package func apply(_ cause: StoreCause) async throws -> StoreAnswer {
    try await inTurn { store in
      let first = store.deliveries.deliveries.count
      let transaction = try store.world.apply(cause)
      try await store.askBeforeCancels()
      try await store.deliver()
      var answer = store.answer(since: first)
      answer.transaction = transaction.map(TransactionCard.init)
      if let id = store.world.customerId(of: cause) { answer.customer = try store.customer(id) }
      return answer
    }
  }

  /// The app's server signs with this key from now on; one of the same id is replaced.
  package func trust(_ key: VerificationKey) async throws -> StoreAnswer {
    try await inTurn { store in
      store.world.offerKeys.removeAll { $0.id == key.id }
      store.world.offerKeys.append(key)
      return store.answer(since: store.deliveries.deliveries.count)
    }
  }

  /// Whether notifications go to a server.
  var hasReceiver: Bool { post != nil }

  /// When an attempt is due next.
  func nextAttempt() -> Timestamp? { post == nil ? nil : deliveries.nextMoment() }

  func answer(since first: Int) -> StoreAnswer {
    StoreAnswer(
      now: world.now.rfc3339,
      notifications: deliveries.deliveries[first...].map(NotificationCard.init))
  }
}

// The functions that only read.
extension StoreService {
  package func customer(_ id: String) throws(StoreRefusal) -> StoreCustomerCard {
    try StoreCustomerCard(world.account(id), in: world)
  }

  package func customers() throws(StoreRefusal) -> CustomerList {
    var cards: [StoreCustomerCard] = []
    for customer in world.customers { cards.append(try StoreCustomerCard(customer, in: world)) }
    return CustomerList(customers: cards)
  }

  /// - Parameter id: the id of one customer; `nil` for all.
  package func notifications(of id: String?) -> NotificationList {
    NotificationList(notifications: deliveries(of: id).map(NotificationCard.init))
  }

  /// - Parameter id: the id of one customer; `nil` for all.
  func deliveries(of id: String?) -> [DeliveryQueue.Delivery] {
    guard let id else { return deliveries.deliveries }
    notificationIndex.update(deliveries.deliveries)
    return notificationIndex.places(of: id).map { deliveries.deliveries[$0] }
  }

  package func clock() -> ClockCard {
    ClockCard(
      now: world.now.rfc3339, milliseconds: serverTime.milliseconds, rate: rate,
      environment: world.settings.environment.rawValue, world: self.id,
      bundleId: world.catalog.bundleId)
  }
}

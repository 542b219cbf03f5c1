package import PaywallCatalog

/// Notifications on their way to a server, by Apple's schedule: in production up to five more
/// attempts, 1, 12, 24, 48 and 72 hours after the one before; in the sandbox none (AppleFacts.md
/// § 1). Its clock is that of the world.
package struct DeliveryQueue: Sendable {
  /// What was added, in that order, and what came of it.
  package private(set) var deliveries: [Delivery] = []
  private var queue = DueQueue()
  private let pauses: [Period]

  package init(_ environment: WorldSettings.Environment) {
    pauses =
      environment == .production
      ? [1, 12, 24, 48, 72].map { Period(seconds: $0 * 3_600) } : []
  }

  /// One notification with its attempts.
  package struct Delivery: Sendable {
    package let notification: StoreNotification
    /// At most six.
    package fileprivate(set) var attempts: [Attempt] = []

    package var hasArrived: Bool { attempts.last?.result == .success }
  }

  package struct Attempt: Hashable, Sendable {
    package let date: Timestamp
    package let result: Result
  }

  /// What an attempt came to, in the App Store's spelling (`sendAttemptResult`).
  package enum Result: String, Sendable {
    case success = "SUCCESS"
    case unsuccessfulStatus = "UNSUCCESSFUL_HTTP_RESPONSE_CODE"
    case timedOut = "TIMED_OUT"
    case noResponse = "NO_RESPONSE"

    /// Only 200 to 206 is success.
    package init(status: Int) {
      self = (200...206).contains(status) ? .success : .unsuccessfulStatus
    }
  }

  /// Adds notifications; each is due when it was signed.
  package mutating func add(_ notifications: [StoreNotification]) {
    for notification in notifications {
      queue.schedule(deliveries.count, at: notification.signedDate)
      deliveries.append(Delivery(notification: notification))
    }
  }

  /// When an attempt is due next; `nil` if none is.
  package mutating func nextMoment() -> Timestamp? { queue.nextMoment() }

  /// Makes every attempt that is due by a moment, each at its own moment and in order.
  ///
  /// - Parameter post: sends one notification.
  package mutating func send(
    by now: Timestamp, _ post: (StoreNotification) async -> Result
  ) async {
    while let (at, index) = queue.next(by: now) {
      let result = await post(deliveries[index].notification)
      deliveries[index].attempts.append(Attempt(date: at, result: result))
      let made = deliveries[index].attempts.count
      guard result != .success, made <= pauses.count else { continue }
      queue.schedule(index, at: at.adding(pauses[made - 1]))
    }
  }
}

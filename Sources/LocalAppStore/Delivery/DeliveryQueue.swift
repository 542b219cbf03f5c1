package import PaywallCatalog

/// Notifications on their way to a server, by Apple's schedule: in production up to five more
/// attempts, 1, 12, 24, 48 and 72 hours after the one before; in the sandbox none (AppleFacts.md
/// § 1). Its clock is that of the world.
package struct DeliveryQueue: Sendable {
  /// The notifications that were added, in that order, with their attempts.
  package private(set) var deliveries: [Delivery] = []
  private var queue = DueQueue()
  private let pauses: [Period]
  private var faults = DeliveryFaults()
  /// The faults of each notification, by its number; a notification without a fault is left out.
  private var hits: [Int: DeliveryFaults.Hits] = [:]
  /// The numbers of the notifications that wait longer than Apple would.
  private var postponed: Set<Int> = []
  /// The number of the notification that the next one overtakes.
  private var overtaken: Int?

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
    /// The faults that were injected.
    package fileprivate(set) var faults: [InjectedFault] = []

    package var hasArrived: Bool { attempts.last?.result == .success }
  }

  package struct Attempt: Hashable, Sendable {
    package let date: Timestamp
    package let result: Result
  }

  /// The result of an attempt, in the App Store's spelling (`sendAttemptResult`).
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

  /// A fault that was asked for.
  package struct InjectedFault: Hashable, Sendable {
    package let date: Timestamp
    package let kind: Kind
    /// The server's answer to the second copy or to the forgery.
    package let result: Result?

    package enum Kind: Hashable, Sendable {
      case lost, late, outOfOrder, doubled, unavailable, held
      case forged(DeliveryFaults.Forgery)
    }
  }

  /// Changes the faults of notifications that are added from now on. Notifications that were kept
  /// back are due now; a lost one stays lost, and one that arrives twice or after a forgery still
  /// does.
  package mutating func inject(_ faults: DeliveryFaults, at now: Timestamp) {
    self.faults = faults
    overtaken = nil
    for number in postponed.sorted() { queue.schedule(number, at: now) }
    postponed = []
  }

  /// Adds notifications. Each is due when it was signed, but not later than now: several of one cause
  /// are signed some milliseconds apart.
  package mutating func add(_ notifications: [StoreNotification], at now: Timestamp) {
    for notification in notifications {
      let number = deliveries.count
      deliveries.append(Delivery(notification: notification))
      schedule(number, at: min(notification.signedDate, now))
    }
  }

  /// When the first attempt is due, with the faults of now.
  private mutating func schedule(_ number: Int, at moment: Timestamp) {
    let hits = faults.hits(number)
    if hits != DeliveryFaults.Hits() { self.hits[number] = hits }
    if faults.isHeld {
      postpone(number, until: nil, .held, at: moment)
    } else if hits.isLate {
      postpone(number, until: moment.adding(faults.lateness), .late, at: moment)
    } else if hits.isOutOfOrder, overtaken == nil {
      overtaken = number
      postpone(number, until: moment.adding(Period(days: 1)), .outOfOrder, at: moment)
    } else {
      queue.schedule(number, at: moment)
      guard let first = overtaken else { return }
      overtaken = nil
      queue.schedule(first, at: moment)
    }
  }

  private mutating func postpone(
    _ number: Int, until moment: Timestamp?, _ kind: InjectedFault.Kind, at now: Timestamp
  ) {
    queue.schedule(number, at: moment)
    postponed.insert(number)
    note(number, kind, nil, at: now)
  }

  private mutating func note(
    _ number: Int, _ kind: InjectedFault.Kind, _ result: Result?, at date: Timestamp
  ) {
    deliveries[number].faults.append(InjectedFault(date: date, kind: kind, result: result))
  }

  /// When an attempt is due next; `nil` if none is.
  package mutating func nextMoment() -> Timestamp? { queue.nextMoment() }

  /// One attempt that is due.
  package struct DueAttempt: Sendable {
    package let notification: StoreNotification
    /// The forgery that arrives before it.
    package let forgery: DeliveryFaults.Forgery?
    /// Whether it arrives twice.
    package let isDoubled: Bool
    fileprivate let date: Timestamp
    fileprivate let index: Int
  }

  /// The outcome of an attempt.
  package struct Outcome: Sendable {
    package var result: Result
    /// The result of the forgery.
    package var forged: Result?
    /// The result of the second copy.
    package var repeated: Result?

    package init(_ result: Result, forged: Result? = nil, repeated: Result? = nil) {
      self.result = result
      self.forged = forged
      self.repeated = repeated
    }
  }

  /// Takes out the next attempt that is due by a moment and reaches the server; its outcome goes to
  /// `finish`.
  package mutating func next(by now: Timestamp) -> DueAttempt? {
    while let (at, index) = queue.next(by: now) {
      postponed.remove(index)
      if overtaken == index { overtaken = nil }
      let hits = hits[index] ?? DeliveryFaults.Hits()
      // Forged and doubled once, not again with every attempt.
      let isFirst = deliveries[index].attempts.isEmpty
      let attempt = DueAttempt(
        notification: deliveries[index].notification, forgery: isFirst ? hits.forgery : nil,
        isDoubled: isFirst && hits.isDoubled, date: at, index: index)
      if hits.isLost {
        note(index, .lost, nil, at: at)
        finish(attempt, Outcome(.noResponse))
      } else if faults.unavailable > 0 {
        faults.unavailable -= 1
        note(index, .unavailable, nil, at: at)
        finish(attempt, Outcome(.unsuccessfulStatus))
      } else {
        return attempt
      }
    }
    return nil
  }

  /// Records the outcome of an attempt, and schedules the next one.
  package mutating func finish(_ attempt: DueAttempt, _ outcome: Outcome) {
    let (index, date) = (attempt.index, attempt.date)
    if let forgery = attempt.forgery, let forged = outcome.forged {
      note(index, .forged(forgery), forged, at: date)
    }
    if let repeated = outcome.repeated { note(index, .doubled, repeated, at: date) }
    deliveries[index].attempts.append(Attempt(date: date, result: outcome.result))
    let made = deliveries[index].attempts.count
    guard outcome.result != .success, made <= pauses.count else { return }
    queue.schedule(index, at: date.adding(pauses[made - 1]))
  }

  /// Makes every attempt that is due by a moment, each at its own moment and in order.
  ///
  /// - Parameter post: sends one notification.
  package mutating func send(
    by now: Timestamp, _ post: (StoreNotification) async -> Result
  ) async {
    while let attempt = next(by: now) {
      finish(attempt, Outcome(await post(attempt.notification)))
    }
  }
}

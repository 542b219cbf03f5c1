import PaywallCatalog

/// Which of the calls that wait for one endpoint is made when; a pure state machine.
///
/// - In any 3,600 seconds no more calls are granted than the budget has.
/// - Urgent calls go first and may use all of it. The others keep an even pace below it, so that a
///   slot for an urgent call is always near.
/// - Background calls get at most a tenth.
struct CallSchedule: Sendable {
  typealias Ticket = UInt64

  let hourly: Int
  private var window: HourlyWindow
  private var usualPace: CallPace
  private var backgroundPace: CallPace
  private var waiting = [TicketQueue](repeating: TicketQueue(), count: CallPriority.allCases.count)
  /// Milliseconds.
  private(set) var pausedUntil: Timestamp?

  /// Usual calls leave a hundredth of the budget to urgent ones, and come in bursts of another
  /// hundredth.
  private static let part = 100

  init(hourly: Int, at now: Timestamp) {
    self.hourly = hourly
    window = HourlyWindow(at: Self.second(now))
    let burst = hourly / Self.part
    usualPace = CallPace(hourly: max(1, Double(hourly) * 0.99), burst: burst)
    backgroundPace = CallPace(hourly: max(1, Double(hourly) * 0.1), burst: burst / 10)
  }

  private static func second(_ now: Timestamp) -> Int64 { now.milliseconds / 1_000 }

  var waitingCount: Int { waiting.reduce(0) { $0 + $1.count } }
  var used: Int { window.used }
  /// Calls by minute, for the record.
  var minutes: [(end: Int64, count: Int)] { window.minutes }

  mutating func enqueue(_ ticket: Ticket, _ priority: CallPriority) {
    waiting[priority.rawValue].append(ticket)
  }

  mutating func remove(_ ticket: Ticket, _ priority: CallPriority) {
    waiting[priority.rawValue].remove(ticket)
  }

  /// Apple asked not to be called before. Never for longer than an hour, which is what limits are
  /// for.
  mutating func pause(until moment: Timestamp, at now: Timestamp) {
    let latest = now.adding(milliseconds: 3_600_000)
    pausedUntil = max(pausedUntil ?? moment, min(moment, latest))
  }

  /// Calls that were made before this process, or are reserved.
  mutating func add(_ count: Int, at moment: Timestamp, now: Timestamp) {
    window.advance(to: Self.second(now))
    window.add(count, at: Self.second(moment))
  }

  /// The next call that may be made now, already counted; `nil` if none may.
  mutating func next(at now: Timestamp) -> (ticket: Ticket, priority: CallPriority)? {
    window.advance(to: Self.second(now))
    if let pausedUntil {
      guard pausedUntil <= now || pausedUntil > now.adding(milliseconds: 3_600_000) else {
        return nil
      }
      self.pausedUntil = nil
    }
    guard window.used < hourly else { return nil }
    let micros = now.milliseconds * 1_000
    usualPace.limit(to: micros)
    backgroundPace.limit(to: micros)
    for priority in CallPriority.allCases {
      guard allows(priority, micros),
        let ticket = waiting[priority.rawValue].popFirst()
      else { continue }
      window.add(1, at: Self.second(now))
      // Urgent calls are not paced, and the others make room for them.
      usualPace.take(micros)
      if priority == .background { backgroundPace.take(micros) }
      return (ticket, priority)
    }
    return nil
  }

  private func allows(_ priority: CallPriority, _ micros: Int64) -> Bool {
    switch priority {
    case .urgent: true
    case .usual: usualPace.allows(micros)
    case .background: usualPace.allows(micros) && backgroundPace.allows(micros)
    }
  }

  /// When the next waiting call may be made; `nil` if none waits.
  func wake(after now: Timestamp) -> Timestamp? {
    var micros: Int64?
    for priority in CallPriority.allCases where waiting[priority.rawValue].count > 0 {
      micros = min(micros ?? .max, free(priority))
    }
    guard let micros else { return nil }
    // Rounded up to a millisecond, so that the call is in pace then.
    return max(
      now.adding(milliseconds: 1), Timestamp(milliseconds: (max(0, micros) + 999) / 1_000))
  }

  /// When a call of this priority could be made if none waited before it.
  func free(_ priority: CallPriority, at now: Timestamp) -> Timestamp {
    max(now, Timestamp(milliseconds: (max(0, free(priority)) + 999) / 1_000))
  }

  private func free(_ priority: CallPriority) -> Int64 {
    var micros = (pausedUntil?.milliseconds ?? 0) * 1_000
    if window.used >= hourly { micros = max(micros, window.free(below: hourly) * 1_000_000) }
    switch priority {
    case .urgent: return micros
    case .usual: return max(micros, usualPace.free)
    case .background: return max(micros, usualPace.free, backgroundPace.free)
    }
  }
}

/// A queue of tickets from which one can be taken out in the middle.
struct TicketQueue: Sendable {
  private var tickets: [CallSchedule.Ticket] = []
  private var head = 0
  private var removed: Set<CallSchedule.Ticket> = []

  var count: Int { tickets.count - head - removed.count }

  mutating func append(_ ticket: CallSchedule.Ticket) { tickets.append(ticket) }

  /// - Parameter ticket: one that waits.
  mutating func remove(_ ticket: CallSchedule.Ticket) { removed.insert(ticket) }

  mutating func popFirst() -> CallSchedule.Ticket? {
    while head < tickets.count {
      let ticket = tickets[head]
      head += 1
      if head > 1_024, head * 2 > tickets.count {
        tickets.removeFirst(head)
        head = 0
      }
      if removed.remove(ticket) == nil { return ticket }
    }
    return nil
  }
}

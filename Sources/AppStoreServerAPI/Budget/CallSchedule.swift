import PaywallCatalog

/// Which of the calls that wait for one endpoint is made when: urgent ones first, each within the
/// allowance; a pure state machine.
struct CallSchedule: Sendable {
  typealias Ticket = UInt64

  private(set) var allowance: CallAllowance
  private var waiting = [TicketQueue](repeating: TicketQueue(), count: CallPriority.allCases.count)

  init(hourly: Int, at now: Timestamp) { allowance = CallAllowance(hourly: hourly, at: now) }

  mutating func enqueue(_ ticket: Ticket, _ priority: CallPriority) {
    waiting[priority.rawValue].append(ticket)
  }

  mutating func remove(_ ticket: Ticket, _ priority: CallPriority) {
    waiting[priority.rawValue].remove(ticket)
  }

  /// Apple asked not to be called before.
  mutating func pause(until moment: Timestamp, at now: Timestamp) {
    allowance.pause(until: moment, at: now)
  }

  /// The next call that may be made now, already counted; `nil` if none may.
  ///
  /// - Parameter isLeased: whether the process holds a call of this priority, where several processes
  ///   share the budget.
  mutating func next(
    at now: Timestamp, isLeased: (CallPriority) -> Bool = { _ in true }
  ) -> (ticket: Ticket, priority: CallPriority)? {
    guard allowance.advance(to: now) else { return nil }
    for priority in CallPriority.allCases {
      guard allowance.isInPace(priority, at: now), isLeased(priority),
        let ticket = waiting[priority.rawValue].popFirst()
      else { continue }
      allowance.take(priority, at: now)
      return (ticket, priority)
    }
    return nil
  }

  /// The waiting calls of the priorities of which one may be made now.
  mutating func ready(at now: Timestamp) -> CallCounts {
    var ready = CallCounts()
    guard allowance.advance(to: now) else { return ready }
    for priority in CallPriority.allCases where allowance.isInPace(priority, at: now) {
      ready[priority] = waiting[priority.rawValue].count
    }
    return ready
  }

  /// When the next waiting call may be made; `nil` if none waits.
  ///
  /// - Parameter earliest: when the process may hold a call of a priority; `nil` if it is not known
  ///   yet.
  func wake(
    after now: Timestamp,
    notBefore earliest: (CallPriority) -> Timestamp? = { _ in Timestamp(milliseconds: 0) }
  ) -> Timestamp? {
    var wake: Timestamp?
    for priority in CallPriority.allCases where waiting[priority.rawValue].count > 0 {
      guard let earliest = earliest(priority) else { continue }
      // Rounded up to a millisecond, so that the call is in pace then.
      let micros = max(0, allowance.free(priority))
      let free = max(earliest, Timestamp(milliseconds: (micros + 999) / 1_000))
      wake = min(wake ?? free, free)
    }
    return wake.map { max(now.adding(milliseconds: 1), $0) }
  }

  /// When a call of this priority could be made if none waited before it.
  func free(_ priority: CallPriority, at now: Timestamp) -> Timestamp {
    allowance.free(priority, at: now)
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

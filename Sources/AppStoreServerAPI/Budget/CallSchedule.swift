import PaywallCatalog

/// Decides which of the calls that wait for one endpoint is made when: urgent ones first, each
/// within the allowance; a pure state machine.
struct CallSchedule: Sendable {
  typealias Ticket = UInt64

  private(set) var allowance: CallAllowance
  private var waiting = [TicketQueue](repeating: TicketQueue(), count: CallPriority.allCases.count)

  /// - Parameter former: the calls of an earlier process.
  init(hourly: Int, after former: BudgetUse.Calls? = nil, at now: Timestamp) {
    allowance = CallAllowance(hourly: hourly, at: now)
    guard var former else { return }
    former.forget(at: now)
    for (end, count) in former.counts {
      allowance.add(count, at: Timestamp(milliseconds: end), now: now)
    }
    if let moment = former.pausedUntil { pause(until: moment, at: now) }
  }

  mutating func enqueue(_ ticket: Ticket, _ priority: CallPriority) {
    waiting[priority.rawValue].append(ticket)
  }

  mutating func remove(_ ticket: Ticket, _ priority: CallPriority) {
    waiting[priority.rawValue].remove(ticket)
  }

  /// Makes no calls until the moment that Apple asked for.
  mutating func pause(until moment: Timestamp, at now: Timestamp) {
    allowance.pause(until: moment, at: now)
  }

  /// The next call that may be made now, already counted; `nil` if none may.
  mutating func next(at now: Timestamp) -> (ticket: Ticket, priority: CallPriority)? {
    guard allowance.advance(to: now) else { return nil }
    for priority in CallPriority.allCases {
      guard allowance.isInPace(priority, at: now),
        let ticket = waiting[priority.rawValue].popFirst()
      else { continue }
      allowance.take(priority, at: now)
      return (ticket, priority)
    }
    return nil
  }

  /// Returns how many of the waiting calls have a priority of which one may be made now.
  mutating func ready(at now: Timestamp) -> Int {
    guard allowance.advance(to: now) else { return 0 }
    return CallPriority.allCases.reduce(0) { ready, priority in
      ready + (allowance.isInPace(priority, at: now) ? waiting[priority.rawValue].count : 0)
    }
  }

  /// The moment when the next waiting call may be made; `nil` if none waits.
  func wake(after now: Timestamp) -> Timestamp? {
    let free = CallPriority.allCases.filter { waiting[$0.rawValue].count > 0 }
      .map { allowance.free($0, at: now) }
    return free.min().map { max(now.adding(milliseconds: 1), $0) }
  }

  /// The moment when a call of this priority could be made if none waited before it.
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

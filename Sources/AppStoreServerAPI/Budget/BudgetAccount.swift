import PaywallCatalog

/// One budget of one process: which of its waiting calls may be made now, and what is written down of
/// them; a pure state machine.
struct BudgetAccount: Sendable {
  var schedule: CallSchedule
  /// `nil` if nothing is written down.
  private var block: CallBlock?
  private var calls: BudgetUse.Calls

  /// - Parameter former: the calls that an earlier process has written down.
  init(hourly: Int, after former: BudgetUse.Calls?, isWritten: Bool, at now: Timestamp) {
    schedule = CallSchedule(hourly: hourly, after: former, at: now)
    block = isWritten ? CallBlock(hourly: hourly) : nil
    calls = former ?? BudgetUse.Calls()
  }

  /// The next call that may be made, already counted; `nil` if none may.
  mutating func next(at now: Timestamp) -> (ticket: CallSchedule.Ticket, priority: CallPriority)? {
    guard block?.hasCall(at: now) ?? true, let next = schedule.next(at: now) else { return nil }
    block?.take()
    calls.add(1, at: now)
    return next
  }

  /// Begins another block if calls wait for one.
  ///
  /// - Returns: whether to write ``written(at:)`` down now, and then to call ``endWriting()``.
  mutating func beginsBlock(at now: Timestamp) -> Bool {
    block?.begin(for: schedule.ready(at: now), at: now) ?? false
  }

  mutating func endWriting() { block?.endWriting() }

  /// When the next waiting call may be made; `nil` if none waits, or all wait for a block.
  func wake(after now: Timestamp) -> Timestamp? {
    block?.isBeingWritten == true ? nil : schedule.wake(after: now)
  }

  mutating func pause(until moment: Timestamp, at now: Timestamp) {
    schedule.pause(until: moment, at: now)
    calls.pausedUntil = schedule.allowance.pausedUntil
  }

  /// The use that is stored for the next process. All calls of a reserved block count as made.
  mutating func written(at now: Timestamp) -> BudgetUse.Calls {
    calls.forget(at: now)
    var written = calls
    if let block { written.add(block.left, at: block.until) }
    return written
  }

  /// At the end of the process.
  mutating func end() { block?.end() }
}

import PaywallCatalog

/// The part of a shared budget that this process may use by itself: a block of calls, so that it
/// need not ask the record for each. Blocks grow while they are used up, and begin small again
/// after one that was not. A pure state machine.
struct CallLease: Sendable {
  let key: BudgetRecord.Key
  let holder: String
  let hourly: Int
  private var left = CallCounts()
  private var until = Timestamp(milliseconds: 0)
  private var used: [BudgetRecord.Slot] = []
  private var dropped = CallCounts()
  private var blocks: [Int]
  private var askAt: [Timestamp]
  private var free: [CallPriority: Timestamp] = [:]
  private var pausedUntil: Timestamp?
  /// Whether a request is under way.
  private(set) var isAsking = false

  /// Milliseconds after which calls that were not granted are asked for again, at the least: what
  /// is granted meanwhile comes in one block.
  private static func pause(_ priority: CallPriority) -> Int64 {
    priority == .urgent ? 250 : 1_000
  }
  /// At the most: other processes give back what they did not use.
  private static let longestPause: Int64 = 10_000

  init(_ key: BudgetRecord.Key, holder: String, hourly: Int) {
    self.key = key
    self.holder = holder
    self.hourly = hourly
    blocks = CallPriority.allCases.map { _ in 1 }
    askAt = CallPriority.allCases.map { _ in Timestamp(milliseconds: 0) }
  }

  /// Six seconds of the budget; of background calls six seconds of their tenth.
  private func mostCalls(_ priority: CallPriority) -> Int {
    max(1, hourly / (priority == .background ? 6_000 : 600))
  }

  /// Whether a call of this priority may be made: an urgent one also in the place of a usual one.
  func has(_ priority: CallPriority) -> Bool {
    left[priority] > 0 || priority == .urgent && left[.usual] > 0
  }

  var isEmpty: Bool { left.total == 0 }

  /// - Parameter priority: one that it has.
  mutating func take(_ priority: CallPriority, at now: Timestamp) {
    let place = left[priority] > 0 ? priority : .usual
    left[place] = max(0, left[place] - 1)
    used.add(1, at: now)
  }

  /// Ends a lease whose time is over, also by a clock that went back.
  mutating func expire(at now: Timestamp) {
    guard left.total > 0,
      until < now || until > now.adding(milliseconds: BudgetRecord.Lease.length)
    else { return }
    for priority in CallPriority.allCases where left[priority] > 0 {
      blocks[priority.rawValue] = 1
    }
    dropped += left
    left = CallCounts()
  }

  /// What to ask the record for; `nil` if nothing is needed, or the pace allows no question yet.
  ///
  /// - Parameter ready: calls that wait only for the lease.
  mutating func request(for ready: CallCounts, at now: Timestamp) -> LeaseRequest? {
    guard !isAsking else { return nil }
    var wanted = CallCounts()
    for priority in CallPriority.allCases
    where ready[priority] > 0 && !has(priority) && askAt[priority.rawValue] <= now {
      wanted[priority] = min(
        max(ready[priority], blocks[priority.rawValue]), mostCalls(priority))
    }
    guard wanted.total > 0 || pausedUntil != nil else { return nil }
    return request(wanted)
  }

  /// Gives back what was not used of a lease that ended; `nil` if there is nothing.
  mutating func settlement() -> LeaseRequest? {
    guard !isAsking, dropped.total > 0 else { return nil }
    return request(CallCounts())
  }

  /// Ends the lease: at the end of the process.
  mutating func end() -> LeaseRequest {
    dropped += left
    left = CallCounts()
    return request(CallCounts())
  }

  private mutating func request(_ wanted: CallCounts) -> LeaseRequest {
    defer {
      used = []
      dropped = CallCounts()
      pausedUntil = nil
    }
    isAsking = true
    return LeaseRequest(
      key: key, holder: holder, hourly: hourly, used: used, kept: left, dropped: dropped,
      wanted: wanted, pausedUntil: pausedUntil)
  }

  mutating func add(_ answer: LeaseAnswer, to request: LeaseRequest, at now: Timestamp) {
    isAsking = false
    left += answer.granted
    until = answer.until
    free = answer.free
    for priority in CallPriority.allCases where request.wanted[priority] > 0 {
      let granted = answer.granted[priority]
      if granted == request.wanted[priority] {
        blocks[priority.rawValue] = min(granted * 2, mostCalls(priority))
        askAt[priority.rawValue] = now
      } else {
        blocks[priority.rawValue] = max(1, granted)
        let earliest = now.adding(milliseconds: Self.pause(priority))
        askAt[priority.rawValue] = min(
          max(answer.free[priority] ?? earliest, earliest),
          now.adding(milliseconds: Self.longestPause))
      }
    }
  }

  /// Apple asked not to be called before: the other processes are told.
  mutating func pause(until moment: Timestamp) { pausedUntil = max(pausedUntil ?? moment, moment) }

  /// When a call of this priority can be asked for or made; `nil` while it is not known.
  func earliest(_ priority: CallPriority) -> Timestamp? {
    if has(priority) { return Timestamp(milliseconds: 0) }
    return isAsking ? nil : askAt[priority.rawValue]
  }

  /// When a call could be granted, by what the record said last.
  func free(_ priority: CallPriority) -> Timestamp { free[priority] ?? Timestamp(milliseconds: 0) }
}

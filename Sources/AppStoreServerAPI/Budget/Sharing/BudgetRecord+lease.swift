import PaywallCatalog

/// What a process tells of its lease, and what it asks for.
struct LeaseRequest: Sendable {
  var key: BudgetRecord.Key
  var holder: String
  var hourly: Int
  /// Calls that it made and did not tell of yet.
  var used: [BudgetRecord.Slot] = []
  /// Calls of its lease that it may still make.
  var kept = CallCounts()
  /// Calls of its lease that it will not make.
  var dropped = CallCounts()
  var wanted = CallCounts()
  /// Apple asked it not to call before.
  var pausedUntil: Timestamp?
}

struct LeaseAnswer: Sendable {
  /// At most what was wanted.
  var granted = CallCounts()
  /// The end of the lease, kept calls included.
  var until: Timestamp
  /// When a call of each priority could be granted, by the calls that are known now.
  var free: [CallPriority: Timestamp] = [:]
  var pausedUntil: Timestamp?
}

extension BudgetRecord {
  /// Milliseconds for which a call counts.
  private static let memory: Int64 = HourlyWindow.seconds * 1_000
  /// Moments further in the future are of a clock that went back.
  private static let mostAhead: Int64 = 60_000
  /// Leases of processes that ended without telling; older ones become calls.
  private static let mostLeases = 64

  /// Settles the lease of a process and gives it a new one, within what all processes have left.
  mutating func lease(_ request: LeaseRequest, at now: Timestamp) -> LeaseAnswer {
    var use = uses[request.key] ?? Use()
    use.forget(before: now.adding(milliseconds: -Self.memory), now, mostAhead: Self.mostAhead)
    let former = use.leases.first { $0.holder == request.holder }
    use.leases.removeAll { $0.holder == request.holder }
    for slot in request.used { use.calls.add(slot.count, at: slot.end) }
    use.bound(Self.mostLeases)

    // A call may be made as long after it was leased as the lease lasts.
    var allowance = CallAllowance(hourly: request.hourly, delay: Lease.length, at: now)
    allowance.resume(usual: use.usualPace, background: use.backgroundPace)
    for slot in use.calls { allowance.add(slot.count, at: slot.end, now: now) }
    for lease in use.leases { allowance.add(lease.calls.total, at: lease.until, now: now) }
    allowance.add(request.kept.total, at: now, now: now)
    if let former { allowance.giveBack(request.dropped, takenAt: former.takenAt) }
    for moment in [use.pausedUntil, request.pausedUntil].compactMap(\.self) {
      allowance.pause(until: moment, at: now)
    }

    var answer = LeaseAnswer(until: now.adding(milliseconds: Lease.length))
    for priority in CallPriority.allCases {
      while answer.granted[priority] < request.wanted[priority], allowance.advance(to: now),
        allowance.isInPace(priority, at: now)
      {
        allowance.take(priority, at: now)
        answer.granted[priority] += 1
      }
    }
    var calls = request.kept
    calls += answer.granted
    if calls.total > 0 {
      use.leases.append(
        Lease(
          holder: request.holder, until: answer.until,
          takenAt: request.kept.total > 0 ? former?.takenAt ?? now : now, calls: calls))
    }
    use.usualPace = allowance.usualPace.state
    use.backgroundPace = allowance.backgroundPace.state
    use.pausedUntil = allowance.pausedUntil
    uses[request.key] = use
    for priority in CallPriority.allCases {
      answer.free[priority] = allowance.free(priority, at: now)
    }
    answer.pausedUntil = allowance.pausedUntil
    return answer
  }
}

extension BudgetRecord.Use {
  /// Leaves out what no longer counts. What a clock that went back left in the future counts from
  /// now on, so that it is forgotten in an hour.
  fileprivate mutating func forget(
    before oldest: Timestamp, _ now: Timestamp, mostAhead: Int64
  ) {
    calls.removeAll { $0.end < oldest }
    leases.removeAll { $0.until < oldest }
    let latest = now.adding(milliseconds: mostAhead)
    for index in calls.indices where calls[index].end > latest { calls[index].end = now }
    for index in leases.indices where leases[index].until > latest { leases[index].until = now }
  }

  fileprivate mutating func bound(_ mostLeases: Int) {
    while leases.count > mostLeases,
      let oldest = leases.indices.min(by: { leases[$0].until < leases[$1].until })
    {
      let lease = leases.remove(at: oldest)
      calls.add(lease.calls.total, at: lease.until)
    }
  }
}

import Dispatch
import PaywallCatalog
import Synchronization

/// Why a call was not granted.
enum QueueFailure: Error {
  /// It waited as long as it may; the moment from which it could be made.
  case limited(until: Timestamp)
  case cancelled
}

/// Lets calls wait for the budget of their endpoint and environment. Where several processes share the
/// budgets, calls are made from blocks that are leased in the background, so that none waits for the
/// disk as long as there is one.
final class CallQueues: Sendable {
  typealias Key = BudgetRecord.Key
  fileprivate typealias Continuation = CheckedContinuation<Result<Void, QueueFailure>, Never>

  fileprivate struct Waiter {
    var continuation: Continuation
    var priority: CallPriority
  }

  fileprivate struct Queue {
    var schedule: CallSchedule
    var waiters: [CallSchedule.Ticket: Waiter] = [:]
    var wake: Timestamp?
    /// `nil` if the budgets are of this process alone.
    var lease: CallLease?
    /// Whether the end of a lease is waited for, to give back what is left of it.
    var isEndAwaited = false
  }

  private struct State {
    var queues: [Key: Queue] = [:]
    var ticket: CallSchedule.Ticket = 0
    /// As it was last seen.
    var record = BudgetRecord()
    var isForgetful = false
  }

  private let budgets: CallBudgets
  private let storage: BudgetStorage
  private let now: @Sendable () -> Timestamp
  private let sleep: @Sendable (Duration) async throws -> Void
  private let state = Mutex(State())
  /// Changes the record, one after another.
  private let disk = DispatchQueue(label: "paywall.app-store-budget")

  /// Calls that wait for one endpoint; those that are not urgent are refused beyond it.
  static let mostWaiting = 20_000

  init(
    _ budgets: CallBudgets, storage: BudgetStorage, now: @escaping @Sendable () -> Timestamp,
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.budgets = budgets
    self.storage = storage
    self.now = now
    self.sleep = sleep
  }

  /// Whether the last record could not be kept, so that a restart forgets what was used.
  var isForgetful: Bool { state.withLock { $0.isForgetful } }

  /// Returns when the call may be made; it is counted then.
  ///
  /// - Parameter patience: the longest wait.
  @concurrent func take(
    _ key: Key, _ priority: CallPriority, within patience: Duration
  ) async throws(QueueFailure) {
    let ticket = state.withLock { state in
      state.ticket += 1
      return state.ticket
    }
    let timer = Mutex<Task<Void, Never>?>(nil)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isWaiting = add(
          ticket, Waiter(continuation: continuation, priority: priority), to: key)
        guard isWaiting else { return }
        if Task.isCancelled { end(ticket, of: key) { _ in .cancelled } }
        let sleep = sleep
        let task = Task { [self] in
          guard (try? await sleep(patience)) != nil else { return }
          end(ticket, of: key) { .limited(until: $0) }
        }
        timer.withLock { $0 = task }
      }
    } onCancel: {
      end(ticket, of: key) { _ in .cancelled }
    }
    timer.withLock { $0 }?.cancel()
    try result.get()
  }

  /// - Returns: whether it waits; otherwise it was answered.
  private func add(_ ticket: CallSchedule.Ticket, _ waiter: Waiter, to key: Key) -> Bool {
    let refused: Timestamp? = state.withLock { state in
      var queue = queue(key, in: &state)
      defer { state.queues[key] = queue }
      guard waiter.priority == .urgent || queue.waiters.count < Self.mostWaiting else {
        return queue.free(waiter.priority, at: now())
      }
      queue.schedule.enqueue(ticket, waiter.priority)
      queue.waiters[ticket] = waiter
      return nil
    }
    if let refused {
      waiter.continuation.resume(returning: .failure(.limited(until: refused)))
      return false
    }
    return !grant(key).contains(ticket)
  }

  private func end(
    _ ticket: CallSchedule.Ticket, of key: Key, _ why: (Timestamp) -> QueueFailure
  ) {
    let ended: (Waiter, Timestamp)? = state.withLock { state in
      guard var queue = state.queues[key], let waiter = queue.waiters.removeValue(forKey: ticket)
      else { return nil }
      queue.schedule.remove(ticket, waiter.priority)
      state.queues[key] = queue
      return (waiter, queue.free(waiter.priority, at: now()))
    }
    guard let (waiter, free) = ended else { return }
    waiter.continuation.resume(returning: .failure(why(free)))
  }

  /// Grants what may be made now, and sees to it that the next one is granted in its time.
  @discardableResult
  private func grant(_ key: Key) -> [CallSchedule.Ticket] {
    let (granted, request, wake) = state.withLock {
      state -> ([(CallSchedule.Ticket, Continuation)], LeaseRequest?, Timestamp?) in
      var queue = queue(key, in: &state)
      defer { state.queues[key] = queue }
      let now = now()
      let granted = queue.grant(at: now)
      let request = queue.lease?.request(for: queue.schedule.ready(at: now), at: now)
      let lease = queue.lease
      let wake = queue.schedule.wake(after: now) { priority in
        lease.map { $0.earliest(priority) } ?? Timestamp(milliseconds: 0)
      }
      guard let wake, queue.wake.map({ wake < $0 }) ?? true else { return (granted, request, nil) }
      queue.wake = wake
      return (granted, request, wake)
    }
    for (_, continuation) in granted { continuation.resume(returning: .success(())) }
    if let request { disk.async { [self] in exchange(request) } }
    if let wake {
      let delay = Duration.milliseconds(max(1, wake.milliseconds - now().milliseconds))
      let sleep = sleep
      Task { [self] in
        try? await sleep(delay)
        state.withLock { if $0.queues[key]?.wake == wake { $0.queues[key]?.wake = nil } }
        grant(key)
      }
    }
    return granted.map(\.0)
  }

  /// Apple asked not to be called before.
  func pause(_ key: Key, until moment: Timestamp) {
    let request: LeaseRequest? = state.withLock { state in
      var queue = queue(key, in: &state)
      defer { state.queues[key] = queue }
      queue.schedule.pause(until: moment, at: now())
      queue.lease?.pause(until: moment)
      return queue.lease?.request(for: CallCounts(), at: now())
    }
    if let request { disk.async { [self] in exchange(request) } }
  }

  /// Gives back what is leased and not used: at the end of the process.
  func flush() {
    disk.sync {
      let requests = state.withLock { state in
        state.queues.keys.compactMap { state.queues[$0]?.lease?.end() }
      }
      guard !requests.isEmpty else { return }
      _ = update { record, now in
        for request in requests { _ = record.lease(request, at: now) }
      }
    }
  }

  private func queue(_ key: Key, in state: inout State) -> Queue {
    if let queue = state.queues[key] { return queue }
    let hourly = budgets.calls(key.endpoint, in: key.environment)
    return Queue(
      schedule: CallSchedule(hourly: hourly, at: now()),
      lease: storage.update == nil
        ? nil : CallLease(key, holder: storage.holder, hourly: hourly))
  }
}

// Leases of a shared budget.
extension CallQueues {
  /// Tells the record what was used, and takes what it grants. Waits for the disk and for other
  /// processes.
  private func exchange(_ request: LeaseRequest) {
    let answer = update { record, now in record.lease(request, at: now) }
    guard let answer else { return }
    let isAwaiting = state.withLock { state -> Bool in
      guard var queue = state.queues[request.key] else { return false }
      queue.lease?.add(answer, to: request, at: now())
      if let moment = answer.pausedUntil { queue.schedule.pause(until: moment, at: now()) }
      let isAwaiting = !queue.isEndAwaited && answer.granted.total > 0
      if isAwaiting { queue.isEndAwaited = true }
      state.queues[request.key] = queue
      return isAwaiting
    }
    grant(request.key)
    if isAwaiting { awaitEnd(of: request.key) }
  }

  /// Gives back what is left when the lease ends, so that it is not lost to the other processes.
  private func awaitEnd(of key: Key) {
    let sleep = sleep
    Task { [self] in
      try? await sleep(.milliseconds(BudgetRecord.Lease.length + 1))
      let (request, isLeased) = state.withLock { state -> (LeaseRequest?, Bool) in
        guard var queue = state.queues[key] else { return (nil, false) }
        queue.lease?.expire(at: now())
        let request = queue.lease?.settlement()
        let isLeased = queue.lease?.isEmpty == false
        queue.isEndAwaited = isLeased
        state.queues[key] = queue
        return (request, isLeased)
      }
      if let request { disk.async { [self] in exchange(request) } }
      if isLeased { awaitEnd(of: key) }
    }
  }

  /// Changes the record, or the one that is known if that cannot be done.
  private func update<Value>(
    _ change: (inout BudgetRecord, Timestamp) -> Value
  ) -> Value? {
    guard let update = storage.update else { return nil }
    let known = state.withLock { $0.record }
    var value: Value?
    let (record, isKept) = update(known) { record in value = change(&record, now()) }
    state.withLock { state in
      state.record = record
      state.isForgetful = !isKept
    }
    return value
  }
}

extension CallQueues.Queue {
  /// Takes the waiting calls out that may be made now.
  fileprivate mutating func grant(
    at now: Timestamp
  ) -> [(CallSchedule.Ticket, CallQueues.Continuation)] {
    var granted: [(CallSchedule.Ticket, CallQueues.Continuation)] = []
    lease?.expire(at: now)
    while true {
      let held = lease
      guard let next = schedule.next(at: now, isLeased: { held?.has($0) ?? true }) else {
        return granted
      }
      lease?.take(next.priority, at: now)
      guard let waiter = waiters.removeValue(forKey: next.ticket) else { continue }
      granted.append((next.ticket, waiter.continuation))
    }
  }

  fileprivate func free(_ priority: CallPriority, at now: Timestamp) -> Timestamp {
    max(schedule.free(priority, at: now), lease?.free(priority) ?? now)
  }
}

import PaywallCatalog
import Synchronization

/// Why a call was not granted.
enum QueueFailure: Error {
  /// It waited as long as it may; the moment from which it could be made.
  case limited(until: Timestamp)
  case cancelled
}

/// Lets calls wait for the budget of their endpoint and environment, and remembers what was used.
final class CallQueues: Sendable {
  typealias Key = BudgetRecord.Key
  private typealias Continuation = CheckedContinuation<Result<Void, QueueFailure>, Never>

  private struct Waiter {
    var continuation: Continuation
    var priority: CallPriority
  }

  private struct Queue {
    var schedule: CallSchedule
    var waiters: [CallSchedule.Ticket: Waiter] = [:]
    var wake: Timestamp?
    /// Calls that the record counts already, for the minute of that record.
    var reserved = 0
    var reservedMinute: Int64 = -1
  }

  private struct State {
    var queues: [Key: Queue] = [:]
    var ticket: CallSchedule.Ticket = 0
    var record: BudgetRecord
    var isForgetful = false
  }

  private let budgets: CallBudgets
  private let storage: BudgetStorage
  private let now: @Sendable () -> Timestamp
  private let sleep: @Sendable (Duration) async throws -> Void
  private let state: Mutex<State>

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
    state = Mutex(State(record: storage.load() ?? BudgetRecord()))
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
        return queue.schedule.free(waiter.priority, at: now())
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
      return (waiter, queue.schedule.free(waiter.priority, at: now()))
    }
    guard let (waiter, free) = ended else { return }
    waiter.continuation.resume(returning: .failure(why(free)))
  }

  /// Grants what may be made now, and sees to it that the next one is granted in its time.
  @discardableResult
  private func grant(_ key: Key) -> [CallSchedule.Ticket] {
    let (granted, wake) = state.withLock {
      state -> ([(CallSchedule.Ticket, Continuation)], Timestamp?) in
      var queue = queue(key, in: &state)
      let now = now()
      var granted: [(CallSchedule.Ticket, Continuation)] = []
      while let next = queue.schedule.next(at: now) {
        guard let waiter = queue.waiters.removeValue(forKey: next.ticket) else { continue }
        granted.append((next.ticket, waiter.continuation))
      }
      state.queues[key] = queue
      // On disk before the calls are made.
      if !granted.isEmpty { reserve(granted.count, key, at: now, in: &state) }
      let wake = state.queues[key]?.schedule.wake(after: now)
      if let wake, (state.queues[key]?.wake).map({ wake < $0 }) ?? true {
        state.queues[key]?.wake = wake
        return (granted, wake)
      }
      return (granted, nil)
    }
    for (_, continuation) in granted { continuation.resume(returning: .success(())) }
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
    state.withLock { state in
      var queue = queue(key, in: &state)
      queue.schedule.pause(until: moment, at: now())
      state.queues[key] = queue
      save(at: now(), in: &state)
    }
  }

  /// Writes what was used, without what was reserved: at the end of the process.
  func flush() {
    state.withLock { state in
      for key in state.queues.keys { state.queues[key]?.reserved = 0 }
      save(at: now(), in: &state)
    }
  }

  private func queue(_ key: Key, in state: inout State) -> Queue {
    if let queue = state.queues[key] { return queue }
    let now = now()
    var schedule = CallSchedule(
      hourly: budgets.calls(key.endpoint, in: key.environment), at: now)
    if let use = state.record.uses[key] {
      for minute in use.calls { schedule.add(minute.count, at: minute.end, now: now) }
      if let until = use.pausedUntil { schedule.pause(until: until, at: now) }
    }
    return Queue(schedule: schedule)
  }

  /// Counts calls as reserved; writes a record if they are more than the last one counts.
  private func reserve(_ count: Int, _ key: Key, at now: Timestamp, in state: inout State) {
    let minute = now.milliseconds / 60_000
    guard var queue = state.queues[key] else { return }
    if queue.reservedMinute == minute, queue.reserved >= count {
      queue.reserved -= count
      state.queues[key] = queue
      return
    }
    // A record every few seconds at full pace; what a killed process reserved counts as used.
    queue.reserved = queue.schedule.hourly / 600
    queue.reservedMinute = minute
    state.queues[key] = queue
    save(at: now, in: &state)
  }

  private func save(at now: Timestamp, in state: inout State) {
    for (key, queue) in state.queues {
      var use = BudgetRecord.Use()
      use.calls = queue.schedule.minutes.map {
        .init(end: Timestamp(milliseconds: $0.end * 1_000), count: $0.count)
      }
      if queue.reserved > 0 {
        let end = (now.milliseconds / 60_000) * 60_000 + 59_000
        use.calls.append(.init(end: Timestamp(milliseconds: end), count: queue.reserved))
      }
      use.pausedUntil = queue.schedule.pausedUntil
      state.record.uses[key] = use
    }
    state.isForgetful = !storage.save(state.record)
  }
}

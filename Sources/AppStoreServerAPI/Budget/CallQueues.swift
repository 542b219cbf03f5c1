import Dispatch
import PaywallCatalog
import Synchronization

/// Why a call was not granted.
enum QueueFailure: Error {
  /// It waited as long as it may; the moment from which it could be made.
  case limited(until: Timestamp)
  case cancelled
}

/// Lets calls wait for the budget of their endpoint and environment. Where the use is written down, calls
/// are made from blocks that are written in the background before they are made, so that none waits for
/// the disk as long as there is one.
final class CallQueues: Sendable {
  typealias Key = BudgetUse.Key
  fileprivate typealias Continuation = CheckedContinuation<Result<Void, QueueFailure>, Never>

  fileprivate struct Waiter {
    var continuation: Continuation
    var priority: CallPriority
  }

  fileprivate struct Queue {
    var account: BudgetAccount
    var waiters: [CallSchedule.Ticket: Waiter] = [:]
    var wake: Timestamp?
  }

  private struct State {
    var queues: [Key: Queue] = [:]
    var ticket: CallSchedule.Ticket = 0
    var isForgetful = false
  }

  private let budgets: CallBudgets
  private let storage: BudgetStorage
  /// The use of earlier processes.
  private let former: BudgetUse
  private let now: @Sendable () -> Timestamp
  private let sleep: @Sendable (Duration) async throws -> Void
  private let state = Mutex(State())
  /// Writes the use down, one after another.
  private let disk = DispatchQueue(label: "paywall.app-store-budget")

  /// Calls that wait for one endpoint; those that are not urgent are refused beyond it.
  static let mostWaiting = 20_000

  init(
    _ budgets: CallBudgets, storage: BudgetStorage, now: @escaping @Sendable () -> Timestamp,
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.budgets = budgets
    self.storage = storage
    former = storage.read()
    self.now = now
    self.sleep = sleep
  }

  /// The part of the budgets that this process has.
  var share: Double { storage.share }

  /// True if the use could not be written down, so that a restart forgets it.
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

  /// - Returns: true if it waits; otherwise it was answered.
  private func add(_ ticket: CallSchedule.Ticket, _ waiter: Waiter, to key: Key) -> Bool {
    let refused: Timestamp? = state.withLock { state in
      var queue = queue(key, in: &state)
      defer { state.queues[key] = queue }
      guard waiter.priority == .urgent || queue.waiters.count < Self.mostWaiting else {
        return queue.free(waiter.priority, at: now())
      }
      queue.account.schedule.enqueue(ticket, waiter.priority)
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
      queue.account.schedule.remove(ticket, waiter.priority)
      state.queues[key] = queue
      return (waiter, queue.free(waiter.priority, at: now()))
    }
    guard let (waiter, free) = ended else { return }
    waiter.continuation.resume(returning: .failure(why(free)))
  }

  /// Grants the calls that may be made now, and plans when the next one is granted.
  @discardableResult
  private func grant(_ key: Key) -> [CallSchedule.Ticket] {
    let (granted, writes, wake) = state.withLock {
      state -> ([(CallSchedule.Ticket, Continuation)], Bool, Timestamp?) in
      var queue = queue(key, in: &state)
      defer { state.queues[key] = queue }
      let now = now()
      let granted = queue.grant(at: now)
      let writes = queue.account.beginsBlock(at: now)
      guard let wake = queue.account.wake(after: now), queue.wake.map({ wake < $0 }) ?? true
      else { return (granted, writes, nil) }
      queue.wake = wake
      return (granted, writes, wake)
    }
    for (_, continuation) in granted { continuation.resume(returning: .success(())) }
    if writes { disk.async { [self] in write(for: key) } }
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

  /// Makes no calls until the moment that Apple asked for.
  func pause(_ key: Key, until moment: Timestamp) {
    state.withLock { state in
      var queue = queue(key, in: &state)
      queue.account.pause(until: moment, at: now())
      state.queues[key] = queue
    }
    if storage.keep != nil { disk.async { [self] in write() } }
  }

  /// Writes down the use, and lets another process have this part of the budgets.
  func end() {
    disk.sync {
      state.withLock { state in
        for key in state.queues.keys { state.queues[key]?.account.end() }
      }
      write()
    }
    storage.giveBack()
  }

  private func queue(_ key: Key, in state: inout State) -> Queue {
    if let queue = state.queues[key] { return queue }
    let hourly = max(
      1, Int(Double(budgets.calls(key.endpoint, in: key.environment)) * storage.share))
    return Queue(
      account: BudgetAccount(
        hourly: hourly, after: former.calls[key], isWritten: storage.keep != nil, at: now()))
  }

  /// Waits for the disk.
  private func write(for key: Key) {
    write()
    state.withLock { $0.queues[key]?.account.endWriting() }
    grant(key)
  }

  private func write() {
    guard let keep = storage.keep else { return }
    var use = former
    state.withLock { state in
      for key in state.queues.keys {
        use.calls[key] = state.queues[key]?.account.written(at: now())
      }
    }
    let isKept = keep(use)
    state.withLock { $0.isForgetful = !isKept }
  }
}

extension CallQueues.Queue {
  /// Removes the waiting calls that may be made now, and returns them.
  fileprivate mutating func grant(
    at now: Timestamp
  ) -> [(CallSchedule.Ticket, CallQueues.Continuation)] {
    var granted: [(CallSchedule.Ticket, CallQueues.Continuation)] = []
    while let next = account.next(at: now) {
      guard let waiter = waiters.removeValue(forKey: next.ticket) else { continue }
      granted.append((next.ticket, waiter.continuation))
    }
    return granted
  }

  fileprivate func free(_ priority: CallPriority, at now: Timestamp) -> Timestamp {
    account.schedule.free(priority, at: now)
  }
}

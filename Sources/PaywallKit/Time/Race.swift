import Foundation

extension Task where Failure == Never {
  /// Returns the task's value if it comes before the time is over and before the caller is
  /// cancelled; the task itself goes on in either case.
  @_semantics("optimize.sil.specialize.generic.size.never")
  func value(within time: Duration, _ clock: DeviceClock) async -> Success? {
    guard time > .zero, !Task<Never, Never>.isCancelled else { return nil }
    let race = Race<Bool>()
    let runner = Task<Void, Never> {
      _ = await self.value
      race.finish(true)
    }
    defer { runner.cancel() }
    return await race.isWon(within: time, clock) ? await value : nil
  }
}

extension Race<Bool> {
  /// True if `true` arrives before the time is over and before the caller is cancelled.
  fileprivate func isWon(within time: Duration, _ clock: DeviceClock) async -> Bool {
    let timer = Task<Void, Never> {
      try? await clock.sleep(time)
      finish(false)
    }
    defer { timer.cancel() }
    return await withTaskCancellationHandler {
      await value
    } onCancel: {
      finish(false)
    }
  }
}

/// The first value that arrives; later ones are ignored.
final class Race<Value: Sendable>: @unchecked Sendable {
  // Everything is read and written under the lock.
  private let lock = NSLock()
  private var first: Value?
  private var waiting: [CheckedContinuation<Value, Never>] = []

  @_semantics("optimize.sil.specialize.generic.size.never")
  func finish(_ value: Value) {
    lock.lock()
    guard first == nil else { return lock.unlock() }
    first = value
    let waiting = self.waiting
    self.waiting = []
    lock.unlock()
    for continuation in waiting { continuation.resume(returning: value) }
  }

  var value: Value {
    get async {
      await withCheckedContinuation { wait($0) }
    }
  }

  @_semantics("optimize.sil.specialize.generic.size.never")
  private func wait(_ continuation: CheckedContinuation<Value, Never>) {
    lock.lock()
    guard let first else {
      waiting.append(continuation)
      return lock.unlock()
    }
    lock.unlock()
    continuation.resume(returning: first)
  }
}

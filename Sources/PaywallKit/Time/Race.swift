import Foundation

extension Task where Failure == Never {
  /// The task's value if it comes before the time is over and before the caller is cancelled; the
  /// task itself goes on in either case.
  func value(within time: Duration, _ clock: DeviceClock) async -> Success? {
    guard time > .zero, !Task<Never, Never>.isCancelled else { return nil }
    let race = Race<Success?>()
    let runner = Task<Void, Never> { race.finish(await self.value) }
    let timer = Task<Void, Never> {
      try? await clock.sleep(time)
      race.finish(nil)
    }
    return await withTaskCancellationHandler {
      let value = await race.value
      timer.cancel()
      runner.cancel()
      return value
    } onCancel: {
      race.finish(nil)
    }
  }
}

/// The first value that arrives; later ones are ignored.
final class Race<Value: Sendable>: @unchecked Sendable {
  // Everything is read and written under the lock.
  private let lock = NSLock()
  private var first: Value?
  private var waiting: [CheckedContinuation<Value, Never>] = []

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

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

/// The first value that arrives; those behind it are passed over.
final class Race<Value: Sendable>: @unchecked Sendable {
  // Everything is read and written under the lock.
  private let lock = NSLock()
  private var first: Value?
  private var waiting: CheckedContinuation<Value, Never>?

  func finish(_ value: Value) {
    let waiting: CheckedContinuation<Value, Never>? = lock.withLock {
      guard first == nil else { return nil }
      first = value
      defer { self.waiting = nil }
      return self.waiting
    }
    waiting?.resume(returning: value)
  }

  /// To be asked for once.
  var value: Value {
    get async {
      await withCheckedContinuation { continuation in
        let first: Value? = lock.withLock {
          if first == nil { waiting = continuation }
          return first
        }
        if let first { continuation.resume(returning: first) }
      }
    }
  }
}

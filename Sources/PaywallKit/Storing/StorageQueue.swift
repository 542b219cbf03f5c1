import Foundation

/// Runs the calls of a storage one after the other on its own queue, so that a slow disk delays no
/// caller that does not wait for it.
final class StorageQueue: @unchecked Sendable {
  private let storage: any Storage
  private let clock: DeviceClock
  /// Runs calls, one after the other.
  private let run: @Sendable (@escaping @Sendable () -> Void) -> Void
  // The lock guards `began` and `waiting`.
  private let lock = NSLock()
  private var began: Duration?
  private var waiting = 0

  /// The most calls that may wait.
  private static let most = 1000

  /// How long one call may take before the storage counts as stuck.
  static let timeout = Duration.milliseconds(500)

  /// - Parameter run: runs calls, one after the other; `nil` is a queue of its own.
  init(
    _ storage: any Storage, _ clock: DeviceClock,
    run: (@Sendable (@escaping @Sendable () -> Void) -> Void)? = nil
  ) {
    self.storage = storage
    self.clock = clock
    let queue = DispatchQueue(label: "paywallkit.storage", qos: .userInitiated)
    self.run = run ?? { call in queue.async(execute: call) }
  }

  /// True if a call hangs, and later ones would wait for it.
  var isStuck: Bool {
    lock.withLock { began.map { clock.running() - $0 > Self.timeout } ?? false || isFull }
  }

  /// Must be read under the lock.
  private var isFull: Bool { waiting > Self.most }

  /// Queues a call.
  @_semantics("optimize.sil.specialize.generic.size.never")
  func start<Value: Sendable>(
    _ work: @escaping @Sendable (any Storage) -> Value
  ) -> Task<Value, Never> {
    let race = Race<Value>()
    lock.withLock { waiting += 1 }
    run { [self] in
      lock.withLock {
        waiting -= 1
        began = clock.running()
      }
      race.finish(work(storage))
      lock.withLock { began = nil }
    }
    return Task { await race.value }
  }

  /// The result of a call, or `nil` if it does not come in time.
  @_semantics("optimize.sil.specialize.generic.size.never")
  func value<Value: Sendable>(
    within time: Duration, _ work: @escaping @Sendable (any Storage) -> Value
  ) async -> Value? {
    guard !isStuck else { return nil }
    return await start(work).value(within: time, clock)
  }

  /// Writes in the background. On a full disk the value is lost when the process ends.
  func write(
    _ report: @escaping @Sendable (PaywallsEvent) -> Void,
    _ work: @escaping @Sendable (any Storage) throws -> Void
  ) {
    guard lock.withLock({ !isFull }) else {
      return report(.storageFailed("The storage does not answer."))
    }
    _ = start { storage in
      do { try work(storage) } catch { report(.storageFailed("\(error)")) }
    }
  }
}

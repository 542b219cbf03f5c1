import Foundation

/// The storage behind a queue of its own, so that nobody waits for a disk who does not want to.
final class Disk: @unchecked Sendable {
  private let storage: any Storage
  private let clock: DeviceClock
  private let queue = DispatchQueue(label: "paywallkit.storage", qos: .userInitiated)
  // Read and written under the lock.
  private let lock = NSLock()
  private var began: Duration?
  private var waiting = 0

  /// Pieces of work that may wait.
  private static let most = 1000

  /// How long one piece of work may take until the storage counts as stuck.
  static let patience = Duration.milliseconds(500)

  init(_ storage: any Storage, _ clock: DeviceClock) {
    self.storage = storage
    self.clock = clock
  }

  /// A piece of work hangs, and whatever comes next would wait behind it.
  var isStuck: Bool {
    lock.withLock { began.map { clock.running() - $0 > Self.patience } ?? false || isFull }
  }

  /// To be asked under the lock.
  private var isFull: Bool { waiting > Self.most }

  /// Starts a piece of work, behind those before it.
  func start<Value: Sendable>(
    _ work: @escaping @Sendable (any Storage) -> Value
  ) -> Task<Value, Never> {
    let race = Race<Value>()
    lock.withLock { waiting += 1 }
    queue.async { [self] in
      lock.withLock {
        waiting -= 1
        began = clock.running()
      }
      race.finish(work(storage))
      lock.withLock { began = nil }
    }
    return Task { await race.value }
  }

  /// What the work comes to, if it does in time.
  func value<Value: Sendable>(
    within time: Duration, _ work: @escaping @Sendable (any Storage) -> Value
  ) async -> Value? {
    guard !isStuck else { return nil }
    return await start(work).value(within: time, clock)
  }

  /// Writes without anybody waiting, be the storage as slow as it may. A full disk loses what outlives the process, and nothing else.
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

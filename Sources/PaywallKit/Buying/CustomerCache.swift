import Foundation
import PaywallCatalog

/// The customer, for readers that must not wait: read under a lock, without `await`.
final class CustomerCache: @unchecked Sendable {
  // Everything is read and written under the lock.
  private let lock = NSCondition()
  private let clock: DeviceClock
  private var time = ServerTime()
  private var isLoaded = false
  /// True once the customer does not come from the disk alone.
  private var isPublished = false
  /// `nil` until something is known.
  private var customer: PaywallCustomer?
  /// When each entitlement lapses, in milliseconds; the greatest number is never.
  private var lapses: [String: Int64] = [:]
  private var readers: [Int: AsyncStream<PaywallCustomer>.Continuation] = [:]
  private var number = 0

  /// How long the first reader waits for the disk.
  static let loading: TimeInterval = 0.01

  init(_ clock: DeviceClock) { self.clock = clock }

  /// True if an entitlement is unlocked by the server's time, if known; also while the device
  /// sleeps.
  func isEntitled(_ id: String) -> Bool {
    lock.withLock {
      waitForDisk()
      guard let lapse = lapses[id] else { return false }
      return lapse == .max || time.now(clock).milliseconds < lapse
    }
  }

  /// The customer without the entitlements that have lapsed since.
  var current: PaywallCustomer? {
    lock.withLock {
      waitForDisk()
      return customer?.current(at: time.now(clock).date)
    }
  }

  /// The customer now, and then after each change.
  var changes: AsyncStream<PaywallCustomer> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      // Under the lock, so that no earlier customer comes after a later one.
      let own = lock.withLock { () -> Int in
        number += 1
        readers[number] = continuation
        if let first = customer?.current(at: time.now(clock).date) { continuation.yield(first) }
        return number
      }
      continuation.onTermination = { [weak self] _ in
        guard let self else { return }
        self.lock.withLock { self.readers[own] = nil }
      }
    }
  }

  /// Takes the customer that an earlier run stored, unless one is known by now.
  func load(_ customer: PaywallCustomer?, _ stored: ServerTime.Stored?) {
    lock.withLock {
      if let stored { time.restore(stored, clock) }
      // The disk may have been too slow for the first reader.
      if !isPublished, let customer {
        set(customer)
        for reader in readers.values { reader.yield(customer) }
      }
      isLoaded = true
      lock.broadcast()
    }
  }

  func update(_ time: ServerTime) { lock.withLock { self.time = time } }

  /// Tells readers of a change.
  func publish(_ new: PaywallCustomer?) {
    lock.withLock {
      isLoaded = true
      isPublished = true
      lock.broadcast()
      guard new != customer else { return }
      set(new)
      if let new { for reader in readers.values { reader.yield(new) } }
    }
  }

  /// The number of readers of changes, for tests.
  var readerCount: Int { lock.withLock { readers.count } }

  private func set(_ new: PaywallCustomer?) {
    customer = new
    lapses = Dictionary(
      (new?.entitlements ?? []).map {
        ($0.id, $0.expires.map { Timestamp($0).milliseconds } ?? .max)
      }, uniquingKeysWith: max)
  }

  /// Waits only before the storage has answered for the first time; not at all if it is stuck.
  private func waitForDisk() {
    guard !isLoaded else { return }
    let end = Date(timeIntervalSinceNow: Self.loading)
    while !isLoaded, lock.wait(until: end) {}
    isLoaded = true
  }
}

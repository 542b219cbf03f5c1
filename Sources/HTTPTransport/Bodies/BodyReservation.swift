package import NIOCore
import Synchronization

/// The bytes that the bodies of one connection have reserved, one body at a time. They are released
/// once: when the response is written, when the route is done, or at the latest with this object.
package final class BodyReservation: Sendable {
  private let budget: BodyBudget
  private let onDrop = Mutex<(@Sendable () -> Void)?>(nil)
  /// Something may be reserved. Most bodies never need the lock of all.
  private let hasReserved = Atomic(false)

  package init(_ budget: BodyBudget) { self.budget = budget }

  deinit { release() }

  /// Calls `drop` when the body that is arriving has to give up its room; `nil` calls nothing.
  package func whenDropped(_ drop: (@Sendable () -> Void)?) { onDrop.withLock { $0 = drop } }

  /// Reserves the bytes that a body of this length needs, beyond its free and its reserved bytes.
  ///
  /// - Returns: whether they fit.
  package func grow(
    to bytes: Int, _ share: BodyBudget.Share, _ owner: @autoclosure () -> ClientAddress,
    at now: NIODeadline
  ) -> Bool {
    let counted = bytes - BodyBudget.freeBytes
    guard counted > 0 else { return true }
    hasReserved.store(true, ordering: .relaxed)
    return budget.reserve(
      counted, for: ObjectIdentifier(self), share, owner, at: now
    ) { [weak self] in self?.onDrop.withLock { $0 }?() }
  }

  /// The body has grown by enough to count as one that arrives.
  package func noteProgress(at now: NIODeadline) {
    guard hasReserved.load(ordering: .relaxed) else { return }
    budget.noteProgress(of: ObjectIdentifier(self), at: now)
  }

  /// Whether a body of so many bytes would fit now; reserves nothing.
  package func hasRoom(
    for bytes: Int, _ share: BodyBudget.Share, _ owner: ClientAddress, at now: NIODeadline
  ) -> Bool {
    bytes <= BodyBudget.freeBytes
      || budget.hasRoom(for: bytes - BodyBudget.freeBytes, share, owner, at: now)
  }

  package func release() {
    guard hasReserved.exchange(false, ordering: .relaxed) else { return }
    budget.release(ObjectIdentifier(self))
  }
}

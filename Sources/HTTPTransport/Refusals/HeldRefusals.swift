import NIOCore
import Synchronization

/// The first refusal of a connection is held for a moment, because the next request may come on
/// another connection, which no rest slows. When as many are held as may be, further ones are sent at
/// once.
final class HeldRefusals: Sendable {
  private let capacity: Int
  private let chance: @Sendable () -> Double
  private let count = Atomic(0)

  /// - Parameters:
  ///   - capacity: connections, of some 10 KB each, and what the client sends in the meantime.
  ///   - chance: from 0 to 1: how much longer each is held, so that a flood does not come back in
  ///     step.
  init(
    capacity: Int = 1024,
    chance: @escaping @Sendable () -> Double = { Double.random(in: 0...1) }
  ) {
    self.capacity = capacity
    self.chance = chance
  }

  /// `nil` if all places are taken.
  ///
  /// - Parameter pause: the rest that the refusal would be followed by.
  func take(_ pause: TimeAmount) -> Place? {
    guard count.wrappingAdd(1, ordering: .relaxed).newValue <= capacity else {
      count.wrappingSubtract(1, ordering: .relaxed)
      return nil
    }
    let more = Int64(Double(pause.nanoseconds) * chance())
    return Place(self, pause + .nanoseconds(more))
  }

  /// Given back when it is released.
  final class Place: Sendable {
    let time: TimeAmount
    private let refusals: HeldRefusals

    fileprivate init(_ refusals: HeldRefusals, _ time: TimeAmount) {
      self.refusals = refusals
      self.time = time
    }

    deinit { refusals.count.wrappingSubtract(1, ordering: .relaxed) }
  }
}

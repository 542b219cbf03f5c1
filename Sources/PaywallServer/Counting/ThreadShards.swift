import NIOPosix
import Synchronization

/// A value for each thread, so that threads meet at a lock only while the values are taken.
final class ThreadShards<Value: Sendable>: Sendable {
  private final class Shard: Sendable {
    let value: Mutex<Value>

    init(_ empty: Value) { value = Mutex(empty) }
  }

  private let empty: Value
  private let shards: [Shard]

  init(_ empty: Value) {
    self.empty = empty
    shards = (0..<32).map { _ in Shard(empty) }
  }

  /// Changes the value of this thread.
  func change(_ change: (inout Value) -> Void) {
    shards[ThreadNumber.current % shards.count].value.withLock { change(&$0) }
  }

  /// Takes the values of all threads, which are empty then.
  func take() -> [Value] {
    shards.map { shard in
      shard.value.withLock { value in
        defer { value = empty }
        return value
      }
    }
  }
}

/// Numbers the threads of the process in the order in which they count. A process has few keys for
/// values of threads, so all counts share this one.
private final class ThreadNumber: Sendable {
  private static let numbers = ThreadSpecificVariable<ThreadNumber>()
  private static let next = Atomic<Int>(0)

  private let value = next.wrappingAdd(1, ordering: .relaxed).oldValue

  static var current: Int {
    if let number = numbers.currentValue { return number.value }
    let number = ThreadNumber()
    numbers.currentValue = number
    return number.value
  }
}

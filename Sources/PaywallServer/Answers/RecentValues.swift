import Synchronization

/// The values that were used last, at most so many.
final class RecentValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let capacity: Int
  /// Oldest first.
  private let values = Mutex<[(key: Key, value: Value)]>([])

  init(capacity: Int) { self.capacity = capacity }

  /// A value, however long ago it was used.
  subscript(key: Key) -> Value? {
    values.withLock { $0.first { $0.key == key }?.value }
  }

  /// The same, which is the newest then.
  func use(_ key: Key) -> Value? {
    values.withLock { values in
      guard let index = values.firstIndex(where: { $0.key == key }) else { return nil }
      values.append(values.remove(at: index))
      return values.last?.value
    }
  }

  func keep(_ value: Value, for key: Key) {
    values.withLock { values in
      values.removeAll { $0.key == key }
      if values.count == capacity { values.removeFirst() }
      values.append((key, value))
    }
  }
}

/// A value for each key that a mapping has. A mapping has few keys, so that comparing them one by one
/// is faster than hashing them.
struct KeyedValues<Key: FileKey, Value> {
  private var pairs: [(key: Key, value: Value)] = []

  init(capacity: Int) { pairs.reserveCapacity(min(capacity, Key.allCases.count)) }

  subscript(key: Key) -> Value? { pairs.first { $0.key == key }?.value }

  var isEmpty: Bool { pairs.isEmpty }
  var values: some Sequence<Value> { pairs.lazy.map(\.value) }

  mutating func set(_ key: Key, _ value: Value) {
    guard let index = pairs.firstIndex(where: { $0.key == key }) else {
      return pairs.append((key, value))
    }
    pairs[index].value = value
  }

  mutating func remove(_ key: Key) { pairs.removeAll { $0.key == key } }
}

extension KeyedValues: Sendable where Value: Sendable {}

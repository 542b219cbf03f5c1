internal import YAMLText

/// A declaration of a file with the places of its keys, as the rules read it.
struct Declared<Value, Key: FileKey> {
  var value: Value
  var places: Places<Key>

  init(_ value: Value, _ places: Places<Key>) {
    self.value = value
    self.places = places
  }
}

extension Declared: Sendable where Value: Sendable {}

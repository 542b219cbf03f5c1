internal import YAMLText

/// A place in a file, or a file as a whole.
struct Place: Hashable {
  var file: String
  var range: SourceRange?

  /// How a message refers to another place: `Experiments/a.yaml:12`.
  var line: String { range.map { "\(file):\($0.start.line)" } ?? file }
}

/// A value and its place.
struct Located<Value> {
  var value: Value
  var place: Place

  init(_ value: Value, at place: Place) {
    self.value = value
    self.place = place
  }
}

extension Located: Sendable where Value: Sendable {}

/// Located values are equal if their values are, at any place.
extension Located: Equatable where Value: Equatable {
  static func == (left: Located, right: Located) -> Bool { left.value == right.value }
}

extension Located: Hashable where Value: Hashable {
  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

/// A place at which one entity names another.
struct Use {
  var subject: Entity
  var user: Entity?
  var place: Place
}

internal import YAMLText

/// Where something stands: a file and, unless the file as a whole is meant, a stretch of it.
struct Place: Hashable {
  var file: String
  var range: SourceRange?

  /// How a message points to another place: `Experiments/a.yaml:12`.
  var line: String { range.map { "\(file):\($0.start.line)" } ?? file }
}

/// A value and where it stands.
struct Located<Value> {
  var value: Value
  var place: Place

  init(_ value: Value, at place: Place) {
    self.value = value
    self.place = place
  }
}

/// Located values are the same if they say the same, wherever they stand.
extension Located: Equatable where Value: Equatable {
  static func == (left: Located, right: Located) -> Bool { left.value == right.value }
}

extension Located: Hashable where Value: Hashable {
  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

/// One place at which something names another thing.
struct Use {
  var subject: Entity
  var user: Entity?
  var place: Place
}

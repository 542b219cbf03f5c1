extension String {
  /// Ids come from outside and are compared by their bytes: Swift's `==` holds two spellings of one
  /// accented letter for the same.
  func isExactly(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }

  func precedes(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}

extension Optional<String> {
  func isExactly(_ other: String?) -> Bool {
    switch (self, other) {
    case (nil, nil): true
    case (let own?, let other?): own.isExactly(other)
    default: false
    }
  }
}

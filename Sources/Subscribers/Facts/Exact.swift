extension String {
  /// Ids come from outside and are compared by their bytes: Swift's `==` holds two spellings of one
  /// accented letter for the same. Where a text is plain, the two agree, and Swift's is quicker.
  func isExactly(_ other: String) -> Bool {
    utf8.count == other.utf8.count && self == other
      && (isPlain || utf8.elementsEqual(other.utf8))
  }

  /// The order of the bytes.
  func precedes(_ other: String) -> Bool {
    isPlain && other.isPlain ? self < other : utf8.lexicographicallyPrecedes(other.utf8)
  }

  /// ASCII; the two counts are at hand then.
  private var isPlain: Bool { utf8.count == utf16.count }
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

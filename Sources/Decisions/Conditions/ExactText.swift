extension StringProtocol {
  /// The same code units. Swift's `==` would also equate texts that Unicode calls equivalent.
  func isExactly(_ other: some StringProtocol) -> Bool {
    let isSame = utf8.withContiguousStorageIfAvailable { own in
      other.utf8.withContiguousStorageIfAvailable { other in
        guard own.count == other.count else { return false }
        for index in 0..<own.count where unsafe own[index] != other[index] { return false }
        return true
      }
    }
    return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
  }
}

/// Text as a key that is compared by its code units.
struct ExactText: Hashable, Sendable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (left: ExactText, right: ExactText) -> Bool { left.text.isExactly(right.text) }

  func hash(into hasher: inout Hasher) {
    var mixed: UInt64 = 0
    for byte in text.utf8 { mixed = mixed &* 31 &+ UInt64(byte) }
    hasher.combine(mixed)
  }
}

extension ExactText: Comparable {
  static func < (left: ExactText, right: ExactText) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }
}

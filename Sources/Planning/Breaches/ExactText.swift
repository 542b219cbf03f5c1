extension StringProtocol {
  /// The same bytes of UTF-8. Swift's `==` would also equate texts that Unicode calls equivalent.
  func isExactly(_ other: some StringProtocol) -> Bool { utf8.elementsEqual(other.utf8) }

  /// By the bytes of UTF-8, for lists that people read.
  func goesBefore(_ other: some StringProtocol) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8)
  }
}

extension Collection<UInt8> {
  /// The bytes from the `#` on, of what follows a text on its line, if they seem to belong to the
  /// text: a letter or digit comes right after the `#`, or, after a single space, a digit. `nil` for
  /// a comment.
  package var textFromHash: SubSequence? {
    let comment = drop { $0 == 0x20 || $0 == 0x09 }
    guard comment.first == UInt8(ascii: "#") else { return nil }
    let text = comment.dropFirst()
    let isWord = text.first?.isWordByte ?? false
    let isNumber =
      count == comment.count + 1 && text.first == 0x20
      && text.dropFirst().first.map { (0x30...0x39).contains($0) } ?? false
    return isWord || isNumber ? comment : nil
  }
}

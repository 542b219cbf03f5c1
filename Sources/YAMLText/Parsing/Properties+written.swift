extension SourceText {
  /// The bytes of the anchor (`&`) or the tag (`!`) before a value as written; libyaml gives only
  /// its meaning. `offset` is the start of the value with its properties.
  func property(_ sigil: Character, from offset: Int) -> Range<Int>? {
    var start = offset
    while let byte = byte(at: start), byte == UInt8(ascii: "&") || byte == UInt8(ascii: "!") {
      let bytes = text.utf8.dropFirst(start)
      let isVerbatim = bytes.starts(with: "!<".utf8)
      let count = bytes.prefix { byte in
        byte > 0x20 && (isVerbatim ? byte != UInt8(ascii: ">") : !",[]{}".utf8.contains(byte))
      }.count
      let end = start + count + (isVerbatim ? 1 : 0)
      if byte == sigil.asciiValue { return start..<end }
      start = end + text.utf8.dropFirst(end).prefix { $0 <= 0x20 }.count
    }
    return nil
  }
}

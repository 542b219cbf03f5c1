// The loops that pass over every byte of a text, eight bytes at a time. Reading memory directly is
// unsafe; nothing beyond `count` is read.

extension [UInt8] {
  /// The first byte from `start` on that may end or change a JSON text: a quote, a backslash, a
  /// control character or a byte outside of ASCII. It may stop a little earlier.
  func endOfPlainText(from start: Int) -> Int {
    skipWords(from: start) { word in
      let (quote, backslash) = (word ^ (0x22 &* .ones), word ^ (0x5C &* .ones))
      return word | (quote &- .ones) & ~quote | (backslash &- .ones) & ~backslash
        | (word &- 0x20 &* .ones) & ~word
    }
  }

  /// The first place of a byte.
  func place(of byte: UInt8) -> Int? {
    let start = skipWords(from: 0) { word in
      let difference = word ^ (UInt64(byte) &* .ones)
      return (difference &- .ones) & ~difference
    }
    return self[start...].firstIndex(of: byte)
  }

  /// Goes on while no byte of a word is marked, in its highest bit; fewer than eight bytes at the
  /// end are left to the caller.
  private func skipWords(from start: Int, marking: (UInt64) -> UInt64) -> Int {
    unsafe withUnsafeBytes { bytes in
      var at = start
      while at + 8 <= bytes.count {
        let word = unsafe bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self)
        guard marking(word) & (0x80 &* .ones) == 0 else { return at }
        at += 8
      }
      return at
    }
  }

  /// Whether these are the bytes of `other`.
  func isSame(as other: ArraySlice<UInt8>) -> Bool {
    guard count == other.count else { return false }
    return unsafe withUnsafeBytes { left in
      unsafe other.withUnsafeBytes { right in
        var at = 0
        while at + 8 <= left.count {
          let words = unsafe (
            left.loadUnaligned(fromByteOffset: at, as: UInt64.self),
            right.loadUnaligned(fromByteOffset: at, as: UInt64.self)
          )
          guard words.0 == words.1 else { return false }
          at += 8
        }
        return unsafe left[at...].elementsEqual(right[at...])
      }
    }
  }
}

extension UInt64 {
  /// A one in each byte.
  fileprivate static let ones: UInt64 = 0x0101_0101_0101_0101
}

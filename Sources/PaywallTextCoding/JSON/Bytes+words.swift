// Loops over every byte of a text, eight bytes at a time. Direct memory reads are unsafe; nothing
// beyond `count` is read.

extension [UInt8] {
  /// The first byte from `start` on that may end or change a JSON text: a quote, a backslash, a
  /// control character or a byte outside of ASCII. It stops before the last 7 bytes.
  func endOfPlainText(from start: Int) -> Int {
    skipWords(from: start) { word in
      let (quote, backslash) = (word ^ (0x22 &* .ones), word ^ (0x5C &* .ones))
      return word | (quote &- .ones) & ~quote | (backslash &- .ones) & ~backslash
        | (word &- 0x20 &* .ones) & ~word
    }
  }

  /// The first byte from `start` on that is outside of ASCII. It stops before the last 7 bytes.
  func endOfASCII(from start: Int) -> Int { skipWords(from: start) { $0 } }

  /// The first index of a byte.
  package func place(of byte: UInt8) -> Int? {
    let start = skipWords(from: 0) { word in
      let difference = word ^ (UInt64(byte) &* .ones)
      return (difference &- .ones) & ~difference
    }
    return self[start...].firstIndex(of: byte)
  }

  /// The first byte whose highest bit `marking` sets; marks above it may be wrong. Fewer than eight
  /// bytes at the end are left to the caller.
  private func skipWords(from start: Int, marking: (UInt64) -> UInt64) -> Int {
    unsafe withUnsafeBytes { bytes in
      var at = start
      while at + 8 <= bytes.count {
        let word = unsafe bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self)
        let marks = marking(UInt64(littleEndian: word)) & (0x80 &* .ones)
        guard marks == 0 else { return at &+ marks.trailingZeroBitCount &>> 3 }
        at += 8
      }
      return at
    }
  }

  /// Whether two ranges have the same bytes.
  func isSame(_ own: Range<Int>, as other: Range<Int>) -> Bool {
    guard own.count == other.count else { return false }
    return unsafe withUnsafeBytes { bytes in
      var (left, right) = (own.lowerBound, other.lowerBound)
      while left + 8 <= own.upperBound {
        let words = unsafe (
          bytes.loadUnaligned(fromByteOffset: left, as: UInt64.self),
          bytes.loadUnaligned(fromByteOffset: right, as: UInt64.self)
        )
        guard words.0 == words.1 else { return false }
        left += 8
        right += 8
      }
      return unsafe bytes[left..<own.upperBound].elementsEqual(bytes[right..<other.upperBound])
    }
  }

  /// A hash of the length, the beginning and the end of a name; most names differ in it.
  func fingerprint(of name: Range<Int>) -> UInt64 {
    unsafe withUnsafeBytes { bytes in
      guard name.count >= 8 else {
        return name.reduce(UInt64(name.count)) { unsafe $0 &<< 8 | UInt64(bytes[$1]) }
      }
      let (first, last) = unsafe (
        bytes.loadUnaligned(fromByteOffset: name.lowerBound, as: UInt64.self),
        bytes.loadUnaligned(fromByteOffset: name.upperBound - 8, as: UInt64.self)
      )
      return first &+ last &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(name.count)
    }
  }

  /// A hash of all bytes of a name, seeded per process: a client cannot choose names that collide.
  func seededHash(of name: Range<Int>) -> UInt64 {
    var hasher = Hasher()
    unsafe withUnsafeBytes { bytes in
      unsafe hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: bytes[name]))
    }
    return UInt64(UInt(bitPattern: hasher.finalize()))
  }

  /// Whether these are the bytes of `other`.
  package func isSame(as other: ArraySlice<UInt8>) -> Bool {
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

/// White space between the values of JSON.
@inlinable package func isJSONSpace(_ byte: UInt8) -> Bool {
  byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
}

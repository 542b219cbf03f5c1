/// Converts a count of Unicode scalars, which libyaml gives, to an offset in UTF-8 bytes. A byte
/// order mark is not counted.
struct ScalarOffsets {
  /// Byte offsets of the scalars; `nil` when every scalar is one byte.
  private let offsets: [Int]?
  private let byteCount: Int

  init(_ text: String) { self.init(text, isASCII: text.utf8.allSatisfy { $0 < 0x80 }) }

  init(_ text: String, isASCII: Bool) {
    byteCount = text.utf8.count
    guard !isASCII else {
      offsets = nil
      return
    }
    let skipped = text.utf8.starts(with: byteOrderMark) ? byteOrderMark.count : 0
    offsets = text.utf8.enumerated().compactMap { offset, byte in
      offset >= skipped && byte & 0xC0 != 0x80 ? offset : nil
    }
  }

  func byteOffset(of scalar: Int) -> Int {
    guard let offsets else { return min(scalar, byteCount) }
    return scalar < offsets.count ? offsets[scalar] : byteCount
  }
}

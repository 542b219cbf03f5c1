/// An id as it is in a cell, in 16 bytes: enough to ask whether a set of ids has it. Millions of them
/// are read for one report, and few of their texts are needed.
package struct IdCell: Hashable {
  package let high: UInt64
  package let low: UInt64

  package static let null = IdCell(high: 0, low: 0)

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// - Parameter bytes: 16.
  package init(uuid bytes: [UInt8]) {
    self.init(
      high: bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) },
      low: bytes.dropFirst(8).reduce(0) { $0 << 8 | UInt64($1) })
  }

  @unsafe package init(text: UnsafeRawBufferPointer) {
    var (first, second) = (Hasher(), Hasher())
    unsafe first.combine(bytes: text)
    second.combine(0xFF as UInt8)
    unsafe second.combine(bytes: text)
    self.init(
      high: UInt64(bitPattern: Int64(first.finalize())),
      low: UInt64(bitPattern: Int64(second.finalize())))
  }

  /// A UUID in any letter case, or another text.
  package init(_ text: String) {
    if text.utf8.count == 36, let bytes = UUIDText.bytes(of: text.lowercased().utf8) {
      self.init(uuid: bytes)
    } else {
      var text = text
      self = text.withUTF8 { unsafe IdCell(text: UnsafeRawBufferPointer($0)) }
    }
  }
}

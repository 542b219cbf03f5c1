/// An id as it is in a cell, in 16 bytes: enough to ask whether a set of ids has it. Millions of them
/// are read for one report, and few of their texts are needed.
struct IdCell: Hashable {
  let high: UInt64
  let low: UInt64

  static let null = IdCell(high: 0, low: 0)

  init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// - Parameter bytes: 16.
  init(uuid bytes: [UInt8]) {
    self.init(
      high: bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) },
      low: bytes.dropFirst(8).reduce(0) { $0 << 8 | UInt64($1) })
  }

  @unsafe init(text: UnsafeRawBufferPointer) {
    var (first, second) = (Hasher(), Hasher())
    unsafe first.combine(bytes: text)
    second.combine(0xFF as UInt8)
    unsafe second.combine(bytes: text)
    self.init(
      high: UInt64(bitPattern: Int64(first.finalize())),
      low: UInt64(bitPattern: Int64(second.finalize())))
  }
}

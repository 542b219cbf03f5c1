/// The id of a row that a warehouse has, and a digest of its cells.
struct RowDigest: Comparable {
  /// In 24 bytes: a number of 128 bits would be aligned to 16 of them.
  private let high, low: UInt64
  let digest: UInt64

  /// The bytes of a row in a file.
  static let width = 24

  init(id: UInt128, digest: UInt64) {
    (high, low) = (UInt64(truncatingIfNeeded: id >> 64), UInt64(truncatingIfNeeded: id))
    self.digest = digest
  }

  var id: UInt128 { UInt128(high) << 64 | UInt128(low) }

  static func < (one: RowDigest, other: RowDigest) -> Bool {
    (one.high, one.low, one.digest) < (other.high, other.low, other.digest)
  }

  // MARK: In a file

  init(_ bytes: [UInt8], at start: Int) {
    func number(_ place: Int) -> UInt64 {
      (place..<place + 8).reduce(0) { $0 << 8 | UInt64(bytes[$1]) }
    }
    (high, low, digest) = (number(start), number(start + 8), number(start + 16))
  }

  func write(to bytes: inout [UInt8]) {
    let words = (high.bigEndian, low.bigEndian, digest.bigEndian)
    unsafe withUnsafeBytes(of: words) { unsafe bytes += $0 }
  }
}

import NIOCore

/// Follows the bytes of a connection that HTTP's parser gets, and tells whether they end where a request
/// ends. It knows heads, and bodies of one stated length. Whatever else comes is beyond it, and it says
/// so from then on: it must never see an end where the parser is inside a request.
struct RequestBoundary {
  private enum Place: Equatable {
    case head
    case body(left: Int)
    case unknown
  }

  private var place = Place.head
  /// Lines of the head that have ended.
  private var lines = 0
  /// Bytes of the line that has not ended, without a carriage return.
  private var column = 0
  private var hasReturn = false
  /// How many bytes of the line are those of the name, while all before them were.
  private var matchesLength = 0
  private var matchesCoding = 0
  /// The value that a line states, as far as it has been read.
  private var stated: Int?
  /// Of the request.
  private var length: Int?

  private static let contentLength = Array("content-length:".utf8)
  private static let transferEncoding = Array("transfer-encoding:".utf8)
  /// No body that anybody accepts is longer.
  private static let longest = 1 << 40

  /// Nothing of a next request has come.
  var isBetweenRequests: Bool { place == .head && lines == 0 && column == 0 && !hasReturn }

  /// A part of a next request has come, and not all of it.
  var isInsideRequest: Bool { place != .unknown && !isBetweenRequests }

  mutating func follow(_ bytes: ByteBuffer) {
    guard place != .unknown else { return }
    unsafe bytes.readableBytesView.withContiguousStorageIfAvailable { unsafe follow($0.span) }
  }

  private mutating func follow(_ bytes: Span<UInt8>) {
    var position = 0
    while position < bytes.count {
      switch place {
      case .unknown: return
      case .body(let left):
        let taken = min(left, bytes.count - position)
        position += taken
        place = taken == left ? .head : .body(left: left - taken)
      case .head:
        add(bytes[position])
        position += 1
      }
    }
  }

  private mutating func add(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\n"):
      guard hasReturn else { return place = .unknown }
      endLine()
    case _ where hasReturn: place = .unknown
    case UInt8(ascii: "\r"): hasReturn = true
    default:
      if matchesLength == Self.contentLength.count { addValue(byte) }
      if Self.continues(Self.contentLength, matchesLength, at: column, byte) { matchesLength += 1 }
      if Self.continues(Self.transferEncoding, matchesCoding, at: column, byte) {
        matchesCoding += 1
      }
      column += 1
    }
  }

  private static func continues(
    _ name: [UInt8], _ matched: Int, at column: Int, _ byte: UInt8
  ) -> Bool {
    guard matched == column, matched < name.count else { return false }
    // The colon and the dash are no letters.
    return byte == name[matched] || byte | 0x20 == name[matched] && byte & 0x40 != 0
  }

  private mutating func addValue(_ byte: UInt8) {
    let digit = byte &- UInt8(ascii: "0")
    if byte == UInt8(ascii: " "), stated == nil { return }
    guard digit < 10, (stated ?? 0) < Self.longest else { return place = .unknown }
    stated = (stated ?? 0) * 10 + Int(digit)
  }

  private mutating func endLine() {
    let isEmpty = column == 0
    if matchesCoding == Self.transferEncoding.count { return place = .unknown }
    if matchesLength == Self.contentLength.count {
      guard length == nil, let stated else { return place = .unknown }
      length = stated
    }
    hasReturn = false
    column = 0
    matchesLength = 0
    matchesCoding = 0
    stated = nil
    lines += 1
    guard isEmpty else { return }
    // A line without a request before it.
    guard lines > 1 else { return place = .unknown }
    place = length.map { $0 > 0 ? .body(left: $0) : .head } ?? .head
    lines = 0
    length = nil
  }
}

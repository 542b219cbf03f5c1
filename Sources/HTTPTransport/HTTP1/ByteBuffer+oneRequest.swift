import NIOCore

extension ByteBuffer {
  /// Whether the bytes end exactly where the first request in them ends: after its head, or after a
  /// body of the stated length. `false` whenever that is in doubt. One pass over the head.
  var isOneRequest: Bool {
    unsafe readableBytesView.withContiguousStorageIfAvailable {
      unsafe Self.isOneRequest($0.span)
    } ?? false
  }

  private static let carriageReturn = UInt8(ascii: "\r")
  private static let lineFeed = UInt8(ascii: "\n")
  private static let contentLength = Array("content-length:".utf8)

  private static func isOneRequest(_ bytes: Span<UInt8>) -> Bool {
    var length: Int?
    var start = 0
    var end = 0
    while end + 1 < bytes.count {
      guard bytes[end] == carriageReturn, bytes[end + 1] == lineFeed else {
        end += 1
        continue
      }
      if start == end {
        let body = bytes.count - end - 2
        return body == 0 || body == length
      }
      if isContentLength(bytes, start, end) {
        guard length == nil, let stated = number(bytes, start + contentLength.count, end) else {
          return false
        }
        length = stated
      }
      end += 2
      start = end
    }
    return false
  }

  private static func isContentLength(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
    guard end - start > contentLength.count else { return false }
    for (offset, letter) in contentLength.enumerated() {
      let byte = bytes[start + offset]
      // The colon and the dash are no letters.
      guard byte == letter || byte | 0x20 == letter && byte & 0x40 != 0 else { return false }
    }
    return true
  }

  /// Digits after blanks; `nil` for anything else.
  private static func number(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Int? {
    var position = start
    while position < end, bytes[position] == UInt8(ascii: " ") { position += 1 }
    // More digits than a body that anybody accepts has.
    guard position < end, end - position <= 12 else { return nil }
    var number = 0
    while position < end {
      let digit = bytes[position] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      number = number * 10 + Int(digit)
      position += 1
    }
    return number
  }
}

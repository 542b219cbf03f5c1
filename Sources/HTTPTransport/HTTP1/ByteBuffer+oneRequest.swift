import NIOCore

extension ByteBuffer {
  /// Whether the bytes end exactly where the first request in them ends: after its head, or after a
  /// body of the stated length. `false` whenever that is in doubt.
  var isOneRequest: Bool {
    let bytes = readableBytesView
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return false }
    let body = bytes.distance(from: end.upperBound, to: bytes.endIndex)
    guard body > 0 else { return true }
    let head = String(decoding: bytes[..<end.upperBound], as: UTF8.self).lowercased()
    let lengths = head.split(separator: "\r\n").filter { $0.hasPrefix("content-length:") }
    guard lengths.count == 1, let value = lengths.first?.dropFirst(15) else { return false }
    return Int(value.drop { $0 == " " }) == body
  }
}

import PaywallTextCoding

/// A compact JWS cut at its dots; the parts are still base64url.
struct CompactText {
  let bytes: [UInt8]
  let header: Range<Int>
  let payload: Range<Int>
  let signature: Range<Int>

  init(_ bytes: [UInt8], limit: Int) throws(Distrust) {
    guard bytes.count <= limit else {
      throw Distrust(.tooLong, "\(bytes.count) bytes; at most \(limit) are read")
    }
    // The first and last parts are short. A further dot is no base64url, and refused as such.
    let dot = UInt8(ascii: ".")
    guard let first = bytes.place(of: dot), let last = bytes.lastIndex(of: dot), first < last
    else {
      throw Distrust(.malformed, "not three parts between dots: not a compact JWS, or cut off")
    }
    self.bytes = bytes
    header = 0..<first
    payload = (first + 1)..<last
    signature = (last + 1)..<bytes.count
  }

  /// Refuses by length before a byte is copied.
  init(_ text: String, limit: Int = CompactText.limit) throws(Distrust) {
    guard text.utf8.count <= limit else {
      throw Distrust(.tooLong, "\(text.utf8.count) bytes; at most \(limit) are read")
    }
    try self.init(Array(text.utf8), limit: limit)
  }

  /// The most bytes of a single text, and of a notification with its nested texts.
  static let limit = 16 * 1024
  static let notificationLimit = 64 * 1024

  /// One part as JSON.
  func object(_ part: Range<Int>, called name: String) throws(Distrust) -> JSONObject {
    guard let decoded = Base64.decode(bytes[part], .url) else {
      throw Distrust(.malformed, "the \(name) is not base64url without padding")
    }
    do {
      return try JSONObject(decoded)
    } catch {
      throw Distrust(.malformed, "the \(name) is not a JSON object as Apple writes it: \(error)")
    }
  }

  func string(_ part: Range<Int>) -> String { String(decoding: bytes[part], as: UTF8.self) }
}

import HTTPTransport
import PaywallDecisions

/// Where the body of a question about placements says what differs for each visitor: the texts
/// `userId`, `anonymousId` and `firstSeen` among its attributes.
///
/// It does not judge a body: it finds the ends of strings and the depth of names, so that two bodies
/// with equal keys differ in nothing but the characters of those three texts. Whether such a body is
/// valid JSON, and a valid question, the decoder has said of the first one.
struct BodyShape {
  private(set) var userId: Range<Int>?
  private(set) var anonymousId: Range<Int>?
  private(set) var firstSeen: Range<Int>?

  // Constants of the program, which need no lock on each use as an array would.
  private static var attributes: StaticString { "attributes" }
  private static var userIdName: StaticString { "userId" }
  private static var anonymousIdName: StaticString { "anonymousId" }
  private static var firstSeenName: StaticString { "firstSeen" }
  /// Bytes of an id or a time.
  private static let longest = 256

  /// Adds the body to the key, without those texts. `nil` for a body with an escape, with one of
  /// the names elsewhere or twice, or with such a text that is no plain ASCII.
  init?(of request: PlainRequest, _ key: inout [UInt8]) {
    let (bytes, end) = (request.bytes, request.body.upperBound)
    var (position, copied, depth) = (request.body.lowerBound, request.body.lowerBound, 0)
    // Of the object around the current one, and whether a name or a value comes next.
    var (isInAttributes, isValue) = (false, false)
    while position < end {
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        isValue = byte == UInt8(ascii: "[")
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ":"): isValue = true
      case UInt8(ascii: ","): isValue = false
      case UInt8(ascii: "\""):
        guard let text = Self.text(in: bytes, from: position, to: end) else { return nil }
        position = text.upperBound + 1
        // An element of a list behind the first passes for a name, and so does not fit below.
        guard !isValue else { continue }
        if depth == 1 { isInAttributes = bytes.isSame(text, as: Self.attributes) }
        guard let name = Self.name(bytes, text) else { continue }
        guard depth == 2, isInAttributes,
          let start = Self.startOfText(in: bytes, after: position, to: end),
          let value = Self.text(in: bytes, from: start, to: end),
          (1...Self.longest).contains(value.count), bytes.isVisibleASCII(value),
          name == .firstSeen || !PlaceholderId.contains(utf8: bytes[value]),
          set(name, value)
        else { return nil }
        key += bytes[copied..<value.lowerBound]
        copied = value.upperBound
        position = value.upperBound + 1
      default: break
      }
    }
    key += bytes[copied..<end]
  }

  /// From after a quote up to the next; `nil` with a backslash.
  private static func text(in bytes: [UInt8], from start: Int, to end: Int) -> Range<Int>? {
    var at = start
    while at < end {
      if bytes[at] == UInt8(ascii: "\"") { return start..<at }
      if bytes[at] == UInt8(ascii: "\\") { return nil }
      at += 1
    }
    return nil
  }

  /// After the quote of a text that is the value of a name.
  private static func startOfText(in bytes: [UInt8], after name: Int, to end: Int) -> Int? {
    guard name < end, bytes[name] == UInt8(ascii: ":") else { return nil }
    var at = name + 1
    while at < end, bytes[at] == UInt8(ascii: " ") { at += 1 }
    return at < end && bytes[at] == UInt8(ascii: "\"") ? at + 1 : nil
  }

  private enum Name { case userId, anonymousId, firstSeen }

  private static func name(_ bytes: [UInt8], _ text: Range<Int>) -> Name? {
    switch text.count {
    case 6: bytes.isSame(text, as: userIdName) ? .userId : nil
    case 9: bytes.isSame(text, as: firstSeenName) ? .firstSeen : nil
    case 11: bytes.isSame(text, as: anonymousIdName) ? .anonymousId : nil
    default: nil
    }
  }

  /// - Returns: whether it is the first of its name.
  private mutating func set(_ name: Name, _ value: Range<Int>) -> Bool {
    switch name {
    case .userId where userId == nil: userId = value
    case .anonymousId where anonymousId == nil: anonymousId = value
    case .firstSeen where firstSeen == nil: firstSeen = value
    default: return false
    }
    return true
  }
}

extension [UInt8] {
  fileprivate func isSame(_ range: Range<Int>, as word: StaticString) -> Bool {
    guard range.count == word.utf8CodeUnitCount else { return false }
    for offset in 0..<range.count {
      guard unsafe self[range.lowerBound + offset] == word.utf8Start[offset] else { return false }
    }
    return true
  }

  fileprivate func isVisibleASCII(_ range: Range<Int>) -> Bool {
    for index in range where !(0x21...0x7E).contains(self[index]) { return false }
    return true
  }
}

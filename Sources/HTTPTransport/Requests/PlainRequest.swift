package import HTTPTypes

/// A GET, or a POST with a `Content-Length`, that needs no HTTP parser: a request line, headers of
/// visible ASCII from a list (`PlainHeaders`), no option of the connection but `keep-alive`. Parsed
/// strictly: anything else is `nil` and left to the decoder.
package struct PlainRequest {
  package enum Method: Sendable { case get, post }

  package let bytes: [UInt8]
  package let method: Method
  /// The target, from its `/`.
  package let path: Range<Int>
  package let host: Range<Int>
  /// The headers that the server reads; others are ignored.
  package let fields: [Field]
  /// A header shows that a proxy or a web page sent the request.
  package let hasForeignHeader: Bool
  let start: Int
  /// The bytes of the body; empty for a GET. They may not all have arrived.
  package let body: Range<Int>
  /// The offset after the request.
  package var end: Int { body.upperBound }
  /// Whether the whole body has arrived.
  package var isWhole: Bool { end <= bytes.count }

  package struct Field {
    package let name: Range<Int>
    package let value: Range<Int>
    package let header: PlainHeader
  }

  private static let get = Array("GET ".utf8)
  private static let post = Array("POST ".utf8)
  /// Of those that the server reads, an app sends about as many; more cost another allocation.
  private static let usualFields = 4
  private static let version = Array("HTTP/1.1\r\n".utf8)

  package init?(_ bytes: [UInt8], from start: Int) {
    var reader = Reader(bytes: bytes, position: start)
    if reader.consume(Self.get) {
      method = .get
    } else if reader.consume(Self.post) {
      method = .post
    } else {
      return nil
    }
    guard let path = reader.word(), bytes[path.lowerBound] == UInt8(ascii: "/"),
      reader.consume(Self.version)
    else { return nil }
    var host: Range<Int>?
    var length: Int?
    var fields: [Field] = []
    fields.reserveCapacity(Self.usualFields)
    var hasForeignHeader = false
    var count = 0
    while !reader.consumeNewline() {
      count += 1
      guard count <= HeaderLimits.fields, let name = reader.name(), let value = reader.value(),
        let header = PlainHeader(bytes[name])
      else { return nil }
      switch header {
      case .ignored: break
      case .foreign: hasForeignHeader = true
      case .connection: guard bytes[value].equalsIgnoringCase("keep-alive") else { return nil }
      case .host:
        guard host == nil, value.isEmpty || RequestTarget.isHost(bytes[value]) else { return nil }
        host = value
      case .contentLength:
        guard length == nil, method == .post, let count = Self.length(bytes[value])
        else { return nil }
        length = count
      case .common, .own:
        if header == .own(.forwardedFor) { hasForeignHeader = true }
        fields.append(Field(name: name, value: value, header: header))
      }
    }
    // Without a host it is not HTTP/1.1; without a length the decoder finds the end.
    guard let host, length != nil || method == .get,
      reader.position - start <= HeaderLimits.bytes
    else { return nil }
    self.bytes = bytes
    self.path = path
    self.host = host
    self.fields = fields
    self.hasForeignHeader = hasForeignHeader
    self.start = start
    body = reader.position..<reader.position + (length ?? 0)
  }

  /// Up to nine digits (RFC 9110, 8.6).
  private static func length(_ digits: ArraySlice<UInt8>) -> Int? {
    guard (1...9).contains(digits.count) else { return nil }
    var length = 0
    for byte in digits {
      guard case UInt8(ascii: "0")...UInt8(ascii: "9") = byte else { return nil }
      length = length * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return length
  }

  package func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// The values of a header that differs for each client, in order.
  package func values(of own: PlainHeader.Own) -> [Range<Int>] {
    fields.filter { $0.header == .own(own) }.map(\.value)
  }

  /// The head as the framework would parse it, without the ignored headers.
  package var head: HTTPRequest {
    var headerFields = HTTPFields()
    for field in fields {
      guard let name = HTTPField.Name(text(field.name)) else { continue }
      headerFields.append(HTTPField(name: name, value: text(field.value)))
    }
    return HTTPRequest(
      method: method == .get ? .get : .post, scheme: "http", authority: text(host),
      path: text(path),
      headerFields: headerFields)
  }
}

extension ArraySlice<UInt8> {
  /// Whether the bytes equal a lowercase word of letters and dashes, in any case.
  fileprivate func equalsIgnoringCase(_ word: StaticString) -> Bool {
    unsafe word.utf8CodeUnitCount == count
      && UnsafeBufferPointer(start: word.utf8Start, count: count)
        .elementsEqual(self) { $0 == ($1 | 0x20) }
  }
}

/// Parses the lines of a head.
private struct Reader {
  let bytes: [UInt8]
  var position: Int

  mutating func consume(_ word: [UInt8]) -> Bool {
    guard bytes.count - position >= word.count else { return false }
    for offset in word.indices where bytes[position + offset] != word[offset] { return false }
    position += word.count
    return true
  }

  mutating func consumeNewline() -> Bool {
    guard position + 1 < bytes.count, bytes[position] == 0x0D, bytes[position + 1] == 0x0A else {
      return false
    }
    position += 2
    return true
  }

  /// The characters of a target (RFC 3986), up to a space, which is consumed.
  mutating func word() -> Range<Int>? {
    let start = position
    let isTargetByte = Self.isTargetByte
    while position < bytes.count, isTargetByte[Int(bytes[position])] { position += 1 }
    guard position > start, position < bytes.count, bytes[position] == 0x20 else { return nil }
    defer { position += 1 }
    return start..<position
  }

  /// Letters, digits, `-` and `_` up to a colon, which is consumed.
  mutating func name() -> Range<Int>? {
    let start = position
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        position += 1
      case UInt8(ascii: ":") where position > start:
        defer { position += 1 }
        return start..<position
      default: return nil
      }
    }
    return nil
  }

  /// Visible ASCII, spaces and tabs up to CR LF, which is consumed; trimmed.
  mutating func value() -> Range<Int>? {
    var start = position
    while position < bytes.count,
      bytes[position] >= 0x20 && bytes[position] < 0x7F || bytes[position] == 0x09
    {
      position += 1
    }
    var end = position
    guard consumeNewline() else { return nil }
    while start < end, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
    while end > start, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
    return start..<end
  }

  /// Visible ASCII without the characters that no target contains, such as `#`.
  private static let isTargetByte: [Bool] = (0..<256).map { byte in
    (0x21...0x7E).contains(byte) && !"\"#<>\\^`{|}".utf8.contains(UInt8(byte))
  }
}

import HTTPTypes
import NIOCore

extension PlainRequest {
  /// A request of HTTP/2 in the bytes of HTTP/1.1; `nil` if it is none of both, or a POST of which
  /// neither the end nor the length is known.
  init?(_ head: HTTPRequest, _ body: ByteBuffer, isWhole: Bool) {
    guard head.method == .get || head.method == .post, let path = head.path,
      let host = head.authority, Self.isWord(path), Self.isWord(host)
    else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(1024 + body.readableBytes)
    func add(_ text: String) { bytes.append(contentsOf: text.utf8) }
    add(head.method == .get ? "GET " : "POST ")
    add(path)
    add(" HTTP/1.1\r\nhost: ")
    add(host)
    var hasLength = head.method == .get
    for field in head.headerFields {
      guard field.value.utf8.allSatisfy(Self.isOfValue) else { return nil }
      if field.name == .contentLength {
        // The decoder of a GET with a body is the framework's.
        guard head.method == .post else { return nil }
        hasLength = true
      }
      add("\r\n")
      add(field.name.rawName)
      add(": ")
      add(field.value)
    }
    if !hasLength {
      guard isWhole else { return nil }
      add("\r\ncontent-length: \(body.readableBytes)")
    }
    add("\r\n\r\n")
    bytes.append(contentsOf: body.readableBytesView)
    self.init(bytes, from: 0)
    // A length that says something else is the framework's to judge.
    guard isWhole ? end == bytes.count : end > bytes.count else { return nil }
  }

  private static func isWord(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }

  private static func isOfValue(_ byte: UInt8) -> Bool {
    (0x20...0x7E).contains(byte) || byte == 0x09
  }
}

extension PlainResponse {
  /// Bytes; a head of this server has less than a tenth.
  private static let longestHead = 8192

  /// The same as head and body; `nil` if it is not written as this server writes responses. Read byte
  /// by byte: the searches of the standard library are not specialized for a buffer.
  var parts: (HTTPResponse, ByteBuffer)? {
    let text = Array(bytes.readableBytesView.prefix(Self.longestHead))
    var lines: [Range<Int>] = []
    var (start, end, at) = (0, Int?.none, 0)
    while end == nil, at + 1 < text.count {
      guard text[at] == 0x0D, text[at + 1] == 0x0A else {
        at += 1
        continue
      }
      if at == start { end = at + 2 } else { lines.append(start..<at) }
      at += 2
      start = at
    }
    guard let end, let first = lines.first, first.count >= 12,
      let code = Int(
        String(decoding: text[first.lowerBound + 9..<first.lowerBound + 12], as: UTF8.self))
    else { return nil }
    var fields = HTTPFields()
    for line in lines.dropFirst() {
      guard let colon = text[line].firstIndex(of: UInt8(ascii: ":")), colon + 2 <= line.upperBound,
        let name = HTTPField.Name(String(decoding: text[line.lowerBound..<colon], as: UTF8.self))
      else { return nil }
      let value = String(decoding: text[colon + 2..<line.upperBound], as: UTF8.self)
      fields.append(HTTPField(name: name, value: value))
    }
    var body = bytes
    body.moveReaderIndex(forwardBy: end)
    return (HTTPResponse(status: HTTPResponse.Status(code: code), headerFields: fields), body)
  }
}

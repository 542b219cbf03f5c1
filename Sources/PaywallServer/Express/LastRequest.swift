import HTTPTypes

/// The head of a request that is answered with the end of its connection. What comes after it is
/// read by nobody, so it matters little where it ends; what could be read in two ways is left to the
/// framework all the same.
enum LastRequest {
  /// What the framework has more to say about than the key.
  private static let others: Set<HTTPField.Name> = [
    .transferEncoding, .connection, .upgrade, .expect, .te, .trailer,
  ]

  /// `nil` for what is no whole head of a plain request.
  static func head(_ bytes: [UInt8], from start: Int) -> HTTPRequest? {
    guard let end = end(of: bytes, from: start) else { return nil }
    var lines = bytes[start..<end].split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.popLast()?.isEmpty == true,
      lines.allSatisfy({ $0.last == UInt8(ascii: "\r") && !$0.dropLast().contains(0x0D) })
    else { return nil }
    let texts = lines.map { String(decoding: $0.dropLast(), as: UTF8.self) }
    guard let first = texts.first else { return nil }
    let words = first.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[2] == "HTTP/1.1", words[1].hasPrefix("/"),
      words[1].utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
      let method = HTTPRequest.Method(String(words[0]))
    else { return nil }
    var head = HTTPRequest(method: method, scheme: "http", authority: nil, path: String(words[1]))
    for line in texts.dropFirst() {
      guard let field = field(line), !others.contains(field.name) else { return nil }
      guard field.name.canonicalName == "host" else {
        head.headerFields.append(field)
        continue
      }
      guard head.authority == nil else { return nil }
      head.authority = field.value
    }
    let lengths = head.headerFields[values: .contentLength]
    guard head.authority != nil, head.headerFields.count < Limits.headerFields, lengths.count <= 1,
      lengths.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } && Int($0) != nil })
    else { return nil }
    return head
  }

  private static func field(_ line: String) -> HTTPField? {
    let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let name = HTTPField.Name(String(parts[0])),
      parts[1].utf8.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x09 })
    else { return nil }
    return HTTPField(name: name, value: String(parts[1]))
  }

  /// The offset behind the last header, before the empty line.
  private static func end(of bytes: [UInt8], from start: Int) -> Int? {
    let last = min(bytes.count, start + Limits.headers)
    var position = start
    while position + 3 < last {
      if bytes[position + 2] == 0x0D, bytes[position + 3] == 0x0A, bytes[position] == 0x0D,
        bytes[position + 1] == 0x0A
      {
        return position + 2
      }
      position += 1
    }
    return nil
  }
}

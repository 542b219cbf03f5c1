package import HTTPTypes

/// How a body is encoded.
package enum ContentCoding: String, Sendable {
  case identity, gzip

  /// Bytes. A shorter body and its headers fit into one packet without compression.
  package static let threshold = 1024

  /// Items of `Accept-Encoding` that are read; clients send a handful.
  private static let items = 32

  /// The coding that the client prefers (RFC 9110, 12.5.3): gzip if it is accepted and weighs at least
  /// as much as the plain text. Without a readable header, the plain text.
  package init(for head: HTTPRequest) {
    guard let value = head.headerFields[.acceptEncoding] else {
      self = .identity
      return
    }
    var gzip: Int?
    var identity: Int?
    var others: Int?
    for item in value.utf8.split(separator: UInt8(ascii: ",")).prefix(Self.items) {
      let end = item.firstIndex(of: UInt8(ascii: ";"))
      let name = Self.trimmed(item[..<(end ?? item.endIndex)])
      // `*`, or 4, 6 or 8 letters.
      guard name.count <= 8 else { continue }
      let known = String(decoding: name, as: UTF8.self).lowercased()
      guard ["gzip", "x-gzip", "identity", "*"].contains(known),
        let weight = end.map({ Self.weight(item[$0...].dropFirst()) }) ?? 1000
      else { continue }
      switch known {
      case "identity": identity = weight
      case "*": others = weight
      default: gzip = max(gzip ?? 0, weight)
      }
    }
    let accepted = gzip ?? others ?? 0
    self = accepted > 0 && accepted >= (identity ?? 0) ? .gzip : .identity
  }

  /// Thousandths of `q=0.8`; `nil` for another parameter (RFC 9110, 12.4.2).
  private static func weight(_ parameter: Substring.UTF8View) -> Int? {
    let text = trimmed(parameter)
    guard text.first.map({ $0 | 0x20 }) == UInt8(ascii: "q") else { return nil }
    let afterName = text.dropFirst().drop { $0 == 0x20 || $0 == 0x09 }
    guard afterName.first == UInt8(ascii: "=") else { return nil }
    var digits = afterName.dropFirst().drop { $0 == 0x20 || $0 == 0x09 }
    guard let first = digits.popFirst(), first == UInt8(ascii: "0") || first == UInt8(ascii: "1")
    else { return nil }
    if let point = digits.popFirst(), point != UInt8(ascii: ".") { return nil }
    guard digits.count <= 3 else { return nil }
    var weight = Int(first - UInt8(ascii: "0")) * 1000
    var place = 100
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      weight += Int(digit - UInt8(ascii: "0")) * place
      place /= 10
    }
    return weight <= 1000 ? weight : nil
  }

  private static func trimmed(_ text: Substring.UTF8View) -> Substring.UTF8View {
    var text = text.drop { $0 == 0x20 || $0 == 0x09 }
    while let last = text.last, last == 0x20 || last == 0x09 { text.removeLast() }
    return text
  }

  /// The entity tag of a body in this coding, from that of its plain text: `"digest"`,
  /// `"digest-gzip"`.
  package func tag(_ etag: String) -> String {
    self == .gzip ? etag.dropLast() + "-gzip\"" : etag
  }
}

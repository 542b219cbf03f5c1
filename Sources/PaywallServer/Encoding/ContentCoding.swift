package import HTTPTypes

/// How the bytes of a body are written.
package enum ContentCoding: String, Sendable {
  case identity, gzip

  /// Below this a body and its headers fit into one packet as they are, and nothing is won.
  package static let threshold = 1024

  /// What the caller prefers (RFC 9110, 12.5.3): gzip if it is accepted, and not less than the plain
  /// text. Without the header, or with one that nobody can read, the text is plain.
  package init(for head: HTTPRequest) {
    guard let value = head.headerFields[.acceptEncoding] else {
      self = .identity
      return
    }
    var gzip: Int?
    var identity: Int?
    var others: Int?
    for item in value.utf8.split(separator: UInt8(ascii: ",")) {
      let parts = item.split(separator: UInt8(ascii: ";"), maxSplits: 1).map(Self.trimmed)
      guard let name = parts.first, let weight = Self.weight(parts.dropFirst().first) else {
        continue
      }
      switch String(decoding: name, as: UTF8.self).lowercased() {
      case "gzip", "x-gzip": gzip = max(gzip ?? 0, weight)
      case "identity": identity = weight
      case "*": others = weight
      default: break
      }
    }
    let accepted = gzip ?? others ?? 0
    self = accepted > 0 && accepted >= (identity ?? 0) ? .gzip : .identity
  }

  /// Thousandths from `q=0.8`; `nil` if it is not that.
  private static func weight(_ parameter: Substring.UTF8View?) -> Int? {
    guard let parameter else { return 1000 }
    let text = String(decoding: parameter, as: UTF8.self)
    guard let match = text.wholeMatch(of: /[qQ][ \t]*=[ \t]*([01])(?:\.(\d{0,3}))?/) else {
      return nil
    }
    let decimals = (match.2.map(String.init) ?? "") + "000"
    let weight = (match.1 == "1" ? 1000 : 0) + (Int(decimals.prefix(3)) ?? 0)
    return weight <= 1000 ? weight : nil
  }

  private static func trimmed(_ text: Substring.UTF8View) -> Substring.UTF8View {
    var text = text.drop { $0 == 0x20 || $0 == 0x09 }
    while let last = text.last, last == 0x20 || last == 0x09 { text.removeLast() }
    return text
  }

  /// The tag of a body in this coding, from the tag of its text: `"digest"`, `"digest-gzip"`.
  package func tag(_ etag: String) -> String {
    self == .gzip ? etag.dropLast() + "-gzip\"" : etag
  }

  /// Of a body with this many bytes.
  package func used(for count: Int) -> ContentCoding {
    count >= Self.threshold ? self : .identity
  }
}

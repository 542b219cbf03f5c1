import HTTPTypes

/// The target of a request line (RFC 9112, 3.2).
package enum RequestTarget {
  /// The target is neither a path nor an absolute URL on the host that `Host` names.
  struct Ambiguous: Error {}

  /// Whether the target and `Host` agree. The host of an absolute URL overrides `Host` (3.2.2), and the
  /// checks of `Host` would not see it, so both must be equal.
  package static func isUnambiguous(_ target: String, host: String?) -> Bool {
    let target = target.utf8
    guard target.first != UInt8(ascii: "/"), !target.elementsEqual("*".utf8) else { return true }
    let lowercased = target.map { $0.lowercasedASCII }
    guard
      let scheme = ["http://", "https://"].first(where: { lowercased.starts(with: $0.utf8) }),
      let host
    else { return false }
    let authority = lowercased.dropFirst(scheme.utf8.count).prefix {
      !"/?#".utf8.contains($0)
    }
    return authority.elementsEqual(host.utf8.lazy.map { $0.lowercasedASCII })
  }

  /// Whether a text is a host with a port or without (RFC 3986, 3.2.2 and 3.2.3), and no user before it.
  static func isHost(_ text: some Collection<UInt8>) -> Bool {
    var rest = text[...]
    if rest.first == UInt8(ascii: "[") {
      let address = rest.dropFirst().prefix { isOfHost($0) || $0 == UInt8(ascii: ":") }
      rest = rest[address.endIndex...]
      guard !address.isEmpty, rest.popFirst() == UInt8(ascii: "]") else { return false }
    } else {
      let name = rest.prefix(while: isOfHost)
      guard !name.isEmpty else { return false }
      rest = rest[name.endIndex...]
    }
    return rest.isEmpty || rest.first == UInt8(ascii: ":") && isPort(rest.dropFirst())
  }

  private static func isOfHost(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-._~%!$&'()*+,;=".utf8.contains(byte)
    }
  }

  /// Empty is the port of the scheme.
  private static func isPort(_ digits: some Collection<UInt8>) -> Bool {
    var port = 0
    for digit in digits {
      guard (0x30...0x39).contains(digit) else { return false }
      port = port * 10 + Int(digit - 0x30)
      guard port <= UInt16.max else { return false }
    }
    return true
  }

  /// Whether a `:scheme` of HTTP/2 is one of HTTP, in any case (RFC 9110, 4.2.3).
  static func isScheme(_ scheme: String?) -> Bool {
    ["http", "https"].contains(scheme?.lowercased())
  }

  /// Whether a `:path` of HTTP/2 is a path (RFC 9113, 8.3.1), without what HTTP/1.1 cannot write.
  static func isPath(_ path: String) -> Bool {
    let bytes = path.utf8
    return bytes.first == UInt8(ascii: "/")
      ? bytes.allSatisfy { (0x21...0x7E).contains($0) } : bytes.elementsEqual("*".utf8)
  }

  /// Whether a request states its length once at the most, and in digits (RFC 9110, 8.6).
  static func hasOneLength(_ fields: HTTPFields) -> Bool {
    let lengths = fields[values: .contentLength]
    return lengths.isEmpty
      || lengths.count == 1
        && lengths.allSatisfy { length in
          !length.isEmpty && length.utf8.allSatisfy { (0x30...0x39).contains($0) }
        }
  }
}

extension UInt8 {
  fileprivate var lowercasedASCII: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}

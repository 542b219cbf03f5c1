/// Look-up of BCP 47 locale tags (RFC 4647, 3.4): exact, then with subtags cut from the end.
package enum Locales {
  /// The best of the available tags for a requested one, `nil` if no tag has the language. `de_DE`
  /// is read as `de-DE`, letter case does not matter; of equal tags the first in byte order.
  package static func best(
    for requested: String, among available: some Sequence<String>
  ) -> String? {
    var wanted = Substring(canonical(requested))
    let offered = available.map { (tag: $0, canonical: canonical($0)) }
    while !wanted.isEmpty {
      let matches = offered.filter { $0.canonical == wanted }
      if let match = matches.min(by: { $0.tag.utf8.lexicographicallyPrecedes($1.tag.utf8) }) {
        return match.tag
      }
      guard let cut = wanted.lastIndex(of: "-") else { return nil }
      wanted = wanted[..<cut]
    }
    return nil
  }

  /// The language of a tag: `de` of `de-DE`.
  package static func language(of tag: String) -> String {
    let language = tag.utf8.prefix { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }
    return Substring(language).lowercased()
  }

  /// The compared form of a tag: lower case, with `-` between subtags.
  package static func canonical(_ tag: String) -> String {
    guard tag.utf8.allSatisfy({ $0 < 0x80 }) else {
      return String(tag.map { $0 == "_" ? "-" : $0 }).lowercased()
    }
    let bytes = tag.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "_"): UInt8(ascii: "-")
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
      default: byte
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

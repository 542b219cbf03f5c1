internal import PaywallCatalog
internal import YAMLText

/// How names and identifiers may be written.
package enum Names {
  /// `[A-Za-z0-9][A-Za-z0-9._-]*`, at most 64 characters.
  package static func isName(_ text: String) -> Bool {
    let bytes = text.utf8
    guard let first = bytes.first, bytes.count <= 64 else { return false }
    return isLetterOrDigit(first)
      && bytes.allSatisfy { isLetterOrDigit($0) || [0x2E, 0x5F, 0x2D].contains($0) }
  }

  /// A name without upper-case letters, valid as a file name.
  package static func isFileName(_ text: String) -> Bool {
    isName(text) && text.utf8.allSatisfy { !(0x41...0x5A).contains($0) }
  }

  /// An identifier that App Store Connect accepts and a signature may contain: at most 255 bytes
  /// without spaces, control characters and invisible ones.
  static func isStoreIdentifier(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 255
      && text.unicodeScalars.allSatisfy {
        switch $0.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .privateUse,
          .unassigned:
          false
        default: true
        }
      }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  /// A suggestion: the name with invalid characters replaced.
  package static func suggestion(for text: String) -> String {
    let bytes = text.utf8.map { byte -> UInt8 in
      isLetterOrDigit(byte) || [0x2E, 0x5F, 0x2D].contains(byte) ? byte : 0x2D
    }
    var trimmed = bytes.drop { !isLetterOrDigit($0) }.prefix(64)
    while trimmed.last == 0x2D { trimmed.removeLast() }
    return trimmed.isEmpty ? "a-name" : String(decoding: trimmed, as: UTF8.self)
  }
}

extension String {
  var isLowerCaseHexadecimal: Bool {
    utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}

extension NodeDecoder where Value == String {
  /// The name of another entity; its use is recorded.
  static func reference(_ kind: EntityKind) -> NodeDecoder {
    NodeDecoder(.ref(kind.rawValue)) { node, context in
      guard let name = node.text(as: "the name of \(kind.phrase)", example: "a name", context)
      else {
        return nil
      }
      context.use(kind, name, at: node.range)
      return name
    }
  }

  /// An identifier of App Store Connect.
  static func storeIdentifier(_ what: String, example: String) -> NodeDecoder {
    text(what, example: example, .storeIdentifier, where: Names.isStoreIdentifier)
  }

  /// Is hashed together with a unit: letters, digits, `.`, `_` and `-`.
  static var seed: NodeDecoder {
    text("a seed", example: "7f3a9c21", .ref("name"), where: Names.isName)
  }

  /// By the codes in use, as in conditions: `he` and not `iw`.
  static var locale: NodeDecoder {
    NodeDecoder(.text(Patterns.locale)) { node, context in
      guard let text = node.text(as: "a locale", example: "en or pt-BR", context) else {
        return nil
      }
      if isLocale(text) {
        guard let tag = LanguageTag(text), tag.isLanguage, tag != tag.inUse else { return text }
        return context.refuse(
          .invalidValue, at: node.range, "'\(text.shortened)' is not the code in use",
          help: "write \(tag.inUse.text)")
      }
      let guess = String(text.map { $0 == "_" ? "-" : $0 })
      return context.refuse(
        .invalidValue, at: node.range, "'\(text.shortened)' is not a locale",
        help: isLocale(guess) ? "write \(guess)" : "write a BCP 47 tag like en, de-AT or zh-Hans")
    }
  }

  static var httpsURL: NodeDecoder {
    let example = "https://example.com/path"
    return NodeDecoder(
      "an https URL", example: example, .plain(Patterns.url),
      help: { text in
        let secure = text.hasPrefix("http://") ? "https://" + text.dropFirst(7) : text
        return isHTTPSURL(secure) ? "write \(secure)" : "write \(example)"
      }
    ) { isHTTPSURL($0) ? $0 : nil }
  }
}

/// A language of two or three letters, then subtags of two to eight letters or digits.
func isLocale(_ text: String) -> Bool {
  let parts = text.split(separator: "-", omittingEmptySubsequences: false)
  guard let language = parts.first, (2...3).contains(language.utf8.count), parts.count <= 5,
    language.utf8.allSatisfy({ (0x61...0x7A).contains($0) })
  else { return false }
  return parts.dropFirst().allSatisfy {
    (2...8).contains($0.utf8.count) && $0.utf8.allSatisfy(isWord)
  }
}

private func isWord(_ byte: UInt8) -> Bool {
  (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
}

/// `https://`, a host of letters, digits, dots and hyphens with a dot in it, an optional port,
/// followed by printable ASCII only.
private func isHTTPSURL(_ text: String) -> Bool {
  guard text.hasPrefix("https://"), text.utf8.count <= 2048,
    text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !Array("\"<>\\^`{|}".utf8).contains($0) })
  else { return false }
  let authority = text.dropFirst(8).prefix { !["/", "?", "#"].contains($0) }
  let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
  guard let host = parts.first, parts.count <= 2, host.contains(".") else { return false }
  if parts.count == 2, UInt16(parts[1]) == nil { return false }
  return host.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
    !label.isEmpty && label.utf8.allSatisfy { isWord($0) || $0 == 0x2D }
  }
}

extension NodeDecoder where Value == Show {
  /// The id of a paywall, or `nothing`.
  static var show: NodeDecoder {
    NodeDecoder(.ref("show")) { node, context in
      guard let text = node.text(as: "a paywall or nothing", example: "standard", context) else {
        return nil
      }
      if text == Show.nothingWord { return .nothing }
      context.use(.paywall, text, at: node.range)
      return .paywall(text)
    }
  }
}

extension Show {
  /// The word for showing no paywall.
  static let nothingWord = "nothing"
}

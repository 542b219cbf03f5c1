import PaywallCatalog

/// Regular expressions with constructs that JavaScript, Python, ICU and RE2 treat alike.
enum TextPattern {
  static let lineBreaks = "\n\r\u{85}\u{2028}\u{2029}"

  /// A pattern that matches this text literally.
  static func escaped(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if "\\^$.|?*+()[]{}/".unicodeScalars.contains(scalar) { escaped.append("\\") }
      escaped.append(scalar)
    }
    return String(escaped)
  }

  /// Locales whose first part is one of these languages. A language that is not in lower case
  /// matches no locale; `nil` for letters whose case differs between engines.
  static func locales(of languages: [String]) -> String? {
    var patterns: [String] = []
    for language in languages {
      guard language.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
      let isLower = language.utf8.allSatisfy { !(0x41...0x5A).contains($0) }
      guard isLower, !language.utf8.contains(UInt8(ascii: "-")),
        !language.utf8.contains(UInt8(ascii: "_"))
      else { continue }
      patterns.append(
        language.map { letter in
          let upper = letter.uppercased()
          return upper == String(letter) ? escaped(upper) : "[\(upper)\(letter)]"
        }.joined())
    }
    // Nothing matches a line break before the beginning.
    guard !patterns.isEmpty else { return "\\n^[^\\n]" }
    return "^(\(patterns.joined(separator: "|")))([_-]|$)"
  }
}

/// Times as texts that sort chronologically: UTC, with seconds, ending with `Z`.
enum TimePattern {
  /// `2026-12-01T09:00:00Z`, with any fraction.
  static let utc =
    "^([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])"
    + "-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])"
    + "|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|[12][0-9]))"
    + "T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?Z$"

  /// A time without its `Z`: it sorts before every text of that second and after every one of the
  /// previous second. `nil` if it has a fraction of a second.
  static func second(of moment: Timestamp) -> String? {
    guard moment.milliseconds % 1000 == 0 else { return nil }
    let text = moment.rfc3339
    return text.utf8.count == 20 ? String(text.dropLast()) : nil
  }
}

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
}

/// Words in any letter case.
enum WordPattern {
  /// The whole text is one of these words of ASCII.
  static func any(of words: [String]) -> String {
    "^\(alternatives(Set(words.map { $0.uppercased() }).sorted()))$"
  }

  /// Sorted words in capital letters, by their first letters.
  private static func alternatives(_ words: [String]) -> String {
    var rests: [(first: Character, rests: [String])] = []
    for word in words {
      guard let first = word.first else { continue }
      if rests.last?.first != first { rests.append((first, [])) }
      rests[rests.count - 1].rests.append(String(word.dropFirst()))
    }
    let last = rests.filter { $0.rests == [""] }.map(\.first)
    var parts = rests.filter { $0.rests != [""] }.map { anyCase($0.first) + alternatives($0.rests) }
    if !last.isEmpty { parts.append("[\(last.map { both($0) }.joined())]") }
    let isOptional = words.first?.isEmpty ?? false
    if parts.isEmpty { return "" }
    return parts.count == 1 && !isOptional
      ? parts[0] : "(\(parts.joined(separator: "|")))\(isOptional ? "?" : "")"
  }

  private static func both(_ letter: Character) -> String {
    let lower = letter.lowercased()
    return lower == String(letter) ? lower : "\(letter)\(lower)"
  }

  static func anyCase(_ letter: Character) -> String {
    letter.isASCII && letter.isLetter
      ? "[\(both(Character(letter.uppercased())))]" : TextPattern.escaped(String(letter))
  }
}

/// Tags of languages in any letter case, with `-` or `_`, and with other codes of the language.
enum LanguagePattern {
  /// The end of a subtag: the tag may go on, and a list with other tags.
  private static let end = "([-_@.,]|$)"
  /// A text that begins with the code of a language.
  static let any = "^[A-Za-z]{2,3}" + end

  static func languages(_ languages: [String]) -> String {
    let codes = languages.flatMap(LanguageTag.codes)
    return "^(\(codes.map(part).joined(separator: "|")))\(end)"
  }

  /// Whole tags, which no further part but an extension follows.
  static func locales(_ locales: [String]) -> String {
    let tags = locales.map(spellings).joined(separator: "|")
    return "^(\(tags))([@.,]|[-_][A-Za-z0-9]([-_]|$)|$)"
  }

  /// Tags that begin like this.
  static func beginning(_ text: String) -> String { "^" + spellings(text) }

  private static func spellings(_ tag: String) -> String {
    let parts = tag.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    return parts.enumerated().map { index, part in
      let codes =
        index == 0 ? LanguageTag.codes(of: part) : [part] + LanguageTag.regions(meaning: part)
      return "(\(codes.map(Self.part).joined(separator: "|")))"
    }.joined(separator: "[-_]")
  }

  /// A part of a tag.
  static func part(_ text: String) -> String {
    text.map { $0 == "-" ? "[-_]" : WordPattern.anyCase($0) }.joined()
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

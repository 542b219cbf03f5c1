/// A language as BCP 47 writes it, `zh-Hant-TW`, or a POSIX system, `zh_TW`. Keywords and extensions
/// are cut: `de` of `de@calendar=buddhist`.
package struct LanguageTag: Hashable, Sendable {
  /// Each code as its bytes, the first one highest; 0 for none.
  package private(set) var language: UInt32 = 0
  package private(set) var script: UInt32 = 0
  package private(set) var region: UInt32 = 0
  private var variants: [UInt64] = []

  private init() {}

  package init(language: UInt32, script: UInt32, region: UInt32 = 0) {
    (self.language, self.script, self.region) = (language, script, region)
  }

  /// The tag as it is written, in any letter case. What follows a subtag that has no place there is
  /// cut. `nil` for a text that does not begin with two or three letters as its first subtag.
  package init?(_ text: String) { self.init(text.utf8) }

  init?(_ text: some Sequence<UInt8>) {
    var subtag = Subtag()
    reading: for byte in text {
      switch byte {
      case UInt8(ascii: "-"), UInt8(ascii: "_"):
        guard take(subtag) else {
          subtag = Subtag()
          break reading
        }
        subtag = Subtag()
      case UInt8(ascii: "@"), UInt8(ascii: "."): break reading
      default:
        subtag.append(byte)
        guard subtag.count <= 8 else { break reading }
      }
    }
    _ = take(subtag)
    guard language != 0 else { return nil }
  }

  /// By what tells most tags apart: variants are rare.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(UInt64(language) << 32 | UInt64(region))
    hasher.combine(script)
  }

  /// - Returns: whether the next subtag can belong to the tag.
  private mutating func take(_ subtag: Subtag) -> Bool {
    guard language != 0 else {
      guard subtag.isLetters, (2...3).contains(subtag.count) else { return false }
      language = subtag.lowercased
      return true
    }
    let isFirst = script == 0 && region == 0 && variants.isEmpty
    switch subtag.count {
    case 3 where subtag.isLetters && isFirst && Self.prefixes.contains(language):
      language = subtag.lowercased
    case 4 where subtag.isLetters && isFirst: script = subtag.capitalised
    case 2 where subtag.isLetters && region == 0 && variants.isEmpty,
      3 where subtag.isDigits && region == 0 && variants.isEmpty:
      region = subtag.uppercased
    case 5...8 where subtag.isWord, 4 where subtag.isWord && subtag.beginsWithDigit:
      guard variants.count < 4 else { return false }
      variants.append(subtag.bits)
    default: return false
    }
    return true
  }

  /// Languages before the code of one of their kind: `zh-yue` is `yue`.
  private static let prefixes = Set(
    ["ar", "kok", "lv", "ms", "sgn", "sw", "uz", "zh"].map { code(of: $0) })

  static func code(of text: some StringProtocol) -> UInt32 {
    text.utf8.reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The same without the last of its variants; `nil` without any.
  var withoutVariant: LanguageTag? {
    guard !variants.isEmpty else { return nil }
    var tag = self
    tag.variants.removeLast()
    return tag
  }

  /// The same, with the region that most of its readers live in if it names none: `de-DE`.
  var withLikelyRegion: LanguageTag {
    guard region == 0 else { return self }
    let full = full
    let likely = LanguageData.shared.likelyRegion(of: full.language, in: full.script)
    return with(language: language, script: script, region: likely)
  }

  /// The same, with another language, script and region.
  func with(language: UInt32, script: UInt32, region: UInt32) -> LanguageTag {
    var tag = self
    (tag.language, tag.script, tag.region) = (language, script, region)
    return tag
  }

  /// All codes of a language, the one in use first: `de`, `deu`, `ger`.
  package static func codes(of language: String) -> [String] {
    guard (2...3).contains(language.utf8.count) else { return [language] }
    return LanguageData.shared.codes(of: code(of: language)).map { text(UInt64($0)) }
  }

  /// Former codes of a region.
  package static func regions(meaning region: String) -> [String] {
    guard region.utf8.count == 2 else { return [] }
    return LanguageData.shared.regions(meaning: code(of: region)).map { text(UInt64($0)) }
  }

  /// `de`.
  package var languageText: String { Self.text(UInt64(language)) }

  /// The tag as BCP 47 recommends to write it: `zh-Hant-TW`.
  package var text: String {
    var text = languageText
    if script != 0 { Self.write(UInt64(script), behind: "-", to: &text) }
    if region != 0 { Self.write(UInt64(region), behind: "-", to: &text) }
    for variant in variants { Self.write(variant, behind: "-", to: &text) }
    return text
  }

  private static func text(_ code: UInt64) -> String {
    var text = ""
    write(code, behind: "", to: &text)
    return text
  }

  /// Every request is written so: without a list of its parts.
  private static func write(_ code: UInt64, behind hyphen: String, to text: inout String) {
    text += hyphen
    var shift = 56 - code.leadingZeroBitCount / 8 * 8
    while shift >= 0 {
      text.unicodeScalars.append(Unicode.Scalar(UInt8(truncatingIfNeeded: code >> shift)))
      shift -= 8
    }
  }
}

/// A part of a tag while it is read.
private struct Subtag {
  /// Its bytes in small letters.
  private(set) var bits: UInt64 = 0
  private(set) var count = 0
  private var letters = 0
  private var digits = 0
  private(set) var beginsWithDigit = false

  mutating func append(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      if count == 0 { beginsWithDigit = true }
      digits += 1
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): letters += 1
    default: break
    }
    bits = bits << 8 | UInt64(byte | 0x20)
    count += 1
  }

  var isLetters: Bool { letters == count }
  var isDigits: Bool { digits == count }
  var isWord: Bool { letters + digits == count }
  var lowercased: UInt32 { UInt32(truncatingIfNeeded: bits) }
  /// `Hant`.
  var capitalised: UInt32 { lowercased & 0xDFFF_FFFF }
  /// `TW`. Digits stay.
  var uppercased: UInt32 { isDigits ? lowercased : lowercased & 0xDFDF_DFDF }
}

/// The tables of CLDR, read for look-ups.
struct LanguageData: Sendable {
  static let shared = LanguageData()

  private let scripts: [UInt32: UInt32]
  private let scriptsOfRegions: [LanguageTag: UInt32]
  private let regions: [UInt32: UInt32]
  private let regionsOfScripts: [LanguageTag: UInt32]
  private let parents: [LanguageTag: LanguageTag]
  private let aliases: [UInt32: LanguageTag]
  private let regionAliases: [UInt32: UInt32]
  private let codes = Array(LanguageTable.codes.utf8)
  private let languagesWithRegions: Set<UInt32>
  private let languagesWithParents: Set<UInt32>

  private init() {
    scripts = Self.codes(in: LanguageTable.scripts)
    regions = Self.codes(in: LanguageTable.regions)
    regionAliases = Self.codes(in: LanguageTable.regionAliases)
    scriptsOfRegions = Self.tags(in: LanguageTable.scriptsOfRegions) { LanguageTag.code(of: $0) }
    regionsOfScripts = Self.tags(in: LanguageTable.regionsOfScripts) { LanguageTag.code(of: $0) }
    languagesWithRegions = Set(scriptsOfRegions.keys.map(\.language))
    let parents = Self.tags(in: LanguageTable.parents) { LanguageTag(String($0)) }
    aliases = Dictionary(
      Self.pairs(in: LanguageTable.aliases).compactMap { alias, meant in
        LanguageTag(String(meant)).map { (LanguageTag.code(of: alias), $0) }
      }, uniquingKeysWith: { first, _ in first })
    self.parents = parents
    languagesWithParents = Set(parents.keys.map(\.language))
  }

  /// A head with its colon, and what belongs to it: `Cyrl: ab be bg`.
  private static func pairs(in table: String) -> [(member: Substring, head: Substring)] {
    var head = Substring()
    return table.split(separator: " ").compactMap { word in
      guard word.utf8.last == UInt8(ascii: ":") else { return (word, head) }
      head = word.dropLast()
      return nil
    }
  }

  private static func codes(in table: String) -> [UInt32: UInt32] {
    Dictionary(
      pairs(in: table).map { (LanguageTag.code(of: $0), LanguageTag.code(of: $1)) },
      uniquingKeysWith: { first, _ in first })
  }

  private static func tags<Value>(
    in table: String, _ value: (Substring) -> Value?
  ) -> [LanguageTag: Value] {
    Dictionary(
      pairs(in: table).compactMap { member, head in
        LanguageTag(String(member)).flatMap { tag in value(head).map { (tag, $0) } }
      }, uniquingKeysWith: { first, _ in first })
  }

  func alias(of language: UInt32) -> LanguageTag? { aliases[language] }

  /// The codes that mean a language or, with a script or region, a part of it.
  func codes(of language: UInt32) -> [UInt32] {
    [language] + aliases.filter { $0.value.language == language }.map(\.key).sorted()
  }

  func regions(meaning region: UInt32) -> [UInt32] {
    regionAliases.filter { $0.value == region }.map(\.key).sorted()
  }

  func region(meantBy region: UInt32) -> UInt32 { regionAliases[region] ?? region }

  /// The script that a language is written in, in general or in one region.
  func likelyScript(of language: UInt32, in region: UInt32) -> UInt32 {
    if region != 0, languagesWithRegions.contains(language),
      let script = scriptsOfRegions[LanguageTag(language: language, script: 0, region: region)]
    {
      return script
    }
    return scripts[language] ?? Self.latin
  }

  /// 0 if the tables do not say.
  func likelyRegion(of language: UInt32, in script: UInt32) -> UInt32 {
    regionsOfScripts[LanguageTag(language: language, script: script)] ?? regions[language] ?? 0
  }

  /// Whether the table of parents has the language.
  func hasParents(_ language: UInt32) -> Bool { languagesWithParents.contains(language) }

  /// The parent that `parentLocales` names, in the form of that table.
  func parent(of tag: LanguageTag) -> LanguageTag? { parents[tag] }

  private static let latin = LanguageTag.code(of: "Latn")

  /// Whether a code of two or three letters is a language's.
  func isLanguage(_ code: UInt32) -> Bool {
    var place = 0
    for shift in [16, 8, 0] as [UInt32] {
      let byte = code >> shift & 0xFF
      guard byte != 0 else { continue }
      guard byte >= 0x61, byte <= 0x7A else { return false }
      place = place * 26 + Int(clamping: byte - 0x61)
    }
    if code > 0xFFFF { place += 26 * 26 }
    guard place / 5 < codes.count else { return false }
    return (codes[place / 5] - 0x30) >> (place % 5) & 1 == 1
  }
}

// By CLDR: aliases, likely scripts and parents.
extension LanguageTag {
  /// Whether the first part is the code of a language, such as no `xx`.
  package var isLanguage: Bool { LanguageData.shared.isLanguage(language) }

  /// The same by the codes in use: `he-IL` of `iw-IL`, `sr-Latn` of `sh`, `en-GB` of `en-UK`.
  package var inUse: LanguageTag {
    let data = LanguageData.shared
    let region = data.region(meantBy: region)
    guard let alias = data.alias(of: language) else {
      return region == self.region
        ? self : with(language: language, script: script, region: region)
    }
    return with(
      language: alias.language, script: script == 0 ? alias.script : script,
      region: region == 0 ? alias.region : region)
  }

  /// The form that is compared: by the codes in use, with the script said, and `no` for `nb`.
  var full: LanguageTag {
    let tag = inUse
    let script =
      tag.script == 0
      ? LanguageData.shared.likelyScript(of: tag.language, in: tag.region) : tag.script
    return tag.with(
      language: tag.language == Self.bokmal ? Self.norwegian : tag.language, script: script,
      region: tag.region)
  }

  /// The next more general language of a full tag, always in the same script; `nil` above all.
  var parent: LanguageTag? {
    if let shorter = withoutVariant { return shorter }
    if let named = namedParent { return named }
    return region == 0 ? nil : with(language: language, script: script, region: 0)
  }

  /// The parent in CLDR's table, which leaves out a script that is likely.
  private var namedParent: LanguageTag? {
    let data = LanguageData.shared
    guard data.hasParents(language) else { return nil }
    let short = with(language: language, script: 0, region: region)
    let isLikely = data.likelyScript(of: language, in: region) == script
    let named = data.parent(of: self) ?? (isLikely ? data.parent(of: short) : nil)
    return named.map(\.full).flatMap { $0 == self ? nil : $0 }
  }

  /// A full tag and its parents up to the most general one.
  var chain: [LanguageTag] {
    var chain = [self]
    while let parent = chain.last?.parent, chain.count < 12 { chain.append(parent) }
    return chain
  }

  /// Whether readers of this full tag's language read another one as their own: Norwegians both of
  /// their written languages.
  func isRead(as language: UInt32) -> Bool {
    self.language == language
      || language == Self.norwegian && self.language == Self.nynorsk
  }

  /// The first of some locales that is this one by another code, or else its nearest parent; of equal
  /// ones the first in byte order.
  package static func nearest(
    to locale: String, among locales: some Collection<String>
  ) -> String? {
    guard let tag = LanguageTag(locale) else { return nil }
    let others = locales.compactMap { locale in LanguageTag(locale).map { (locale, $0.full) } }
    for tag in tag.full.chain {
      let equal = others.filter { $0.1 == tag }.map(\.0)
      if let best = equal.min(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) { return best }
    }
    return nil
  }

  private static let bokmal = code(of: "nb")
  private static let nynorsk = code(of: "nn")
  private static let norwegian = code(of: "no")
}

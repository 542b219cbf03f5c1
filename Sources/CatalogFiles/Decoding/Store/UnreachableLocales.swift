internal import PaywallCatalog
internal import YAMLText

/// The locales of an app, by codes in use, that no phone's list of languages can reach.
struct UnreachableLocales {
  private let locales: [String]
  private let languages: AppLanguages

  init(_ locales: [String]) {
    self.locales = locales
    languages = AppLanguages(locales)
  }

  func warn(at ranges: [SourceRange], _ context: DecodingContext) {
    guard ranges.count == locales.count else { return }
    for (place, locale) in locales.enumerated() where !isReachable(place) {
      context.warning(
        .unreachable, at: ranges[place], "no phone's list of languages can reach '\(locale)'",
        help: help(for: locale))
    }
  }

  /// Phones send tags of countries.
  private func isReachable(_ place: Int) -> Bool {
    guard let tag = LanguageTag(locales[place]), tag.isLanguage else { return false }
    if tag.hasKnownRegion { return languages.place(for: tag) == place }
    let tags = locales.compactMap { LanguageTag($0) }.filter { $0.language == tag.language }
    return Set(tags.flatMap(\.ofPhones)).contains { languages.place(for: $0) == place }
  }

  private func help(for locale: String) -> String {
    guard let tag = LanguageTag(locale) else { return "take it out" }
    if let meant = spokenIn[tag.languageText] { return "did you mean \(meant)?" }
    return tag.isLanguage
      ? "write \(tag.languageText) alone or with a country, such as en-GB, or take it out"
      : "write the code of a language, such as de, or take it out"
  }
}

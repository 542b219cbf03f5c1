import PaywallTextCoding

/// The languages of an app, indexed to find the one that a person reads.
///
/// For a tag, the first of these that the app has: the tag itself; its parents in CLDR, up to the
/// language; of the app's languages below the nearest common parent the one of the likely region, else
/// the first in the app's order. All have the tag's likely script: `sr-Latn` never gets `sr`.
package struct AppLanguages: Sendable {
  /// As the app writes them, the default first.
  package let locales: [String]
  /// By the tag as it is written.
  private var written: [LanguageTag: Int] = [:]
  /// By the full tag.
  private var places: [LanguageTag: Int] = [:]
  /// The best one below a full tag.
  private var below: [LanguageTag: Int] = [:]
  /// By their texts.
  private var usual: [String: Usual] = [:]

  /// A language of the app, or that with its likely region: what most phones send.
  package struct Usual: Sendable {
    /// As BCP 47 writes it.
    package let text: String
    /// Its first subtag.
    package let language: String
    package let place: Int
  }

  package init(_ locales: [String]) {
    self.locales = locales.isEmpty ? ["en"] : locales
    let tags = self.locales.map { LanguageTag($0) }
    // A code in use counts more than another code of the same language.
    let isInUse = tags.map { $0 == $0?.inUse }
    for place in tags.indices.filter({ isInUse[$0] }) + tags.indices.filter({ !isInUse[$0] }) {
      guard let tag = tags[place] else { continue }
      written[tag] = written[tag] ?? place
      places[tag.full] = places[tag.full] ?? place
    }
    indexParents(tags.map { $0?.full })
    for tag in tags { if let tag { indexTexts(of: tag) } }
  }

  private mutating func indexParents(_ tags: [LanguageTag?]) {
    var ranks: [LanguageTag: Int] = [:]
    for (place, tag) in tags.enumerated() {
      guard let tag else { continue }
      for above in tag.chain where tag.isRead(as: above.language) {
        let region = LanguageData.shared.likelyRegion(of: above.language, in: above.script)
        let rank = (tag.language == above.language ? 0 : 2) + (tag.region == region ? 0 : 1)
        guard ranks[above].map({ rank < $0 }) ?? true else { continue }
        ranks[above] = rank
        below[above] = place
      }
    }
  }

  private mutating func indexTexts(of tag: LanguageTag) {
    for text in [tag.text, tag.withLikelyRegion.text] {
      let list = PreferredLanguages(text)
      guard let first = list.first, first.text == text, let place = place(for: list) else {
        continue
      }
      usual[text] = Usual(text: text, language: first.languageText, place: place)
    }
  }

  /// The language of a text that need not be read, because the app is often asked for it.
  package func usual(_ text: String) -> Usual? {
    guard let found = usual[text], found.text.hasSameUTF8(as: text) else { return nil }
    return found
  }

  /// The place of the best language for a tag; `nil` if the app has none.
  package func place(for tag: LanguageTag) -> Int? {
    if let place = written[tag] { return place }
    let full = tag.full
    if let place = places[full] { return place }
    var chain = full.chain[...]
    while let language = chain.first?.language {
      let own = chain.prefix { $0.language == language }
      for tag in own { if let place = places[tag] { return place } }
      for tag in own { if let place = below[tag] { return place } }
      chain = chain.dropFirst(own.count)
    }
    return nil
  }

  /// The place of the first language of a list that the app has; `nil` if it has none.
  package func place(for list: PreferredLanguages) -> Int? {
    for tag in list.tags { if let place = place(for: tag) { return place } }
    return nil
  }

  /// The app's best language for a list; the default if it has none.
  package func locale(for list: PreferredLanguages) -> String { locales[place(for: list) ?? 0] }
}

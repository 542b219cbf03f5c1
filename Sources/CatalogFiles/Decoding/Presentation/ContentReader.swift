internal import PaywallCatalog
internal import YAMLText

/// Decodes free-form content under the core schema, and finds its localised values.
struct ContentReader {
  let context: DecodingContext
  /// The locales of the app, the default first. Empty if nothing is localised.
  let locales: [String]
  private let known: Set<String>
  private let untranslated = Untranslated()

  init(context: DecodingContext, locales: [String]) {
    self.context = context
    self.locales = locales
    known = Set(locales)
  }

  func content(_ node: Node) -> Content? {
    switch node.value {
    case .scalar(let scalar):
      LostText(context: context).check(scalar, at: node.range)
      return self.scalar(scalar, at: node.range)
    case .sequence(let items, _):
      let contents = items.map { content($0) }
      let known = contents.compactMap(\.self)
      return known.count == items.count ? .list(known) : nil
    case .mapping(let entries, _):
      return mapping(entries, at: node.range)
    }
  }

  /// The members of `content:` itself, which cannot be localised as a whole.
  func members(_ node: Node) -> [Content.Member]? {
    guard let entries = node.entries else {
      return context.refuse(
        .wrongType, at: node.range, "expected a mapping, found \(node.kind)",
        help: "write the content as 'name: value' lines, or remove the key")
    }
    if let first = entries.first(where: { known.contains($0.key) }), !isPlain(entries) {
      return context.refuse(
        .localisation, at: first.keyRange,
        "'\(first.key)' is a locale; content cannot be localised as a whole",
        help: "localise the texts in it, like 'headline: { \(first.key): … }', or write "
          + "'plain: true' if this is no locale")
    }
    let members = object(entries)
    untranslated.report(in: context)
    return members
  }

  private func scalar(_ scalar: Node.Scalar, at range: SourceRange) -> Content? {
    switch CoreSchema.resolve(scalar) {
    case .null: return .null
    case .boolean(let value): return .boolean(value)
    case .integer(let number): return .integer(number)
    case .number(let number): return .number(number)
    case .text(let text): return .text(text)
    case .tooLarge:
      return context.refuse(
        .invalidValue, at: range, "\(scalar.text.shortened) does not fit into 64 bits",
        help: "write it in quotes, as a text")
    case .notFinite:
      return context.refuse(
        .invalidValue, at: range, "JSON has no number for \(scalar.text.shortened)",
        help: "write a finite number, or a text in quotes")
    }
  }

  private func mapping(_ entries: [Node.Entry], at range: SourceRange) -> Content? {
    let localised = entries.filter { known.contains($0.key) }
    guard !localised.isEmpty, !isPlain(entries) else { return object(entries).map { .object($0) } }
    guard localised.count == entries.count else {
      reportMixed(entries, localised)
      return nil
    }
    let contents = entries.map { ($0.key, content($0.value)) }
    let there = Set(entries.map(\.key))
    let missing = entries.count == locales.count ? [] : locales.filter { !there.contains($0) }
    if let first = locales.first, missing.contains(first) {
      context.error(
        .localisation, at: entries.first?.keyRange ?? range,
        "the default locale '\(first)' is missing",
        help: "add '\(first): …'; every visitor whose language is not here gets it")
    } else if !missing.isEmpty {
      untranslated.add(
        missing, shown: substitutes(missing, there), at: entries.first?.keyRange ?? range)
    }
    LostText(context: context).check(entries, first: locales.first)
    guard !contents.contains(where: { $0.1 == nil }) else { return nil }
    return .localised(
      Dictionary(contents.map { ($0, $1 ?? .null) }, uniquingKeysWith: { first, _ in first }))
  }

  /// The locales whose texts are shown instead of the missing ones.
  private func substitutes(_ missing: [String], _ there: Set<String>) -> [String] {
    let shown = Set(
      missing.map { LanguageTag.nearest(to: $0, among: there) ?? locales.first ?? "" })
    return locales.filter(shown.contains)
  }

  private func reportMixed(_ entries: [Node.Entry], _ localised: [Node.Entry]) {
    guard let index = entries.firstIndex(where: { !known.contains($0.key) }) else { return }
    let (other, first) = (entries[index], localised.first?.key ?? "")
    if let cut = CutValue(entries, before: index) {
      return context.error(
        .localisation, at: other.keyRange, "this text is cut at the ','",
        help: "put quotes around the whole text: \"\(cut.text)\"")
    }
    let message =
      "'\(other.key.shortened)' is no locale of the app, and '\(first)' beside it is one"
    if let meant = Self.language(meantBy: other.key, of: locales) {
      return context.error(
        .localisation, at: other.keyRange, message, help: "did you mean '\(meant)'?")
    }
    context.error(
      .localisation, at: other.keyRange, message,
      help: isLocale(other.key)
        ? "add '\(other.key)' to 'locales' in app.yaml, or write 'plain: true' beside it"
        : "add 'plain: true' if these are no locales, or move it out")
  }

  /// The locale of the app for a country's code, or for a locale that is written in another way.
  private static func language(meantBy key: String, of locales: [String]) -> String? {
    let word = key.lowercased().replacing("_", with: "-")
    let language = spokenIn[word] ?? String(word.prefix { $0 != "-" })
    return locales.first { $0.lowercased() == word }
      ?? locales.first { $0.lowercased() == language }
      ?? locales.first { $0.lowercased().hasPrefix("\(language)-") }
  }

  /// `plain: true` means that keys that look like locales are not locales; it is not sent to apps.
  private func isPlain(_ entries: [Node.Entry]) -> Bool {
    guard entries.contains(where: { known.contains($0.key) }) else { return false }
    return entries.contains { $0.isPlainMark }
  }

  private func object(_ entries: [Node.Entry]) -> [Content.Member]? {
    let isPlain = isPlain(entries)
    let kept = entries.filter { !(isPlain && $0.isPlainMark) }
    let members = kept.map { ($0.key, content($0.value)) }
    guard !members.contains(where: { $0.1 == nil }) else { return nil }
    return members.map { Content.Member($0, $1 ?? .null) }
  }
}

extension Node.Entry {
  /// `plain: true`.
  fileprivate var isPlainMark: Bool {
    key == "plain" && value.scalar.map { CoreSchema.resolve($0) } == .boolean(true)
  }
}

/// The language that people mean by the code of a country, by a former code, or by one of three letters
/// (ISO 639-2, both forms).
let spokenIn = [
  "jp": "ja", "cn": "zh", "tw": "zh", "hk": "zh", "kr": "ko", "gr": "el", "se": "sv", "dk": "da",
  "cz": "cs", "ua": "uk", "il": "he", "iw": "he", "ee": "et", "si": "sl", "at": "de", "ch": "de",
  "gb": "en", "us": "en", "uk": "en", "br": "pt", "mx": "es",
  "ara": "ar", "chi": "zh", "zho": "zh", "cze": "cs", "ces": "cs", "dan": "da", "dut": "nl",
  "nld": "nl", "eng": "en", "fin": "fi", "fra": "fr", "fre": "fr", "deu": "de", "ger": "de",
  "gre": "el", "ell": "el", "heb": "he", "hin": "hi", "hun": "hu", "ind": "id", "ita": "it",
  "jpn": "ja", "kor": "ko", "may": "ms", "msa": "ms", "nor": "nb", "nob": "nb", "pol": "pl",
  "por": "pt", "rum": "ro", "ron": "ro", "rus": "ru", "slo": "sk", "slk": "sk", "spa": "es",
  "swe": "sv", "tha": "th", "tur": "tr", "ukr": "uk", "vie": "vi",
]

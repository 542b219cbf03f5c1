/// Free-form content of a paywall, as JSON, with localised values still unresolved.
package indirect enum Content: Sendable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case number(Double)
  case text(String)
  case list([Content])
  /// Members in the order of the file.
  case object([Member])
  /// One value per locale of the app, including the default locale.
  case localised([String: Content])

  package struct Member: Sendable {
    package let key: String
    package let value: Content

    package init(_ key: String, _ value: Content) {
      self.key = key
      self.value = value
    }
  }

  /// The content in one of the app's locales. A value without that locale is taken from its parents,
  /// then from the default locale.
  package func localised(for locale: String, default defaultLocale: String) -> Content {
    switch self {
    case .null, .boolean, .integer, .number, .text: return self
    case .list(let items):
      return .list(items.map { $0.localised(for: locale, default: defaultLocale) })
    case .object(let members):
      return .object(
        members.map { Member($0.key, $0.value.localised(for: locale, default: defaultLocale)) })
    case .localised(let values):
      let value =
        values[locale] ?? LanguageTag.nearest(to: locale, among: values.keys).flatMap { values[$0] }
        ?? values[defaultLocale]
      return value?.localised(for: locale, default: defaultLocale) ?? .null
    }
  }
}

#if Server
extension Content: Hashable {}
extension Content.Member: Hashable {}
#endif

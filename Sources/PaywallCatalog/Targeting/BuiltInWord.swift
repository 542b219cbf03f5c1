/// The one spelling of values of built-in attributes that are words of a list.
package enum BuiltInWord {
  /// The value as conditions compare it: `GB` of `gbr`, `iOS` of `ios`, `en-GB` of `en_gb`. `nil` for
  /// what is none, such as the country ZZ. The text itself for other attributes.
  package static func normal(_ text: String, of attribute: String) -> String? {
    switch attribute {
    case "country": Country.alpha2(spelling: text)
    case "platform": Platform(spelling: text)?.rawValue
    case "locale": tag(text)?.text
    case "language": tag(text)?.languageText
    default: text
    }
  }

  private static func tag(_ text: String) -> LanguageTag? {
    LanguageTag(text).flatMap { $0.isLanguage ? $0.inUse : nil }
  }
}

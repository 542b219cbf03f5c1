internal import PaywallCatalog
internal import YAMLText

/// A guess at the meaning of an author who spells a word of a built-in attribute differently.
package struct BuiltInGuess {
  private let name: String

  init(_ name: String) { self.name = name }

  /// The name in messages: `a language`.
  var what: String { "a \(name)" }

  var schema: JSONSchema {
    switch name {
    case "locale": .text(Patterns.locale)
    case "language": .text(Patterns.language)
    default: .ref("text")
    }
  }

  var example: String {
    switch name {
    case "platform": Platform.iOS.rawValue
    case "locale": "en-GB"
    default: "de"
    }
  }

  /// - Parameter normal: the listed spelling, if the text is one by itself.
  func help(for text: String, normal: String?) -> String {
    switch name {
    case "platform":
      let meant = normal ?? Self.platforms[Self.letters(text)]
      return meant.map { "write \($0)" }
        ?? "use \(Nearest.list(Platform.allCases.map(\.rawValue)))"
    case "language":
      let isTag = LanguageTag(text).map { $0.text != $0.languageText } ?? false
      if let normal { return isTag ? "write \(normal), or test 'locale'" : "write \(normal)" }
      return Self.language(text).map { "did you mean \($0)?" }
        ?? "write two or three small letters, like de"
    default:
      if let normal { return "write \(normal)" }
      return Self.language(text).map { "did you mean \($0)?" }
        ?? "write a BCP 47 tag like en, de-AT or zh-Hans"
    }
  }

  /// The code of a country that is spelled in another way, or by its name.
  package static func country(_ text: String) -> String? {
    let meant = ["UK": "GB", "EN": "GB", "EL": "GR", "ENG": "GB", "UAS": "US"]
    return meant[text.uppercased()] ?? Country.alpha2(spelling: text)
      ?? code(named: text, in: EnglishNames.countries).flatMap { Country.alpha2(of: $0) }
  }

  private static func language(_ text: String) -> String? {
    spokenIn[text.lowercased()] ?? code(named: text, in: EnglishNames.languages)
  }

  /// - Parameter table: `DE=germany;`.
  private static func code(named text: String, in table: String) -> String? {
    let name = text.lowercased()
    return table.split(separator: ";").first { $0.hasSuffix("=\(name)") }.map {
      String($0.prefix(2))
    }
  }

  private static func letters(_ text: String) -> String {
    text.lowercased().filter(\.isLetter)
  }

  private static let platforms: [String: String] = [
    "iphone": "iOS", "iphoneos": "iOS", "ipod": "iOS", "ipad": "iPadOS", "mac": "macOS",
    "osx": "macOS", "macosx": "macOS", "catalyst": "macOS", "maccatalyst": "macOS",
    "appletv": "tvOS", "tv": "tvOS", "applewatch": "watchOS", "watch": "watchOS",
    "vision": "visionOS", "visionpro": "visionOS", "applevision": "visionOS", "xros": "visionOS",
  ]
}

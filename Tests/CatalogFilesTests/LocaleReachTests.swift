import Testing
import YAMLText

@testable import CatalogFiles

struct LocaleReachTests {
  /// Returns the diagnostics on the locales of an app.
  private func diagnostics(_ locales: String) -> [Diagnostic] {
    let files = Base.replacing("en, de, ja", with: locales, in: "Paywalls/store/app.yaml")
    return Loader.load(files).report.diagnostics
  }

  private func unreachable(_ locales: String) -> [String] {
    diagnostics(locales).filter { $0.message.hasPrefix("no phone") }.map {
      "\($0.message.split(separator: "'").last ?? ""): \($0.help ?? "")"
    }
  }

  @Test(
    "A locale that no phone's list can reach is named, with what to write",
    arguments: [
      ("en, de, ja, jp", ["jp: did you mean ja?"]),
      (
        "en, de, ja, en-EN",
        ["en-EN: write en alone or with a country, such as en-GB, or take it out"]
      ),
      ("en, de, ja, qq", ["qq: write the code of a language, such as de, or take it out"]),
    ])
  func named(locales: String, expected: [String]) {
    #expect(unreachable(locales) == expected)
  }

  @Test(
    "A locale that some phone can reach is not",
    arguments: [
      "en, de, ja", "en-EN, de, ja", "en, de, ja, zh-CN, zh-TW, zh-Hans, zh-Hant",
      "en, de, ja, nb, no, nn", "en, de, ja, es-419, es, en-001, en-150", "en, de, ja, sr, sr-Latn",
      "en, de, ja, ca-ES-valencia, pt-BR, pt-PT, fil, yue-Hant, haw",
    ])
  func reachable(locales: String) {
    #expect(unreachable(locales) == [])
  }

  @Test(
    "A code that CLDR replaces is an error with the code in use",
    arguments: [
      ("iw", "he"), ("in", "id"), ("ji", "yi"), ("mo", "ro"), ("ger-AT", "de-AT"),
      ("iw-IL", "he-IL"), ("sh", "sr-Latn"), ("tl", "fil"), ("en-UK", "en-GB"),
    ])
  func former(code: String, inUse: String) {
    let found = diagnostics("en, de, ja, \(code)").filter { $0.severity == .error }
    #expect(found.map(\.message) == ["'\(code)' is not the code in use"])
    #expect(found.map(\.help) == ["write \(inUse)"])
    #expect(found.first?.range?.start.line == 4)
  }
}

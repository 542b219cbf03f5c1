import Testing
import YAMLText

@testable import CatalogFiles

struct LocaleReachTests {
  private func unreachable(_ locales: String) -> [String] {
    let app = """
      bundleId: com.example.lumen
      appAppleId: 1234567890
      environments: [production, sandbox]
      locales: [\(locales)]
      """
    let (_, report) = Loader.load(Base.with(["Paywalls/store/app.yaml": app]))
    return report.diagnostics.filter { $0.message.hasPrefix("no phone") }.map {
      "\($0.message.split(separator: "'").last ?? ""): \($0.help ?? "")"
    }
  }

  @Test(
    "A locale that no phone's list can reach is named, with what to write",
    arguments: [
      ("en, de, ja, jp", ["jp: did you mean ja?"]),
      ("en, de, ja, iw, he", ["iw: write he, or take it out"]),
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
      "en, de, ja", "en, de, ja, iw", "en-EN, de, ja", "en, de, ja, zh-CN, zh-TW, zh-Hans, zh-Hant",
      "en, de, ja, nb, no, nn", "en, de, ja, es-419, es, en-001, en-150", "en, de, ja, sr, sr-Latn",
      "en, de, ja, ca-ES-valencia, pt-BR, pt-PT, fil, yue-Hant, haw",
    ])
  func reachable(locales: String) {
    #expect(unreachable(locales) == [])
  }
}

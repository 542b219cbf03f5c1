import Foundation
import PaywallCatalog
import Testing

struct LocaleTests {
  /// The language that people read in one app, by CLDR (`.ci/languages`).
  private struct Choice: Decodable {
    let locales: [String]
    let sent: [String: String]
    /// The locales for which the app has no language.
    let none: [String]?
  }

  private static func choices(in name: String) throws -> [Choice] {
    let file = try #require(
      Bundle.module.url(forResource: "Languages/\(name)", withExtension: "json"))
    return try JSONDecoder().decode([Choice].self, from: Data(contentsOf: file))
  }

  @Test("A person reads the language that CLDR gives, and the default without one")
  func choices() throws {
    var count = 0
    for choice in try Self.choices(in: "choices") {
      let app = AppLanguages(choice.locales)
      for (sent, shown) in choice.sent {
        let place = app.place(for: PreferredLanguages(sent))
        #expect(place.map { app.locales[$0] } == shown, "\(sent) of \(choice.locales)")
        count += 1
      }
      for sent in choice.none ?? [] {
        #expect(app.place(for: PreferredLanguages(sent)) == nil, "\(sent) of \(choice.locales)")
        #expect(app.locale(for: PreferredLanguages(sent)) == choice.locales[0])
        count += 1
      }
    }
    #expect(count > 4000)
  }

  @Test("A text that apps are often asked for is the language that CLDR gives, read or not")
  func usual() throws {
    var count = 0
    for choice in try Self.choices(in: "choices") {
      let app = AppLanguages(choice.locales)
      for (sent, shown) in choice.sent {
        guard let usual = app.usual(sent) else { continue }
        #expect(app.locales[usual.place] == shown, "\(sent) of \(choice.locales)")
        #expect(PreferredLanguages(sent).first?.text == usual.text)
        #expect(PreferredLanguages(sent).first?.languageText == usual.language)
        count += 1
      }
      for sent in choice.none ?? [] { #expect(app.usual(sent) == nil, "\(sent)") }
    }
    #expect(count > 100)
    let app = AppLanguages(["en-US", "ko"])
    #expect(app.usual("ko-KR")?.place == 1)
    #expect(app.usual("ko-KR")?.language == "ko")
    #expect(app.usual("ko-\u{212A}R") == nil, "the kelvin sign is no letter K")
    #expect(app.usual("KO-kr") == nil, "only read")
  }

  @Test("People of public reports read what they expect")
  func reports() throws {
    for choice in try Self.choices(in: "reports") {
      let app = AppLanguages(choice.locales)
      for (sent, shown) in choice.sent {
        #expect(
          app.locale(for: PreferredLanguages(sent)) == shown, "\(sent) of \(choice.locales)")
      }
    }
  }

  @Test(
    "The first language of a list that the app has is shown",
    arguments: [
      (["ca-ES", "de-DE"], "de"), (["ca-ES,de-DE"], "de"), (["ca-ES, fr-CA ,de"], "fr-FR"),
      (["sr-Latn", "ja"], "en"), (["xx", "", "-", "de"], "de"), (["", ","], "en"), ([], "en"),
      (Array(repeating: "ja", count: 19) + ["de"], "de"),
      (Array(repeating: "ja", count: 20) + ["de"], "en"),
      ([Array(repeating: "ja", count: 19).joined(separator: ",") + ",de"], "de"),
      ([Array(repeating: "ja", count: 20).joined(separator: ",") + ",de"], "en"),
    ] as [([String], String)])
  func list(sent: [String], shown: String) {
    let app = AppLanguages(["en", "de", "fr-FR", "sr"])
    #expect(app.locale(for: PreferredLanguages(sent)) == shown)
  }

  @Test(
    "A tag is written as BCP 47 recommends, by the codes in use",
    arguments: [
      ("de_DE", "de-DE"), ("EN-gb", "en-GB"), ("zh_hant_tw", "zh-Hant-TW"), ("iw-IL", "he-IL"),
      ("ger", "de"), ("sh", "sr-Latn"), ("en-UK", "en-GB"), ("de@calendar=buddhist", "de"),
      ("en-US-u-hc-h12", "en-US"), ("ca-ES-VALENCIA", "ca-ES-valencia"), ("es-419", "es-419"),
      ("zh-yue-HK", "yue-HK"), ("no", "no"), ("nb-NO", "nb-NO"), ("de-DE-1996", "de-DE-1996"),
      ("de-1996-DE", "de-1996"), ("en-US-POSIX.UTF-8", "en-US-posix"),
    ])
  func spelling(sent: String, written: String) {
    #expect(LanguageTag(sent)?.inUse.text == written)
  }

  @Test(
    "What is no language",
    arguments: [
      "", "-", "d", "deutsch", "d3", "xx", "und", "mul", "zxx", "x-own", "Ä", "zz-DE", "jp",
    ])
  func none(text: String) {
    #expect(PreferredLanguages(text).isEmpty)
    #expect(PreferredLanguages(text).unusable == 1)
  }

  @Test("A list of any size costs no more than its bytes")
  func hostile() {
    let app = AppLanguages((0..<200).map { "de-\($0 + 100)" })
    let long = String(repeating: "a", count: 100)
    for text in [
      Array(repeating: long, count: 50).joined(separator: ","),
      Array(repeating: "de-AT", count: 10_000).joined(separator: ","),
      String(repeating: "-", count: 60_000), String(repeating: ",", count: 60_000),
      String(repeating: "de-1996-", count: 10_000),
    ] {
      #expect(PreferredLanguages(text).tags.count <= 20)
      _ = app.place(for: PreferredLanguages(text))
    }
    #expect(PreferredLanguages(Array(repeating: long, count: 10_000)).tags.isEmpty)
  }
}

import PaywallCatalog
import Testing

struct LocaleTests {
  @Test(
    "The best locale is found exactly, then by what is left of the tag",
    arguments: [
      ("de-DE", ["en", "de", "de-DE"], "de-DE"), ("de-AT", ["en", "de"], "de"),
      ("de_AT", ["en", "de"], "de"), ("DE", ["en", "de"], "de"), ("de", ["de-DE"], nil),
      ("zh-Hant-TW", ["zh", "zh-Hant"], "zh-Hant"), ("zh-hans-cn", ["zh", "zh-Hant"], "zh"),
      ("fr", ["en", "de"], nil), ("", ["en"], nil), ("-", ["en"], nil),
      ("pt-BR", ["pt_BR"], "pt_BR"),
      ("en", [], nil),
    ] as [(String, [String], String?)])
  func best(requested: String, available: [String], expected: String?) {
    #expect(Locales.best(for: requested, among: available) == expected)
  }

  @Test("Tags that differ only in letter case are one, whatever their order")
  func letterCase() {
    #expect(Locales.best(for: "de-de", among: ["de-DE", "DE-DE"]) == "DE-DE")
    #expect(Locales.best(for: "de-de", among: ["DE-DE", "de-DE"]) == "DE-DE")
  }

  @Test(
    "The language of a tag",
    arguments: [("de-DE", "de"), ("pt_BR", "pt"), ("EN", "en"), ("zh-Hant-TW", "zh"), ("", "")])
  func language(tag: String, language: String) {
    #expect(Locales.language(of: tag) == language)
  }
}

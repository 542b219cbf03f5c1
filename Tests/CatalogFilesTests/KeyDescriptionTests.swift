import CatalogFiles
import Testing

@Suite("The keys of files, for people")
struct KeyDescriptionTests {
  private func key(_ path: String, of kind: String) throws -> KeyDescription {
    let keys = try #require(Schemas.keys(of: kind)).keys
    return try #require(keys.first { $0.path == path }, "\(keys.map(\.path))")
  }

  @Test("a key says its values, its default and if it is required")
  func key() throws {
    let url = try key("endpoints.<name>.url", of: "webhooks")
    #expect(url.isRequired && url.values == "a text" && url.byDefault == nil)
    #expect(url.text == "The URL that events are sent to: https, or http on this machine.")
    let format = try key("endpoints.<name>.format", of: "webhooks")
    #expect(!format.isRequired && format.byDefault == "standard")
    #expect(format.values == "standard, cloudevents, revenuecat")
    let rule = try key("placements.<name>.rules[].from", of: "placements")
    #expect(rule.values == "a moment such as 2026-12-01T09:00Z")
    #expect(
      try key("phase", of: "experiment").values
        == "a whole number (1 to 1000000)")
  }

  @Test(
    "every kind has a title, and every key a path of its own and values", arguments: Schemas.kinds)
  func kind(name: String) throws {
    let (title, keys) = try #require(Schemas.keys(of: name))
    #expect(title != name && !keys.isEmpty)
    #expect(Set(keys.map(\.path)).count == keys.count)
    for key in keys { #expect(!key.values.isEmpty && !key.values.contains("$"), "\(key.path)") }
  }

  @Test("a name that is no kind has none")
  func unknown() { #expect(Schemas.keys(of: "offer") == nil) }
}

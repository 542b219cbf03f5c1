import PaywallCatalog
import SchemaValidation
import Testing

@testable import CatalogFiles

@Suite("The names of a folder")
struct SchemaNameTests {
  private let schemas = FolderSchemas(Base.files)

  @Test(
    "are offered where they may stand",
    arguments: [
      ("experiment", "placement", ["onboarding", "settings"]),
      ("experiment", "paywall", ["lite", "standard", "trial"]),
      ("experiment", "show", ["lite", "standard", "trial", "nothing"]),
      ("experiment", "audience", ["atRisk", "everyone", "isles", "lapsed", "newcomers"]),
      ("experiment", "layer", ["pricing"]), ("experiment", "group", ["pro"]),
      (
        "paywall", "product",
        ["coins_100", "pro_lifetime", "pro_monthly", "pro_yearly", "pro_yearly_trial"]
      ),
      ("paywall", "offer", ["comeBack", "loyalty", "trial"]),
      ("persona", "experiment", ["annual-trial"]),
    ])
  func offered(_ kind: String, _ definition: String, _ names: [String]) {
    // A schema has only the definitions that it needs.
    let holder = schemas[kind]["$defs"]?[definition] ?? schemas["paywall"]["$defs"]?[definition]
    #expect(holder?["enum"] == .list(names.map { .text($0) }))
  }

  @Test func `are refused elsewhere if there is no such thing`() {
    let text = "status: draft\nplacement: onbording\nlayer: wording\naudience: islands\n"
    let complaints = schemas.complaints(
      about: Array(text.utf8), at: "Experiments/a.yaml", read: .core)
    #expect(
      Set(complaints ?? []) == [
        ": required variants", "/placement: anyOf", "/audience: anyOf", "/layer: enum",
      ])
  }

  @Test(
    "are not refused in the file that declares them: they may be a moment old",
    arguments: [
      (
        "Paywalls/targeting/audiences.yaml",
        "audiences: { fresh: { country: GB }, both: { any: [fresh, isles] } }"
      ),
      (
        "Paywalls/store/products.yaml",
        "{ groups: { gold: { id: \"7\", levels: [gold] } }, products: "
          + "{ gold: { type: autoRenewable, group: gold, period: P1M } } }"
      ),
    ])
  func fresh(_ path: String, _ text: String) {
    #expect(schemas.complaints(about: Array(text.utf8), at: path, read: .core) == [])
  }

  @Test func `come from the files that can be read, whatever is wrong with others`() {
    let files = Base.with([
      "Paywalls/store/offers.yaml": "[unclosed", "Paywalls/lite.yaml": "products: 7\n",
      "Paywalls/summer.yaml": "titel: x\n",
      "Paywalls/targeting/layers.yaml": "layers: { pricing: { unit: x }, other: 7 }\n",
    ])
    let schemas = FolderSchemas(files)
    #expect(
      schemas["paywall"]["$defs"]?["paywall"]?["enum"]?.items?.compactMap(\.text) == [
        "lite", "standard", "summer", "trial",
      ])
    #expect(
      schemas["experiment"]["$defs"]?["layer"]?["enum"]?.items?.compactMap(\.text) == [
        "other", "pricing",
      ])
    #expect(schemas["paywall"]["$defs"]?["offer"]?["enum"] == nil, "any offer may be meant")
  }

  @Test func `of attributes come with their values, and those of groups`() throws {
    let tests = try #require(
      FolderSchemas(Base.files)["placements"]["$defs"]?["tests"]?["properties"])
    let values = tests["planInterest"]?["anyOf"]?.items?.first?["enum"]
    #expect(values == .list([.text("students"), .text("teams")]))
    #expect(tests["subscription.pro.state"]?["$ref"] == .text("#/$defs/stateTest"))
    #expect(
      tests["subscription.pro.state"]?["description"]
        == .text("The state of the subscription, in the group 'pro'."))
    #expect(tests["sessions"]?["$ref"] == .text("#/$defs/integerTest"))
  }

  @Test func `of locales are offered in content`() throws {
    let content = try #require(FolderSchemas(Base.files)["paywall"]["$defs"]?["content"])
    #expect(content["properties"]?.members?.map(\.key) == ["en", "de", "ja", "plain"])
  }

  @Test func `that editors take for numbers and booleans are taken as such`() {
    func words(_ words: [String]) -> Content { JSONSchema.words(words).content }
    #expect(words(["a", "b"])["anyOf"] == nil)
    for (name, type) in [
      ("2026", "number"), ("1e234567", "number"), ("0x1f", "number"), ("1_000", "number"),
      (".5", "number"), ("NO", "boolean"), ("y", "boolean"), ("off", "boolean"),
    ] {
      #expect(
        words(["a", name])["anyOf"]?.items?.last?["type"] == .text(type), "\(name)")
    }
  }
}

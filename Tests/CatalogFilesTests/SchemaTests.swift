import Foundation
import PaywallCatalog
import SchemaValidation
import Testing
import YAMLText

@testable import CatalogFiles

/// The schemas of a folder, ready to hold its files against.
struct FolderSchemas {
  private let folder: Folder

  init(_ files: ConfigurationFiles) { folder = Folder(files) }

  subscript(kind: String) -> Content { FileKind(rawValue: kind)?.schema(for: folder) ?? .null }

  /// Returns the complaints of a file's schema, as an editor reads it; `nil` for files without one
  /// and those that are no YAML.
  func complaints(about bytes: [UInt8], at path: String, read reading: EditorReading) -> [String]? {
    guard let kind = FileKind(Layout(path: path)),
      let root = Document.parse(bytes, path: path).0.root
    else { return nil }
    return SchemaValidator(root: self[kind.rawValue]).complaints(about: reading.content(root))
  }
}

extension ConfigurationFiles {
  /// The example app at the top of the repository.
  static var exampleApp: ConfigurationFiles { read(Repository.path).0 }
}

/// The folder that this package is in.
enum Repository {
  static let path = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path
}

/// Folders without mistakes.
enum Correct: CaseIterable {
  case exampleApp, documentation, base, oddNames

  var files: ConfigurationFiles {
    switch self {
    case .exampleApp: .exampleApp
    case .documentation: Example.files
    case .base: Base.files
    case .oddNames: Odd.files
    }
  }
}

@Suite("A schema")
struct SchemaTests {
  @Test(
    "takes every file without mistakes, however an editor reads it", arguments: Correct.allCases,
    EditorReading.allCases)
  func takes(_ folder: Correct, _ reading: EditorReading) {
    let report = Loader.load(folder.files).report
    let errors = report.diagnostics.filter { $0.severity == .error }
    #expect(errors == [])
    let schemas = FolderSchemas(folder.files)
    let complaints = folder.files.files.sorted { $0.key < $1.key }.compactMap { path, bytes in
      schemas.complaints(about: bytes, at: path, read: reading).map { (path, $0) }
    }
    for (path, found) in complaints { #expect(found == [], "\(path)") }
    #expect(complaints.count >= 12)
  }

  @Test("takes the files that a mistake elsewhere leaves without errors", arguments: Mistake.all)
  func takesTheRest(_ mistake: Mistake) throws {
    let loaded = try #require(mistake.loaded)
    let (files, report) = (loaded.files, loaded.report)
    let wrong = Set(report.diagnostics.filter { $0.severity == .error }.map(\.file))
    let schemas = FolderSchemas(files)
    for (path, bytes) in files.files where !wrong.contains(path) {
      let complaints = schemas.complaints(about: bytes, at: path, read: .old)
      #expect((complaints ?? []) == [], "\(path)")
    }
  }

  @Test(arguments: [
    ("expect: { onboarding: standard, settings: nothing }", [String]()),
    ("expect: { onboarding: { show: trial, experiment: annual-trial, variant: trial } }", []),
    ("subscription: { pro.state: expired, lapsedDays: 40 }\nat: 2026-12-01T00:00Z", []),
    ("attributes: { country: NO, appVersion: 3.10, beta: true, tags: [sport] }", []),
    ("expects: {}", ["/expects: false"]), ("at: tomorrow", ["/at: pattern"]),
    ("expect: { unboarding: standard }", ["/expect/unboarding: false"]),
    ("expect: { settings: { reason: luck } }", ["/expect/settings: anyOf"]),
    ("expect: { settings: { variant: trial } }", ["/expect/settings: anyOf"]),
    ("attributes: { planInterest: toys }", ["/attributes/planInterest: enum"]),
    ("attributes: { tags: sport }", ["/attributes/tags: type"]),
    ("attributes: { daysSinceInstall: 3 }", ["/attributes/daysSinceInstall: false"]),
  ])
  func `of a persona knows what one may say`(text: String, complaints: [String]) {
    let found = FolderSchemas(Base.files).complaints(
      about: Array(text.utf8), at: "Paywalls/personas/a.yaml", read: .old)
    #expect(found == complaints)
  }

  @Test func `is written for every kind of file, in one order`() {
    #expect(
      Schemas.schemas(for: Base.files).map(\.name) == [
        "app", "products", "offers", "keys", "rates", "prices", "refunds", "webhooks", "exports",
        "approvals", "attributes",
        "audiences", "placements", "layers", "paywall", "experiment", "persona", "retention",
      ])
  }

  @Test func `says what draft it is of, its name and its title`() {
    for (name, content) in Schemas.schemas(for: Base.files) {
      #expect(content["$schema"] == .text("https://json-schema.org/draft/2020-12/schema"))
      #expect(content["$id"] == .text("\(name).json"))
      #expect(content["title"]?.text?.isEmpty == false)
    }
  }

  @Test func `takes what may be meant where the files that declare it cannot be read`() {
    let broken = ConfigurationFiles(files: Base.texts.mapValues { _ in Array("[unclosed".utf8) })
    let schemas = FolderSchemas(broken)
    for (path, text) in Base.texts {
      let complaints = schemas.complaints(about: Array(text.utf8), at: path, read: .core)
      #expect(complaints == [], "\(path)")
    }
  }

  @Test func `is there for an empty folder`() {
    let schemas = FolderSchemas(ConfigurationFiles())
    let path = "Paywalls/store/app.yaml"
    let text = Base.texts[path] ?? ""
    #expect(schemas.complaints(about: Array(text.utf8), at: path, read: .core) == [])
  }

  @Test func `is written with two spaces a level and a last line break`() {
    let content = Content.object([
      Content.Member("a", .list([.integer(1), .text("x\"")])), Content.Member("b", .object([])),
      Content.Member("c", .object([Content.Member("d", .list([]))])),
    ])
    #expect(
      Schemas.text(of: content) == """
        {
          "a": [
            1,
            "x\\""
          ],
          "b": {},
          "c": {
            "d": []
          }
        }

        """)
  }

  @Test(arguments: [
    ("Paywalls/store/app.yaml", "../../.schema/app.json"),
    ("Paywalls/standard.yaml", "../.schema/paywall.json"),
    ("Paywalls/personas/new.yaml", "../../.schema/persona.json"),
    ("Experiments/lite-first.yaml", "../.schema/experiment.json"),
  ])
  func `is named in the first line of a file`(path: String, schema: String) {
    #expect(
      Schemas.modeline(for: path) == "# yaml-language-server: $schema=\(schema)")
  }

  @Test func `is not named for what is no YAML`() {
    #expect(Schemas.modeline(for: "Paywalls/store/Products.storekit") == nil)
  }
}

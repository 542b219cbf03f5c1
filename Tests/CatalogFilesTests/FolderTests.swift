import Foundation
import PaywallCatalog
import Testing
import YAMLText

@testable import CatalogFiles

/// A folder that is gone after the test.
final class TemporaryFolder {
  let path: String

  init(_ files: [String: String]) throws {
    path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, text) in files { try write(name, text) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ name: String, _ text: String) throws {
    let url = URL(filePath: "\(path)/\(name)")
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  func folder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: "\(path)/\(name)", withIntermediateDirectories: true)
  }

  func link(_ name: String, to destination: String) throws {
    try? FileManager.default.removeItem(atPath: "\(path)/\(name)")
    try FileManager.default.createSymbolicLink(
      atPath: "\(path)/\(name)", withDestinationPath: destination)
  }
}

@Suite("A folder on disk")
struct FolderTests {
  @Test func `is read, and has the release of its files`() throws {
    let folder = try TemporaryFolder(Base.texts)
    let (snapshot, report) = Loader.load(folder.path)
    #expect(report.diagnostics == [])
    #expect(snapshot?.release == Base.files.release)
  }

  @Test func `may leave out what it does not need`() throws {
    let folder = try TemporaryFolder([
      "Paywalls/store/app.yaml": "bundleId: com.example.a\nenvironments: [xcode]\nlocales: [en]\n",
      "Paywalls/targeting/placements.yaml": "placements: {}\nfallback: nothing\n",
    ])
    let (snapshot, report) = Loader.load(folder.path)
    #expect(report.diagnostics == [])
    #expect(snapshot?.fallback == .nothing)
  }

  @Test func `that is missing is one mistake`() throws {
    let folder = try TemporaryFolder([:])
    let missing = Loader.load("\(folder.path)/none").report
    #expect(missing.diagnostics.map(\.message) == ["there is no such folder"])
    #expect(missing.diagnostics.map(\.file) == ["\(folder.path)/none"])
    let empty = Loader.load(folder.path).report
    #expect(empty.diagnostics.map(\.file) == ["Paywalls"])
    #expect(empty.diagnostics.allSatisfy { $0.help != nil })
  }

  @Test func `may hold what editors and people leave behind`() throws {
    let folder = try TemporaryFolder(Base.texts)
    for name in [
      ".lite.yaml.swp", "lite.yaml~", "#lite.yaml#", ".#lite.yaml", "lite.yaml.bak", "README.md",
      ".DS_Store", "4913", "store/.app.yaml.swx",
    ] {
      try folder.write("Paywalls/\(name)", "not: [yaml")
    }
    let (snapshot, report) = Loader.load(folder.path)
    #expect(report.diagnostics == [])
    #expect(snapshot?.release == Base.files.release)
  }

  @Test(arguments: [
    ("Paywalls/summer.yml", "error: files that end in .yml are not read", "'summer.yaml'"),
    ("Paywalls/store/ofers.yaml", "error: nothing is read from a file called", "'offers.yaml'"),
    (
      "Paywalls/targeting/segments.yaml", "error: nothing is read from a file called",
      "'audiences.yaml'"
    ),
    ("Paywalls/Store/app.yaml", "error: nothing is read from a folder called", "'Paywalls/store'"),
    ("Experiments/old/a.yaml", "error: nothing is read from a folder called", "'Experiments'"),
    ("Paywalls/logo.png", "warning: 'logo.png' is not read", "move it out"),
    ("Paywalls/store/products.json", "warning: 'products.json' is not read", "move it out"),
  ])
  func misplaced(_ path: String, _ message: String, _ help: String) throws {
    let folder = try TemporaryFolder(Base.texts)
    try folder.write(path, "a: 1\n")
    let diagnostics = Loader.load(folder.path).report.diagnostics
    let found = try #require(diagnostics.first)
    #expect(diagnostics.count == 1)
    #expect(found.file == path)
    #expect("\(found.severity.rawValue): \(found.message)".hasPrefix(message))
    #expect(found.help?.contains(help) == true, "\(found.help ?? "")")
  }

  @Test func `with a folder that is called like a file says so`() throws {
    let folder = try TemporaryFolder(Base.texts)
    try folder.folder("Paywalls/summer.yaml")
    let diagnostics = Loader.load(folder.path).report.diagnostics
    #expect(diagnostics.map(\.message) == ["this is a folder"])
    #expect(diagnostics.map(\.file) == ["Paywalls/summer.yaml"])
  }

  @Test
  func `with a file that cannot be read says so, and nothing about what it may have said`() throws {
    var texts = Base.texts
    texts["Paywalls/store/products.yaml"] = nil
    let folder = try TemporaryFolder(texts)
    try folder.link("Paywalls/store/products.yaml", to: "\(folder.path)/nowhere")
    let diagnostics = Loader.load(folder.path).report.diagnostics
    #expect(diagnostics.map(\.message) == ["this is not a file that can be read"])
  }

  @Test func `with a file beyond the limit does not read it`() throws {
    let folder = try TemporaryFolder(Base.texts)
    try folder.write("Paywalls/lite.yaml", String(repeating: "#", count: (1 << 20) + 1))
    let diagnostics = Loader.load(folder.path).report.diagnostics
    #expect(
      diagnostics.map(\.message) == ["the file has 1048577 bytes; the most is 1048576"])
  }

  @Test func `has its .storekit file compared with its products`() throws {
    let folder = try TemporaryFolder(Base.texts)
    try folder.write(
      "Paywalls/store/Products.storekit",
      """
      { "version": { "major": 4, "minor": 0 }, "products": [
        { "productID": "pro_lifetime", "type": "NonConsumable", "familyShareable": true },
        { "productID": "coins_100", "type": "NonConsumable", "familyShareable": false } ],
        "subscriptionGroups": [] }
      """)
    let report = Loader.load(folder.path).report
    let errors = report.diagnostics.filter { $0.severity == .error }
    #expect(errors.map(\.file) == ["Paywalls/store/Products.storekit"])
    #expect(errors.map(\.range?.start.line) == [3])
    #expect(errors.first?.message.contains("coins_100") == true)
    #expect(report.warningCount == 3, "three subscriptions are not in the file")
  }
}

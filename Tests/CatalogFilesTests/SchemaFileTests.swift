import Foundation
import PaywallCatalog
import Testing

@testable import CatalogFiles

/// The schemas beside the example app are kept as files, so that editors help from the first minute
/// and a change of them is seen in review. `RECORD_SCHEMAS=1 swift test --filter SchemaFileTests`
/// writes them anew.
@Suite("The schemas of the example app")
struct SchemaFileTests {
  private static let folder = URL(filePath: Repository.path).appending(path: ".schema")

  @Test("are the files in .schema", arguments: FileKind.allCases.map(\.rawValue))
  func kept(_ kind: String) throws {
    let text = Schemas.text(of: FolderSchemas(.exampleApp)[kind])
    let file = Self.folder.appending(path: "\(kind).json")
    if ProcessInfo.processInfo.environment["RECORD_SCHEMAS"] != nil {
      try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
      return
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }

  @Test(.disabled(if: ProcessInfo.processInfo.environment["RECORD_SCHEMAS"] != nil))
  func `are all that is in there`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(names.sorted() == FileKind.allCases.map { "\($0.rawValue).json" }.sorted())
  }

  @Test func `are named in the first line of each of its files`() {
    let files = ConfigurationFiles.exampleApp.files.filter { $0.key.hasSuffix(".yaml") }
    #expect(files.count >= 12)
    for (path, bytes) in files {
      let line = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
      #expect(line == Schemas.modeline(for: path), "\(path)")
    }
  }
}

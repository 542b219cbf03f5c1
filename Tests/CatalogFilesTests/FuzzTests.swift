import Foundation
import TestSupport
import Testing
import YAMLText

@testable import CatalogFiles

@Suite("A damaged configuration")
struct FuzzTests {
  /// The folder of the package, with the app that the server serves out of the box.
  private static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path()

  /// Flips in the files of the example app, 2,000 in all, in four parts that run side by side.
  @Test("never crashes the loader: one bit flipped anywhere", arguments: [1, 2, 3, 4])
  func flips(seed: UInt64) {
    var random = SplitMix(state: seed)
    let files = ConfigurationFiles.read(Self.package).0
    let paths = files.files.keys.filter { $0.hasSuffix(".yaml") }.sorted()
    #expect(paths.count >= 16)
    for _ in 0..<rounds(50, all: 500) {
      var damaged = files
      guard let path = paths.randomElement(using: &random), var bytes = damaged.files[path],
        let index = bytes.indices.randomElement(using: &random)
      else { continue }
      bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      damaged.files[path] = bytes
      let (snapshot, report) = Loader.load(damaged)
      #expect((snapshot == nil) == report.hasErrors)
      for diagnostic in report.diagnostics {
        let source = report.sources[diagnostic.file]
        let isInside = diagnostic.range.map { $0.end.offset <= source?.text.utf8.count ?? 0 }
        #expect(isInside ?? true)
        #expect(diagnostic.help != nil)
      }
    }
  }

  @Test func `never crashes the loader: files cut anywhere`() {
    for (path, text) in Example.texts {
      for length in stride(from: 0, to: text.utf8.count, by: 29) {
        var damaged = Example.files
        damaged.files[path] = Array(text.utf8.prefix(length))
        let (snapshot, report) = Loader.load(damaged)
        #expect((snapshot == nil) == report.hasErrors)
      }
    }
  }

  @Test func `audiences in a chain of thousands are refused, not followed`() {
    var text = "audiences:\n"
    for number in 0..<20_000 { text += "  a\(number): { all: [a\(number + 1)] }\n" }
    text += "  a20000: { country: GB }\n"
    let report = Loader.load(Base.with(["Paywalls/targeting/audiences.yaml": text])).report
    #expect(report.diagnostics.contains { $0.code == .nestedTooDeep })
  }

  @Test func `audiences that name each other many times over end quickly`() {
    var text = "audiences:\n  newcomers: everyone\n  atRisk: everyone\n  lapsed: { country: FR }\n"
    text += "  isles: { country: GB }\n  d0: { any: [isles, lapsed] }\n"
    for number in 1..<20 {
      text += "  d\(number): { any: [d\(number - 1), { all: [d\(number - 1), lapsed] }] }\n"
    }
    let report = Loader.load(Base.with(["Paywalls/targeting/audiences.yaml": text])).report
    #expect(report.errorCount == 0)
  }
}

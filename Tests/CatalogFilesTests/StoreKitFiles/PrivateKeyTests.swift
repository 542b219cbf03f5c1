import Foundation
import PaywallCatalog
import TestSupport
import Testing
import YAMLText

@testable import CatalogFiles

/// The key that signs test offers is in the file and must never come out of it.
@Suite struct PrivateKeyTests {
  /// Pieces of the key of the fixtures; none of them stands elsewhere in a file.
  private static let pieces = [
    "TEST ONLY", "not a private", "notaprivatekey", "TESTONLY", "0123456789/",
  ].map { Data($0.utf8) }

  /// Everything that a caller could print of a file.
  private func output(of bytes: [UInt8], describing: Bool = true) throws -> Data {
    let (file, diagnostics) = StoreKitFile.parse(bytes, path: LumenStore.path)
    let found = file.map { StoreKitCheck.findings(in: $0, against: LumenStore.snapshot) } ?? []
    let source = StoreKitFile.readable(bytes, path: LumenStore.path)
    var text = source.text + (describing ? String(describing: file) : "")
    text += Report(diagnostics: diagnostics + found, sources: [:], fileCount: 1).json()
    for diagnostic in diagnostics + found {
      text += diagnostic.text(source: source) + diagnostic.github
      text += String(describing: diagnostic)
    }
    return Data(text.utf8)
  }

  private func minified(_ text: String) -> String {
    text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined()
      .replacing("\" : ", with: "\":")
  }

  @Test(arguments: ["2.0", "3.0", "4.0", "5.0"])
  func `no output holds a piece of the key, in one line or in many`(version: String) throws {
    let text = try LumenStore.text(version)
    for text in [text, minified(text)] {
      // Something must be found near the key, else no excerpt is at stake.
      for broken in [
        text, text.replacing("season_2026", with: "saison_2026"),
        text.replacing("P1M", with: "P2W"),
        text.replacing("\"version\"", with: "\"version"), text.replacing("}", with: ""),
        text.replacing("privateKey", with: "key"), text.replacing("OffersKeyPair", with: "Keys"),
        text.replacing("\"privateKey\"", with: "privateKey"), text.replacing("\\/", with: "/"),
      ] {
        let output = try output(of: Array(broken.utf8))
        for piece in Self.pieces { #expect(output.range(of: piece) == nil) }
      }
    }
  }

  @Test func `asterisks keep every place`() throws {
    let bytes = try LumenStore.bytes("4.0")
    let shown = StoreKitFile.readable(bytes, path: LumenStore.path)
    let source = SourceText(path: LumenStore.path, text: String(decoding: bytes, as: UTF8.self))
    #expect(shown.lineCount == source.lineCount)
    for number in 1...source.lineCount {
      let (shown, original) = (shown.line(number), source.line(number))
      #expect(shown.unicodeScalars.count == original.unicodeScalars.count)
      #expect(shown.utf8.count == original.utf8.count)
      let isKey = original.contains("TEST ONLY") || original.contains("7E57A0B1")
      #expect(isKey == (shown != original), "line \(number)")
    }
  }

  @Test(arguments: [false, true])
  func `one changed byte never crashes it nor lets the key out`(isMinified: Bool) throws {
    let text = try LumenStore.text("5.0")
    let original = Array((isMinified ? minified(text) : text).utf8)
    var random = SplitMix(state: 20_261_121)
    for round in 0..<rounds(120, all: 1000) {
      var bytes = original
      let offset = Int(random.next() % UInt64(bytes.count))
      bytes[offset] =
        random.next() % 2 == 0
        ? UInt8(truncatingIfNeeded: random.next())
        : Array("\"\\{}[]:,0".utf8)[Int(random.next() % 9)]
      // To describe every value takes ten times as long as to read them.
      let output = try output(of: bytes, describing: round % 20 == 0)
      let leaked = Self.pieces.filter { output.range(of: $0) != nil }
      #expect(leaked.isEmpty, "byte \(offset) as \(bytes[offset])")
    }
  }
}

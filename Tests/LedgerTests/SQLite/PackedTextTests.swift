import AppStore
import AppStoreFixtures
import Foundation
import TestSupport
import Testing

@testable import Ledger
@testable import LedgerSQLite
@testable import LedgerStorage

@Suite struct PackedTextTests {
  /// Packs a text, and rebuilds it from the packed parts alone.
  func rebuilt(_ text: SignedText) throws -> SignedText {
    let packed = PackedText(text)
    return try PackedText.rebuilt(
      header: packed.header.text, payload: packed.payload, signature: packed.signature
    ) { id in try #require(packed.headers[id]) }
  }

  /// Every compact JWS in a file of vectors, in strings of any depth.
  static func texts(in json: Any) -> [SignedText] {
    switch json {
    case let members as [String: Any]: return members.values.flatMap { texts(in: $0) }
    case let elements as [Any]: return elements.flatMap { texts(in: $0) }
    case let string as String:
      let parts = string.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 3 else { return [] }
      return [SignedText(header: parts[0], payload: parts[1], signature: parts[2])]
    default: return []
    }
  }

  @Test(
    "Apple's texts come back byte for byte", arguments: ["accepted", "notifications", "rejected"])
  func vectors(name: String) throws {
    let json = try JSONSerialization.jsonObject(with: Vectors.data(name))
    let texts = Self.texts(in: json)
    #expect(texts.count > 10)
    for text in texts { #expect(try rebuilt(text) == text) }
  }

  @Test("A notification is stored without the chains and names that repeat")
  func space() throws {
    let json = try JSONSerialization.jsonObject(with: Vectors.data("notifications"))
    let longest = try #require(Self.texts(in: json).max { $0.payload.count < $1.payload.count })
    guard case .bytes(let bytes) = PackedText(longest).payload else {
      Issue.record("stored as text")
      return
    }
    #expect(longest.payload.utf8.count > 10_000)
    #expect(bytes.count < 1000)
  }

  @Test(
    "Whatever JSON and whatever is none comes back",
    arguments: [
      "", "{}", #"{"type":"type","data":{"price":1},"type" : "x","a":"type"}"#, #""type""#,
      #"{"a":"\"type\":\\"}"#, #"{"unterminated":"#, #"{"unterminated"#, "\"", "\\", "\"\\",
      "{\"tab\":\"\u{9}\",\"zero\":\"\u{0}\"}", "{\"one\":\"\u{1}\u{2}\"}", "zoë 🙂 type",
      #"{"signedTransactionInfo":"a.b.c","x":"eyJ."}"#,
      #"{"t":"\#(String(repeating: "A", count: 120)).AAAA.\#(String(repeating: "B", count: 120))"}"#,
      #"{"t":"\#(String(repeating: "A", count: 120)).AB.\#(String(repeating: "B", count: 120))"}"#,
      #"{"t":"\#(String(repeating: "A", count: 300)).."}"#,
      #"{"t":"\#(String(repeating: "é", count: 300)).AAAA.AAAA"}"#,
    ])
  func anything(json: String) throws {
    let text = SignedText(
      header: "aGVhZGVy", payload: Sample.base64URL(Data(json.utf8)), signature: "AAAA")
    #expect(try rebuilt(text) == text)
  }

  @Test(
    "A part that is no base64url in its one spelling is kept as it is",
    arguments: ["A", "AB", "AAB", "AA==", "A+/A", "AA\nAA", "é", "A\u{0}AA", "AAAA "])
  func otherSpellings(part: String) throws {
    for text in [
      SignedText(header: "h", payload: part, signature: "AAAA"),
      SignedText(header: "h", payload: "AAAA", signature: part),
      SignedText(header: part, payload: "", signature: ""),
    ] {
      #expect(try rebuilt(text) == text)
    }
    #expect(
      PackedText(SignedText(header: "h", payload: part, signature: "")).payload == .text(part))
  }

  @Test("Random bytes between real words come back")
  func random() throws {
    var random = SplitMix(state: 7)
    let pieces =
      PackedWords.all.map { "\"\($0)\"" } + [
        "{", "}", ":", ",", "\"", "\\", "\u{3}", "9", "é", "12345", "012345",
        "99999999999999999999", "\"1234567\"", "\"00123\"", "\"abcd\"",
        "\"22b1d8c9-0be4-4df1-a8cc-30eefca5edfd\"", "\"22B1D8C9-0be4-4df1-a8cc-30eefca5edfd\"",
        "\"é\\\"é\"",
      ]
    for _ in 0..<2000 {
      let json = (0..<Int.random(in: 0..<30, using: &random))
        .map { _ in pieces[Int.random(in: 0..<pieces.count, using: &random)] }.joined()
      let text = SignedText(
        header: "h", payload: Sample.base64URL(Data(json.utf8)), signature: "AAAA")
      #expect(try rebuilt(text) == text)
    }
  }

  @Test("A damaged text is an error, not a crash")
  func damaged() throws {
    let json = try JSONSerialization.jsonObject(with: Vectors.data("notifications"))
    let text = try #require(Self.texts(in: json).max { $0.payload.count < $1.payload.count })
    guard case .bytes(let bytes) = PackedText(text).payload else { return }
    for length in stride(from: 0, to: bytes.count, by: 7) {
      let cut = Array(bytes.prefix(length))
      _ = try? PackedText.rebuilt(
        header: "h", payload: .bytes(cut), signature: .bytes([])
      ) { _ in "h" }
    }
    for bytes: [UInt8] in [
      [0], [1], [2], [1, 255], [0, 0, 0, 0, 0, 0, 0, 0, 1, 255, 255, 255, 255, 255],
    ] {
      #expect(throws: UnreadableText.self) {
        try PackedText.rebuilt(header: "h", payload: .bytes(bytes), signature: .bytes([])) { _ in
          "h"
        }
      }
    }
  }

  @Test("The words of files that were written stay where they are")
  func words() {
    #expect(PackedWords.all.count <= 255)
    #expect(Set(PackedWords.all).count == PackedWords.all.count)
    #expect(
      PackedWords.all.enumerated().allSatisfy {
        PackedWords.number(of: $0.element.utf8) == UInt8($0.offset)
      })
    #expect(PackedWords.all[0] == "transactionId" && PackedWords.all[45] == "version")
    #expect(PackedWords.all[68] == "Auto-Renewable Subscription" && PackedWords.all.count == 127)
  }
}

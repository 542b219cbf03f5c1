import Foundation
import PaywallTextCoding
import Testing

@Suite("Strict JSON")
struct JSONDocumentTests {
  @Test(
    "grammar of RFC 8259: what is not allowed has a kind and a place",
    arguments: [
      ("", .empty, 0), (" \t\r\n", .empty, 4), ("{", .nameExpected, 1), ("[", .valueExpected, 1),
      ("{\"a\"}", .colonExpected, 4), ("{\"a\":1,}", .nameExpected, 7), ("{,}", .nameExpected, 1),
      ("{\"a\":1 \"b\":2}", .commaOrBraceExpected, 7), ("{\"a\":1", .commaOrBraceExpected, 6),
      ("{a:1}", .nameExpected, 1), ("{1:1}", .nameExpected, 1), ("{\"a\":}", .valueExpected, 5),
      ("[1,]", .valueExpected, 3), ("[,1]", .valueExpected, 1),
      ("[1 2]", .commaOrBracketExpected, 3),
      ("[1", .commaOrBracketExpected, 2), ("[1}", .commaOrBracketExpected, 2),
      ("]", .valueExpected, 0),
      ("nul", .unknownWord, 0), ("True", .valueExpected, 0), ("tru e", .unknownWord, 0),
      ("truex", .trailing, 4), ("NaN", .valueExpected, 0), ("Infinity", .valueExpected, 0),
      ("'a'", .valueExpected, 0), ("// c\n1", .valueExpected, 0), ("1 1", .trailing, 2),
      ("{}{}", .trailing, 2), ("\"a", .unclosedString, 0), ("[\"a\\\"]", .unclosedString, 1),
      ("\"a\nb\"", .controlCharacter, 2), ("\"\u{0}\"", .controlCharacter, 1),
      ("\"a\\x\"", .escape(.unknown), 2), ("\"\\", .escape(.unfinished), 1),
      ("\"\\u12\"", .escape(.notHexadecimal), 1), ("\"\\ud83d\"", .escape(.halfOfPair), 1),
      ("\"\\ud83d\\u0041\"", .escape(.halfOfPair), 1), ("\"\\udc00\"", .escape(.halfOfPair), 1),
      ("{\"a\":1,\"a\":1}", .duplicate("a"), 7), ("{\"\\u0061\":1,\n\"a\":1}", .duplicate("a"), 13),
      ("\u{FEFF}1", .valueExpected, 0), ("[1\u{A0}]", .commaOrBracketExpected, 2),
      ("\u{0}", .valueExpected, 0),
    ] as [(String, JSONMistake.Kind, Int)])
  func mistakes(text: String, kind: JSONMistake.Kind, offset: Int) {
    let mistake = mistake(in: Array(text.utf8))
    #expect(mistake?.kind == kind && mistake?.offset == offset, "\(String(describing: mistake))")
  }

  @Test("what begins before the mistake is told too")
  func starts() {
    #expect(mistake(in: Array("[\"ab\\x\"]".utf8))?.start == 1)
    #expect(mistake(in: Array("[\"a\u{1}\"]".utf8))?.start == 1)
    #expect(mistake(in: Array("[ 12.x]".utf8))?.start == 2)
    #expect(mistake(in: Array("[1 2]".utf8))?.start == 3)
  }

  @Test("nodes are in the order of the text, and tell where each is")
  func nodes() throws {
    let text = #" {"a":[1,-2.5e3,true],"b":{"c":null,"d":false},"é":"x\n"} "#
    let document = try JSONDocument(Array(text.utf8), Limits.plain)
    func written(_ node: JSONNode) -> String {
      String(decoding: document.bytes[node.wholeRange], as: UTF8.self)
    }
    #expect(
      document.nodes.map(written) == [
        #"{"a":[1,-2.5e3,true],"b":{"c":null,"d":false},"é":"x\n"}"#, #""a""#, "[1,-2.5e3,true]",
        "1", "-2.5e3", "true", #""b""#, #"{"c":null,"d":false}"#, #""c""#, "null", #""d""#, "false",
        #""é""#, #""x\n""#,
      ])
    #expect(document.nodes.map(\.next) == [14, 2, 6, 4, 5, 6, 7, 12, 9, 10, 11, 12, 13, 14])
    #expect(document.string(document.nodes[13]) == "x\n")
    #expect(document.utf8(document.nodes[12]) == Array("é".utf8))
  }

  @Test("a text may begin behind a byte order mark")
  func from() throws {
    let bytes = Array("\u{FEFF}[1]".utf8)
    #expect(try JSONDocument(bytes, Limits.plain, from: 3).nodes[0].range == 3..<6)
    let empty = #expect(throws: JSONMistake.self) {
      try JSONDocument(Array(bytes[..<3]), Limits.plain, from: 3)
    }
    #expect(empty?.kind == .empty && empty?.offset == 3)
  }

  @Test("no beginning of a document is one, and none makes the reader crash")
  func truncated() throws {
    let text = Array(
      #"{"a":[1,-2.5e3,true,null,{"b":"c\n\u00e9\ud83d\ude42"}],"d":{"e":{},"f":[]},"g":"日本🙂"}"#
        .utf8)
    _ = try JSONDocument(text, Limits.plain)
    for end in 0..<text.count {
      let mistake = mistake(in: Array(text[..<end]))
      let shown = String(decoding: text[..<end], as: UTF8.self)
      #expect(mistake != nil, "\(shown)")
      #expect((mistake?.offset ?? -1) <= end && (mistake?.start ?? 0) <= (mistake?.offset ?? -1))
    }
  }

  @Test(
    "bytes that are not UTF-8 are found, before and behind other mistakes",
    arguments: [
      ([0x22, 0xFF, 0x22], 1), ([0x22, 0xC3, 0x22], 1), ([0x22, 0xED, 0xA0, 0x80, 0x22], 1),
      ([0x22, 0xC0, 0xAF, 0x22], 1), ([0x22, 0x61, 0xF4, 0x90, 0x80, 0x80, 0x22], 2),
    ] as [([UInt8], Int)])
  func encoding(bytes: [UInt8], offset: Int) {
    let found = mistake(in: bytes)
    #expect(found?.kind == .notUTF8 && found?.offset == offset)
    let damaged = [0x5B] + bytes + [0x7D]
    #expect(mistake(in: damaged)?.kind == .commaOrBracketExpected)
    let first = mistake(in: damaged)?.orNotUTF8(in: damaged)
    #expect(first?.kind == .notUTF8 && first?.offset == offset + 1)
    let valid = mistake(in: Array("[é}".utf8))
    #expect(valid?.orNotUTF8(in: Array("[é}".utf8)) == valid)
  }

  @Test("names that Swift takes for equal and JSON does not are two names")
  func canonicalNames() throws {
    let text = "{\"é\":1,\"e\u{301}\":2,\"\\u0065\\u0301x\":3}"
    #expect(try JSONDocument(Array(text.utf8), Limits.plain).nodes.count == 7)
  }

  private func mistake(in bytes: [UInt8]) -> JSONMistake? {
    do throws(JSONMistake) {
      _ = try JSONDocument(bytes, Limits.plain)
      return nil
    } catch {
      return error
    }
  }
}

enum Limits {
  static let plain = JSONLimits(depth: .containers(64))
}

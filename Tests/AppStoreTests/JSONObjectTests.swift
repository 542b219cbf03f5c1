import AppStoreFixtures
import Foundation
import TestSupport
import Testing

@testable import AppStore

/// The members of an object, against Foundation's.
@Suite struct JSONObjectTests {
  private func object(_ text: String) throws -> JSONObject { try JSONObject(Array(text.utf8)) }

  @Test func `Each member is found by its name and nothing else`() throws {
    let object = try object(
      #" { "a" : "x" , "ab":{"a":"inner"}, "c":[ "p", 1, ["q"], "r" ], "n":null, "t":true, "f":false } "#
    )
    #expect(object.string("a") == "x")
    #expect(object.object("ab")?.string("a") == "inner")
    #expect(object.object("ab")?.string("c") == nil)
    #expect(object.strings("c") == ["p", "r"])
    #expect(object.texts("c") == nil)
    #expect(object.flag("t") == true && object.flag("f") == false && object.flag("n") == nil)
    #expect(object.has("n") && !object.has("inner") && !object.has(""))
    #expect(object.integer("a") == nil && object.object("a") == nil && object.strings("a") == nil)
  }

  @Test(arguments: [
    "0", "-0", "1", "-1", "10", "9223372036854775807", "-9223372036854775808", "1e3", "1E+3",
    "1.5e1", "12e-1", "0.0", "1.25", "1e-400", "100000000000000000000", "1e18",
  ])
  func `Whole numbers are read as Foundation reads them`(_ written: String) throws {
    let expected = try? JSONDecoder().decode([Int64].self, from: Data("[\(written)]".utf8)).first
    #expect(try object("{\"n\":\(written)}").integer("n") == expected)
  }

  @Test(arguments: [9, 10, 11] as [UInt64])
  func `What is taken of damaged texts Foundation takes too`(_ seed: UInt64) throws {
    let start = Array(
      #"{"a":[1,-2.5e3,true,null,{"b":"c\n\u00e9"}],"d":{"e":{},"f":[]},"g":"日本"}"#.utf8)
    let alphabet = Array(#"{}[]",:\/u0e19.-+ntf 日"#.utf8)
    var dice = SplitMix(state: seed)
    for _ in 0..<2_000 {
      var bytes = start
      for _ in 0..<Int.random(in: 1...2, using: &dice) {
        let at = Int.random(in: 0..<bytes.count, using: &dice)
        let byte = alphabet.randomElement(using: &dice) ?? 0x20
        if Bool.random(using: &dice) { bytes[at] = byte } else { bytes.insert(byte, at: at) }
      }
      let taken = (try? JSONObject(bytes)) != nil
      let oracle = (try? JSONSerialization.jsonObject(with: Data(bytes))) is [String: Any]
      #expect(!taken || oracle, "\(String(decoding: bytes, as: UTF8.self))")
    }
  }
}

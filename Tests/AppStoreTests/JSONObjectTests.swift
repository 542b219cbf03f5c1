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
}

import PaywallTextCoding
import Testing

@Suite("Numbers in JSON")
struct JSONNumberTests {
  @Test(
    "are whole if they are written so and fit 64 bits",
    arguments: [
      ("0", .integer(0)), ("-0", .integer(0)), ("120", .integer(120)), ("-7", .integer(-7)),
      ("999999999999999999", .integer(999_999_999_999_999_999)),
      ("-99999999999999999", .integer(-99_999_999_999_999_999)),
      ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
      ("9223372036854775808", .number(9_223_372_036_854_775_808)),
      ("-9223372036854775809", .number(-9_223_372_036_854_775_808)),
      ("1.5", .number(1.5)), ("-0.25", .number(-0.25)), ("1.0", .number(1)), ("1e2", .number(100)),
      ("1E+2", .number(100)), ("25e-2", .number(0.25)), ("0e0", .number(0)),
      ("1.7976931348623157e308", .number(.greatestFiniteMagnitude)),
      ("5e-324", .number(.leastNonzeroMagnitude)), ("1e-400", .number(0)),
    ] as [(String, JSONNumber)])
  func read(text: String, value: JSONNumber) throws {
    for (before, after) in [("", ""), ("[", "]"), ("[\"é\",", " ,1]")] {
      let document = try JSONDocument(Array("\(before)\(text)\(after)".utf8), Limits.plain)
      let node = try #require(document.nodes.first { document.literal($0) == text })
      #expect(document.number(node) == value)
    }
  }

  @Test(
    "that are none have the place of the mistake",
    arguments: [
      ("-", .number(.noDigit), 0), ("-a", .number(.noDigit), 0), ("01", .number(.leadingZero), 0),
      ("-00", .number(.leadingZero), 0), ("1.", .number(.noFraction), 2),
      ("1.e5", .number(.noFraction), 2), ("1e", .number(.noExponent), 2),
      ("1e+", .number(.noExponent), 3), ("1.5E-x", .number(.noExponent), 5),
      ("1e999", .number(.tooLarge), 0), ("-1e999", .number(.tooLarge), 0),
      ("+1", .valueExpected, 0), (".5", .valueExpected, 0), ("0.5.5", .trailing, 3),
      ("1-2", .trailing, 1), ("0x1", .trailing, 1), ("1e2e3", .trailing, 3),
    ] as [(String, JSONMistake.Kind, Int)])
  func refused(text: String, kind: JSONMistake.Kind, offset: Int) {
    let mistake = #expect(throws: JSONMistake.self) {
      try JSONDocument(Array(text.utf8), Limits.plain)
    }
    #expect(mistake?.kind == kind && mistake?.offset == offset)
  }

  /// The largest double has 309 digits.
  @Test("without an exponent may have any length that a double holds")
  func long() throws {
    let any = JSONLimits(depth: .containers(9), numbers: .any)
    for (digits, isFinite) in [(300, true), (301, true), (308, true), (309, true), (310, false)] {
      let text = Array("1\(String(repeating: "0", count: digits - 1))".utf8)
      #expect(((try? JSONDocument(text, Limits.plain)) != nil) == isFinite, "\(digits)")
      let document = try JSONDocument(text, any)
      #expect(document.number(document.nodes[0]) == .number(isFinite ? value(digits) : .infinity))
    }
    let fraction = "0.\(String(repeating: "0", count: 400))1"
    #expect((try? JSONDocument(Array(fraction.utf8), Limits.plain)) != nil)
  }

  private func value(_ digits: Int) -> Double { Double("1e\(digits - 1)") ?? .nan }
}

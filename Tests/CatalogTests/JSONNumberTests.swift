import Catalog
import Testing

@Suite("Numbers in JSON")
struct JSONNumberTests {
  @Test(
    "end where the grammar of RFC 8259 ends",
    arguments: [
      ("0", .integer(0), 1), ("-0", .integer(0), 2), ("7,", .integer(7), 1),
      ("120]", .integer(120), 3), ("9223372036854775807", .integer(.max), 19),
      ("-9223372036854775808", .integer(.min), 20),
      ("9223372036854775808", .number(9_223_372_036_854_775_808), 19),
      ("1.5", .number(1.5), 3), ("-0.25,", .number(-0.25), 5), ("1.0", .number(1), 3),
      ("1e2", .number(100), 3), ("1E+2x", .number(100), 4), ("25e-2", .number(0.25), 5),
      ("0.5.5", .number(0.5), 3), ("1-2", .integer(1), 1),
    ] as [(String, JSONNumber.Value, Int)])
  func read(text: String, value: JSONNumber.Value, length: Int) throws {
    for before in ["", "[é,"] {
      let start = before.utf8.count
      let number = try JSONNumber(in: Array("\(before)\(text)".utf8), at: start)
      #expect(number.value == value)
      #expect(number.end == start + length)
    }
  }

  @Test(
    "that are none have the place of the mistake",
    arguments: [
      ("", .noDigit, 0), ("-", .noDigit, 0), ("+1", .noDigit, 0), (".5", .noDigit, 0),
      ("-a", .noDigit, 0), ("Infinity", .noDigit, 0), ("01", .leadingZero, 0),
      ("-00", .leadingZero, 0), ("1.", .noFraction, 2), ("1.e5", .noFraction, 2),
      ("1e", .noExponent, 2), ("1e+", .noExponent, 3), ("1.5E-x", .noExponent, 5),
      ("1e999", .tooLarge, 0), ("-1e999", .tooLarge, 0),
    ] as [(String, JSONNumber.Mistake.Kind, Int)])
  func refused(text: String, kind: JSONNumber.Mistake.Kind, offset: Int) {
    let mistake = #expect(throws: JSONNumber.Mistake.self) {
      try JSONNumber(in: Array(text.utf8), at: 0)
    }
    #expect(mistake?.kind == kind)
    #expect(mistake?.offset == offset)
  }
}

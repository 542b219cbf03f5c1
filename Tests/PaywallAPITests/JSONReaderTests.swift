import HTTPDocuments
import PaywallAPI
import Testing

@Suite("Strict JSON")
struct JSONReaderTests {
  @Test("values keep their order and kind")
  func values() throws {
    let value = try JSONReader.read(
      Array(
        #" {"b":[1,-0,1.5,1e2,9223372036854775808],"a":"ä\u00e9\ud83d\ude42\n/","":null} "#.utf8))
    guard case .object(let members) = value else {
      Issue.record("an object was expected")
      return
    }
    #expect(members.map(\.name) == ["b", "a", ""])
    #expect(
      members.map(\.value) == [
        .list([.integer(1), .integer(0), .number(1.5), .number(100), .number(9223372036854775808)]),
        .text("äé🙂\n/"), .null,
      ])
    #expect(members.map(\.place.column) == [3, 42, 71])
  }

  @Test(
    "what is not JSON has a place, in lines and columns",
    arguments: [
      ("", 1, 1), ("  ", 1, 1), ("[", 1, 2), ("{\"a\":1 \"b\":2}", 1, 8),
      ("{\n  \"ä\": NaN}", 2, 8), ("\"a\nb\"", 1, 3), ("{\"\\u0061\":1,\n\"a\":1}", 2, 1),
    ])
  func mistakes(_ text: String, _ line: Int, _ column: Int) {
    let problem = #expect(throws: Problem.self) { try JSONReader.read(Array(text.utf8)) }
    #expect(problem?.code == .malformedJSON)
    #expect(problem?.place == Problem.Place(line: line, column: column), "\(problem?.detail ?? "")")
  }

  @Test("a document of 20,000 values is read, one of more is not, wherever they stand")
  func manyValues() throws {
    func list(_ count: Int) -> [UInt8] {
      Array("[\(Array(repeating: "1", count: count).joined(separator: ","))]".utf8)
    }
    func object(_ count: Int) -> [UInt8] {
      Array("{\((0..<count).map { "\"\($0)\":[]" }.joined(separator: ","))}".utf8)
    }
    _ = try JSONReader.read(list(19_999))
    _ = try JSONReader.read(object(19_999))
    for text in [list(20_000), object(20_000), list(80_000)] {
      let problem = #expect(throws: Problem.self) { try JSONReader.read(text) }
      #expect(problem?.code == .tooManyValues)
      #expect(problem?.place?.line == 1)
    }
  }

  @Test(
    "the places of many members, over lines and wide characters, are those that an editor shows")
  func manyPlaces() throws {
    let text = "{\n  \"ä\": {\"日本\": 1, \"b\": [{\"c\": 2}, {\"d\": 3}]},\r\n  \"e\": 4\n}"
    var places: [String] = []
    func walk(_ value: JSONValue) {
      switch value {
      case .object(let members):
        for member in members {
          places.append("\(member.name) \(member.place.line):\(member.place.column)")
          walk(member.value)
        }
      case .list(let items): items.forEach(walk)
      default: break
      }
    }
    walk(try JSONReader.read(Array(text.utf8)))
    #expect(places == ["ä 2:3", "日本 2:9", "b 2:18", "c 2:25", "d 2:35", "e 3:3"])
  }

  @Test("32 levels are read, 33 are not")
  func depth() throws {
    let nested = { (depth: Int) in
      Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    _ = try JSONReader.read(nested(32))
    let problem = #expect(throws: Problem.self) { try JSONReader.read(nested(33)) }
    #expect(problem?.place == Problem.Place(line: 1, column: 33))
  }

  @Test(
    "a whole number is one however it is written",
    arguments: [
      ("7", 7), ("7.0", 7), ("-7.000", -7), ("1e2", 100), ("7.5", nil), ("1e30", nil),
      ("\"7\"", nil),
      ("true", nil),
    ] as [(String, Int64?)])
  func whole(text: String, number: Int64?) throws {
    #expect(try JSONReader.read(Array(text.utf8)).whole == number)
  }
}

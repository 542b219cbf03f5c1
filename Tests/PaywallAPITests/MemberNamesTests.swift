import HTTPDocuments
import PaywallAPI
import Testing

@Suite("The names of one object")
struct MemberNamesTests {
  @Test("are told apart, by their bytes")
  func manyNames() throws {
    func object(_ names: [String]) -> [UInt8] {
      Array("{\(names.map { "\"\($0)\":0" }.joined(separator: ","))}".utf8)
    }
    for count in [1, 12, 13, 14, 1000] {
      let names = (0..<count).map { "n\($0)" }
      _ = try JSONReader.read(object(names + ["é", "e\u{301}"]))
      for twice in [0, count / 2, count - 1] {
        let problem = #expect(throws: Problem.self) {
          try JSONReader.read(object(names + ["n\(twice)"]))
        }
        #expect(problem?.field == "n\(twice)")
      }
    }
  }
}

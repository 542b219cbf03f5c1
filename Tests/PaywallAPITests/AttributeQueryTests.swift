import HTTPDocuments
import PaywallAPI
import PaywallCatalog
import PaywallDecisions
import Testing

@Suite("The query of a request")
struct AttributeQueryTests {
  private func read(_ query: String) throws(Problem) -> AttributeQuery {
    try AttributeQuery(Array(query.utf8), schema: AttributeSchema(declared: [], groups: []))
  }

  @Test("holds attributes and a preview, and counts what it has no name for")
  func items() throws {
    let query = try read("userId=user-7&country=G%42&utm=x&preview=token&&platform=a+b")
    #expect(
      query.attributes == [
        "userId": .text("user-7"), "country": .text("GB"), "platform": .text("a+b"),
      ])
    #expect(query.preview == "token")
    #expect(query.ignored == 1)
  }

  @Test("takes an attribute once")
  func twice() {
    let problem = #expect(throws: Problem.self) { try read("userId=a&userId=b") }
    #expect(problem?.code == .duplicateAttribute)
  }

  @Test("says in which item and column a percent sign is wrong")
  func place() {
    let problem = #expect(throws: Problem.self) { try read("country=GB&userId=%zz") }
    #expect(problem?.code == .malformedQuery)
    #expect(problem?.field == "userId")
    #expect(problem?.place == Problem.Place(line: 1, column: 19))
  }
}

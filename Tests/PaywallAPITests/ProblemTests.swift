import HTTPDocuments
import HTTPTypes
import PaywallAPI
import Testing

@Suite("Problem documents")
struct ProblemTests {
  @Test("hold code, status and detail, and the field and the place if there are some")
  func document() {
    let problem = Problem(
      .wrongType, "'a' must be a string.", field: "a", place: Problem.Place(line: 2, column: 7))
    #expect(
      String(decoding: problem.json, as: UTF8.self) == """
        {"type":"urn:paywall:problem:wrongType","title":"\(Problem.Code.wrongType.title)",\
        "status":400,"detail":"'a' must be a string.","code":"wrongType","field":"a",\
        "line":2,"column":7}
        """)
  }

  @Test("have a status of an error and a title of their own for each code")
  func codes() {
    for code in Problem.Code.allCases { #expect((400..<600).contains(code.status.code)) }
    #expect(Set(Problem.Code.allCases.map(\.title)).count == Problem.Code.allCases.count)
  }
}

import HTTPDocuments
import PaywallAPI
import PaywallDecisions
import Testing

@Suite("A mistake in a body")
struct RequestMistakeTests {
  private static let forms = #"'sign' must be an array of one form, such as ["jws"]"#
  private static let languages =
    #"'locales' must be an array of languages, such as ["ca-ES", "de-DE"]"#

  @Test(
    "is told in a sentence that says what to send",
    arguments: [
      (#"{"sign":"jws"}"#, "sign", "\(forms); it is a string."),
      (#"{"sign":[true]}"#, "sign", "'sign[0]' is a boolean, and \(forms)."),
      (#"{"sign":[],"sign":[]}"#, "sign", "The member 'sign' is given twice."),
      (
        #"{"transactions":["a",7]}"#, "transactions",
        "'transactions[1]' is a number, and 'transactions' must be an array of strings."
      ),
      (#"{"locales":7}"#, "locales", "\(languages); it is a number."),
      (#"{"locales":["en",7]}"#, "locales", "'locales[1]' is a number, and \(languages)."),
      (
        #"{"locales":["en",false]}"#, "locales",
        "'locales[1]' is a boolean, and \(languages). If it comes from YAML, put it in quotes: some readers take no for false."
      ),
      (
        #"{"locale":"de"}"#, "locale",
        "'locale' is an attribute of the visitor. Put it into 'attributes'."
      ),
      (
        #"{"attributes":{},"appVersion":"1.2"}"#, "appVersion",
        "'appVersion' is an attribute of the visitor. Put it into 'attributes'."
      ),
    ])
  func sentence(body: String, field: String, detail: String) {
    let problem = #expect(throws: Problem.self) {
      try PlacementRequest(JSONReader.read(Array(body.utf8)), scope: .one)
    }
    #expect(problem?.detail == detail)
    #expect(problem?.field == field)
  }

  @Test("of a word names the word and those that can be sent")
  func word() {
    let renewal = #expect(throws: Problem.self) {
      try RenewalExtensionRequest(
        JSONReader.read(
          Array(#"{"originalTransactionId":"1","days":1,"reason":"outage"}"#.utf8)))
    }
    #expect(
      renewal?.detail
        == "'outage' is not a reason; use undeclared, customerSatisfaction, other, serviceIssue.")
    #expect(renewal?.field == "reason")
    let offer = #expect(throws: Problem.self) {
      try PlacementRequest(JSONReader.read(Array(#"{"sign":["jwt"]}"#.utf8)), scope: .one)
    }
    #expect(offer?.detail == "'jwt' is not a form of a signature; use jws, legacy.")
    #expect(offer?.field == "sign")
  }

  @Test("is no language beside the attributes, where a placement is decided")
  func takesLanguages() throws {
    let body = try JSONReader.read(
      Array(#"{"placement":"a","product":"b","offer":"c","form":"jws","locales":["de"]}"#.utf8))
    #expect(try SignRequest(body).attributes == ["locales": .list(["de"])])
    let asked = try JSONReader.read(Array(#"{"placement":"a","locales":["de"]}"#.utf8))
    #expect(try ExplainRequest(asked).attributes == ["locales": .list(["de"])])
  }
}

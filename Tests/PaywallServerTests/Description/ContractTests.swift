import HTTPTransport
import HTTPTypes
import PaywallServer
import Testing

/// That the suite would notice a response that the description does not have.
@Suite("The contract that responses are held to")
struct ContractTests {
  private let headers: HTTPFields = [
    .contentType: "application/json", .cacheControl: "no-store", .xRequestId: "r-1",
    .xPaywallRelease: String(repeating: "a", count: 64),
  ]

  private func complaints(
    _ method: HTTPRequest.Method, _ path: String, _ status: Int, _ body: String,
    without missing: HTTPField.Name? = nil, type: String = "application/json"
  ) throws -> [String] {
    var headers = headers
    headers[.contentType] = type
    if let missing { headers[missing] = nil }
    return try Contract.ofServer.get().complaints(
      HTTPResponse(status: HTTPResponse.Status(code: status), headerFields: headers), body,
      to: HTTPRequest(method: method, scheme: nil, authority: nil, path: path))
  }

  private func problem(_ code: String, status: Int) -> String {
    #"{"type":"urn:paywall:problem:\#(code)","title":"t","status":\#(status),"detail":"d","code":"\#(code)"}"#
  }

  @Test("takes what is described")
  func described() throws {
    #expect(try complaints(.post, "/v1/aliases", 200, #"{"outcome":"new"}"#) == [])
    #expect(
      try complaints(
        .post, "/v1/aliases?x=1", 409, problem("aliasTaken", status: 409),
        type: "application/problem+json") == [])
    #expect(
      try complaints(
        .get, "/v1/nowhere", 404, problem("notFound", status: 404),
        type: "application/problem+json") == [])
  }

  @Test(
    "notices a member, a word, a status and a type that are not described",
    arguments: [
      (200, #"{"outcome":"new","more":1}"#, "application/json"),
      (200, #"{"outcome":"perhaps"}"#, "application/json"),
      (200, #"{}"#, "application/json"),
      (200, #"{"outcome":"new"}"#, "text/plain"),
      (201, #"{"outcome":"new"}"#, "application/json"),
    ])
  func undescribed(status: Int, body: String, type: String) throws {
    #expect(try !complaints(.post, "/v1/aliases", status, body, type: type).isEmpty)
  }

  @Test("notices the problem of another operation")
  func problems() throws {
    #expect(
      try !complaints(
        .post, "/v1/aliases", 422, problem("unknownProduct", status: 422),
        type: "application/problem+json"
      ).isEmpty)
  }

  @Test(
    "notices a header that is missing",
    arguments: [HTTPField.Name.xRequestId, .xPaywallRelease, .cacheControl, .contentType])
  func header(name: HTTPField.Name) throws {
    #expect(
      try !complaints(.post, "/v1/aliases", 200, #"{"outcome":"new"}"#, without: name).isEmpty)
  }

  @Test("notices an answer where no operation is")
  func nowhere() throws {
    #expect(try !complaints(.get, "/v1/nowhere", 200, "{}").isEmpty)
  }
}

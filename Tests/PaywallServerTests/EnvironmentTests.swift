import HTTPDocuments
import Ledger
import LedgerSQLite
import LedgerStorage
import PaywallAPI
import PaywallCatalog
import PaywallServer
import Testing

/// The environment in every spelling that a client may have it in.
@Suite("The environment of a request")
struct EnvironmentTests {
  /// `onboarding` shows `lite` in the sandbox.
  private var testServer: TestServer {
    var testServer = TestServer(keys: TestServer.allKeys)
    testServer.snapshot.placements["onboarding"]?.rules = [
      Placement.Rule(
        audience: .test(AttributeTest("environment", [.equals(.string("sandbox"))])),
        show: .paywall("lite"))
    ]
    return testServer
  }

  @Test(
    "is understood in any case, the same by every way",
    arguments: [
      ("sandbox", "lite"), ("Sandbox", "lite"), ("SANDBOX", "lite"), ("production", "standard"),
      ("Production", "standard"), ("Xcode", "standard"), ("LocalTesting", "standard"),
    ])
  func understood(_ word: String, _ paywall: String) async throws {
    let path = "/v1/placements/onboarding"
    for reply in try await AskedServer(of: testServer).send(
      "GET \(path)?environment=\(word)\nX-API-Key: client-key", times: 3)
    {
      #expect(reply.contains(#""paywall":{"id":"\#(paywall)""#), "\(reply)")
    }
    let posted = try await testServer.exchange(
      """
      POST \(path)
      X-API-Key: client-key

      {"attributes":{"environment":"\(word)"}}
      """)
    #expect(posted.contains(#""paywall":{"id":"\#(paywall)""#), "\(posted)")
    let flag = try await testServer.exchange(
      """
      POST /ofrep/v1/evaluate/flags/onboarding
      X-API-Key: client-key
      Content-Type: application/json

      {"context":{"targetingKey":"user-1","environment":"\(word)"}}
      """)
    #expect(flag.contains(#""variant":"\#(paywall)""#), "\(flag)")
  }

  @Test("is refused in any other word", arguments: ["staging", "Sandboxed", "", "sandbox%20"])
  func refused(_ word: String) async throws {
    let path = "/v1/placements/onboarding"
    for reply in try await AskedServer(of: testServer).send(
      "GET \(path)?environment=\(word)\nX-API-Key: client-key", times: 3)
    {
      reply.expect(400, #""code":"wrongType""#, "use production, sandbox, xcode")
    }
    let bodies = [
      (path, #"{"attributes":{"environment":"\#(word)"}}"#),
      ("/v1/placements", #"{"attributes":{"environment":"\#(word)"}}"#),
      ("/v1/exposures", #"{"attributes":{"userId":"u","environment":"\#(word)"},"exposures":[]}"#),
      ("/v1/aliases", #"{"anonymousId":"a","userId":"u","environment":"\#(word)"}"#),
      (path, #"{"attributes":{"environment":7}}"#),
    ]
    for (path, body) in bodies {
      let reply = try await testServer.exchange("POST \(path)\nX-API-Key: client-key\n\n\(body)")
      reply.expect(400, #""code":"wrongType""#)
    }
    let flag = try await testServer.exchange(
      """
      POST /ofrep/v1/evaluate/flags/onboarding
      X-API-Key: client-key
      Content-Type: application/json

      {"context":{"targetingKey":"user-1","environment":"\(word)"}}
      """)
    flag.expect(400, "[wrongType]", "INVALID_CONTEXT")
  }

  @Test(
    "is described as it is taken",
    arguments: [
      (#""sandbox""#, true), (#""SandBox""#, true), (#""localTesting""#, true), ("null", true),
      (#""staging""#, false), (#""sandbox ""#, false), ("7", false), ("{}", false),
      ("[]", false), ("true", false),
    ])
  func described(_ value: String, _ isTaken: Bool) async throws {
    let document = try testServer.application().responder.description.openAPI
    let body = #"{"attributes":{"environment":\#(value)}}"#
    let reply = try await testServer.exchange(
      "POST /v1/placements/onboarding\nX-API-Key: client-key\n\n\(body)")
    #expect(reply.hasPrefix(isTaken ? "200" : "400"), "\(reply)")
    let complaints = Validator(document: document).complaints(
      about: Operation.Example(stringLiteral: body).content,
      ["$ref": "#/components/schemas/PlacementQuestion"])
    #expect(complaints.isEmpty == isTaken, "\(complaints)")
  }

  @Test("keeps test traffic in Apple's spelling out of production")
  func keptApart() async throws {
    let ledger = SQLiteLedger.inMemory()
    let testServer = TestServer(keys: TestServer.allKeys, ledger: ledger)
    try await testServer.exchange(
      TestServer.exposure(of: "user-7", more: #","environment":"Sandbox""#)
    ).expect(has: #""outcome":"recorded""#)
    #expect(try await ledger.frozenTerms().isEmpty)
    let visitor = VisitorIdentity(userId: "user-7", anonymousId: nil)
    #expect(try await ledger.assignments(of: visitor, in: .production).isEmpty)
    #expect(try await ledger.assignments(of: visitor, in: .sandbox).count == 1)
  }
}

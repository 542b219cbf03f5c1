import AppStoreFixtures
import Crypto
import Ledger
import LedgerSQLite
import LedgerStorage
import PaywallCatalog
import PaywallServer
import Testing

@Suite("Previews")
struct PreviewTests {
  /// A server that made a secret before, at noon.
  func testServer(_ change: (inout Snapshot) -> Void = { _ in }) throws -> TestServer {
    var testServer = TestServer(keys: TestServer.allKeys)
    testServer.state = try TemporaryFolder()
    _ = try testServer.stateDirectory.previewSecret(orMadeFrom: { [secret = testServer.secret] in
      secret
    })
    change(&testServer.snapshot)
    return testServer
  }

  private static let momentary = """
    200
    cache-control: no-store
    content-type: application/json
    x-paywall-release: RELEASE
    x-request-id: made-1


    """

  private static let forced = """
    {"placement":"onboarding","productIds":["pro_yearly_trial","pro_monthly","pro_lifetime"],\
    "paywall":{"id":"standard-trial","locale":"en","selected":"pro_yearly_trial","products":[\
    {"id":"pro_yearly_trial","type":"autoRenewable","group":"21504291",\
    "extra":{"badge":"bestValue"},"offers":[{"kind":"introductory","id":"trial",\
    "eligibility":"unknown","reason":"noVerifiedHistory"}]},\
    {"id":"pro_monthly","type":"autoRenewable","group":"21504291","offers":[]},\
    {"id":"pro_lifetime","type":"nonConsumable","offers":[]}],\
    "content":{"headline":"Unlock everything","style":"twoColumn"}},\
    "reason":"forced",\
    "experiment":{"id":"annual-trial","variant":"trial","phase":1,"recorded":false},\
    "revision":"REVISION","validUntil":"2026-12-05T13:00:00Z"}
    """

  static let token = PreviewTokenTests.token

  @Test("an admin gets a token, good for an hour unless asked otherwise")
  func order() async throws {
    try await testServer().exchange(
      """
      POST /v1/previews
      X-API-Key: admin-key

      {"placement":"onboarding","variant":"trial"}
      """,
      is: Self.momentary + """
        {"token":"\(Self.token)","experiment":"annual-trial","expires":"2026-12-05T13:00:00Z"}
        """)
  }

  @Test(
    "a time is a period or seconds",
    arguments: [
      (#""PT15M""#, "2026-12-05T12:15:00Z"), ("90", "2026-12-05T12:01:30Z"),
      (#""P7D""#, "2026-12-12T12:00:00Z"), ("604800", "2026-12-12T12:00:00Z"),
      ("null", "2026-12-05T13:00:00Z"),
    ])
  func times(_ time: String, _ end: String) async throws {
    try await post(
      testServer(), #"{"placement":"onboarding","variant":"control","for":\#(time)}"#
    ).expect(has: ["expires": .text(end)])
  }

  @Test(
    "an order that cannot be filled is refused by a stable code, naming what is wrong",
    arguments: [
      (#"{"variant":"trial"}"#, "missingMember", nil, "placement"),
      (#"{"placement":"onboarding"}"#, "previewAmbiguous", nil, "variant"),
      (#"{"placement":"x","variant":"trial"}"#, "previewUnknown", "unknownPlacement", "placement"),
      (#"{"placement":"onboarding","variant":"x"}"#, "previewUnknown", "unknownVariant", "variant"),
      (
        #"{"placement":"settings","variant":"trial"}"#, "previewUnknown", "unknownVariant",
        "variant"
      ),
      (
        #"{"placement":"onboarding","variant":"trial","experiment":"x"}"#, "previewUnknown",
        "unknownExperiment", "experiment"
      ),
      (
        #"{"placement":"settings","variant":"trial","experiment":"annual-trial"}"#,
        "previewUnknown", "notAtPlacement", "experiment"
      ),
      (
        #"{"placement":"onboarding","variant":"trial","for":"P8D"}"#, "previewTooLong", "tooLong",
        "for"
      ),
      (
        #"{"placement":"onboarding","variant":"trial","for":604801}"#, "previewTooLong", "tooLong",
        "for"
      ),
      (
        #"{"placement":"onboarding","variant":"trial","for":9223372036854775807}"#,
        "previewTooLong", "tooLong", "for"
      ),
      (#"{"placement":"onboarding","variant":"trial","for":0}"#, "wrongType", nil, "for"),
      (#"{"placement":"onboarding","variant":"trial","for":"1h"}"#, "wrongType", nil, "for"),
      (#"{"placement":"onboarding","variant":"trial","at":1}"#, "wrongType", nil, "at"),
      (
        #"{"placement":"onboarding","variant":"trial","at":"2026-12-06T00:00:00Z"}"#,
        "previewAmbiguous",
        nil, "variant"
      ),
      (
        #"{"placement":"x","at":"2026-12-06T00:00:00Z"}"#, "previewUnknown", "unknownPlacement",
        "placement"
      ),
    ] as [(String, String, String?, String)])
  func refusedOrder(_ body: String, _ code: String, _ reason: String?, _ field: String) async throws
  {
    let reply = try await post(testServer(), body)
    #expect((400...422).contains(reply.status) && reply.code == code, "\(reply)")
    #expect(reply.reason == reason && reply.body["field"]?.string == field, "\(reply)")
  }

  @Test("a variant of several experiments at a placement names them")
  func ambiguous() async throws {
    let testServer = try testServer { snapshot in
      var other = snapshot.experiments["annual-trial"]
      other?.id = "later"
      other?.status = .draft
      snapshot.experiments["later"] = other
    }
    let order = #"{"placement":"onboarding","variant":"trial"}"#
    try await post(testServer, order).expect(
      422, "previewAmbiguous",
      has: [
        "detail":
          "Several experiments at the placement have a variant 'trial'; name one of annual-trial, later."
      ])
    try await post(testServer, order.dropLast() + #","experiment":"later"}"#).expect(
      200, has: ["experiment": "later"])
  }

  @Test("only an admin makes one", arguments: ["client", "server"])
  func roles(_ role: String) async throws {
    try await TestServer.Reply(
      testServer().exchange(
        "POST /v1/previews\nX-API-Key: \(role)-key\n\n{\"placement\":\"onboarding\",\"variant\":\"trial\"}"
      )
    ).expect(403, "roleRequired")
  }

  @Test("a query with a token is shown the variant, and nobody may keep the answer")
  func query() async throws {
    try await testServer().exchange(
      """
      GET /v1/placements/onboarding?preview=\(Self.token)
      X-API-Key: client-key
      If-None-Match: *
      """, is: Self.momentary + Self.forced)
  }

  @Test("so is a body, for a visitor who is drawn otherwise, and with evidence nothing is signed")
  func body() async throws {
    try await testServer().exchange(
      """
      POST /v1/placements/onboarding
      X-API-Key: client-key

      {"attributes":{"userId":"user-15","country":"GB"},"preview":"\(Self.token)"}
      """, is: Self.momentary + Self.forced)
  }

  @Test("neither an offer nor its withholding is signed, no place is taken, and nobody is enrolled")
  func unsigned() async throws {
    let ledger = SQLiteLedger.inMemory()
    var testServer = try TestServer.withExperiments(ledger: ledger) { snapshot in
      snapshot.paywalls["standard-trial"]?.products = [
        PaywallProduct(product: "pro_yearly_trial"),
        PaywallProduct(product: "pro_yearly", offers: ["loyalty"]),
      ]
    }
    testServer.state = try TemporaryFolder()
    let token = try testServer.token()
    let shopper = try Shopper()
    var request: [String: JSON] = [
      "transactions": [try shopper.transaction(["expiresDate": 1_700_000_000_000])],
      "sign": ["jws"], "preview": .text(token), "attributes": ["userId": "user-15"],
    ]
    let preview = try await testServer.post("/v1/placements/onboarding", request)
    #expect(preview.status == 200 && preview.reason == "forced", "\(preview)")
    #expect(preview.description.contains(#""withhold":true"#), "\(preview)")
    #expect(preview.description.contains(#""eligibility":"eligible""#), "\(preview)")
    #expect(preview.description.contains(#""sign":"atPurchase""#), "\(preview)")
    #expect(!preview.description.contains("eyJ"), "\(preview)")
    let now = time("2026-12-05T12:00:00Z")
    #expect(
      try await ledger.dayCounts(of: ["loyalty"], in: .production, at: now)["loyalty", default: 0]
        == 0)
    #expect(
      try await ledger.assignments(
        of: VisitorIdentity(userId: "user-15"), in: .production
      ).isEmpty)

    request["preview"] = nil
    request["attributes"] = nil
    let drawn = try await testServer.post("/v1/placements/onboarding", request)
    #expect(drawn.reason == "default" && drawn.description.contains(#""jws":"eyJ"#), "\(drawn)")
  }

  @Test("of several placements the token counts at its own")
  func several() async throws {
    let reply = try await TestServer.Reply(
      testServer().exchange(
        """
        POST /v1/placements
        X-API-Key: client-key

        {"attributes":{"userId":"user-15","country":"GB"},"preview":"\(Self.token)",\
        "placements":["settings","onboarding"]}
        """))
    let answers = reply.body["placements"]?.elements ?? []
    #expect(answers.map { $0["reason"]?.string } == ["default", "forced"], "\(reply)")
    #expect(reply.description.contains("cache-control: no-store\n"))
    #expect(!reply.description.contains("etag"))
  }

  @Test("at another placement it changes the answer in nothing but how long it is kept")
  func elsewhere() async throws {
    let path = "/v1/placements/settings"
    let (plain, preview) = (
      try await testServer().exchange("GET \(path)\nX-API-Key: client-key"),
      try await testServer().exchange("GET \(path)?preview=\(Self.token)\nX-API-Key: client-key")
    )
    #expect(plain.split(separator: "\n\n")[1] == preview.split(separator: "\n\n")[1])
    #expect(preview.contains("cache-control: no-store\n"))
  }

  @Test("a preview shows what has not begun and what is over", arguments: ExperimentStatus.allCases)
  func stages(_ status: ExperimentStatus) async throws {
    let testServer = try testServer { $0.experiments["annual-trial"]?.status = status }
    try await testServer.exchange(
      "GET /v1/placements/onboarding?preview=\(Self.token)\nX-API-Key: client-key",
      is: Self.momentary + Self.forced)
  }

  @Test(
    "a preview is nothing that could be signed or traced",
    arguments: [
      ("/v1/explain", #"{"placement":"onboarding","preview":"x"}"#),
      (
        "/v1/offers/sign",
        #"{"product":"pro_yearly","offer":"loyalty","form":"jws","preview":"x"}"#
      ),
    ])
  func notSupported(_ path: String, _ body: String) async throws {
    try await TestServer.Reply(
      testServer().exchange("POST \(path)\nX-API-Key: admin-key\n\n\(body)")
    ).expect(422, "previewNotSupported")
  }

  @Test("a preview is answered while the ledger is away")
  func ledgerAway() async throws {
    let ledger = SQLiteLedger.inMemory()
    await ledger.close()
    var testServer = try testServer()
    testServer.ledger = ledger
    try await testServer.exchange(
      """
      GET /v1/placements/onboarding?userId=user-15&country=GB&preview=\(Self.token)
      X-API-Key: client-key
      """, is: Self.momentary + Self.forced)
  }

  func post(_ testServer: TestServer, _ order: String) async throws -> TestServer.Reply {
    try await TestServer.Reply(
      testServer.exchange("POST /v1/previews\nX-API-Key: admin-key\n\n\(order)"))
  }
}

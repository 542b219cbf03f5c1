import AppStoreFixtures
import HTTPService
import Logging
import PaywallAPI
import PaywallCatalog
import PaywallDecisions
import PaywallServer
import Testing

@Suite("Attributes that count for nothing")
struct IgnoredAttributeTests {
  private let testServer = TestServer(keys: TestServer.allKeys)

  private func ignored(_ reply: TestServer.Reply) -> [String]? {
    reply.body["ignored"]?.elements?.map {
      "\($0["name"]?.string ?? "") \($0["why"]?.string ?? "")"
    }
  }

  @Test(
    "a team's server is told of each by its name",
    arguments: [
      ("attr.sesions=3", ["sesions undeclared"]), ("country=Germany", ["country unusable"]),
      ("attr.sessions=many", ["sessions mistyped"]), ("sesions=3", ["sesions unnamed"]),
      (
        "country=XX&attr.b=1&attr.a=1&zebra=1",
        ["a undeclared", "b undeclared", "country unusable", "zebra unnamed"]
      ),
    ])
  func query(_ query: String, _ expected: [String]) async throws {
    let reply = try await testServer.get("/v1/placements/onboarding?\(query)", as: "server")
    #expect(ignored(reply) == expected, "\(reply)")
  }

  @Test(
    "an id that is a word of programs counts as not sent, whichever way it comes",
    arguments: [
      "null", "undefined", "%28null%29", "(null)", "nil", "NaN", "%5Bobject%20Object%5D", "%20%09",
      "00000000-0000-0000-0000-000000000000",
    ])
  func placeholders(_ id: String) async throws {
    let reply = try await testServer.get(
      "/v1/placements/onboarding?userId=\(id)&anonymousId=\(id)", as: "server")
    #expect(ignored(reply) == ["anonymousId placeholder", "userId placeholder"], "\(reply)")
    let without = try await testServer.get("/v1/placements/onboarding", as: "server")
    #expect(reply.body["reason"]?.string == without.body["reason"]?.string)
    #expect(reply.body["experiment"] == nil && without.body["experiment"] == nil)
    try await testServer.post(
      "/v1/aliases", ["anonymousId": "null", "userId": "user-7"], as: "server"
    ).expect(400, has: ["code": "missingMember"])
  }

  @Test(
    "ids that only look like one are ids", arguments: ["Null", "NULL", "none", "0", "nan", "nil0"])
  func likePlaceholders(_ id: String) async throws {
    let reply = try await testServer.get("/v1/placements/onboarding?userId=\(id)", as: "server")
    #expect(ignored(reply) == nil, "\(reply)")
  }

  @Test("so is a body, once for several placements", arguments: ["server", "admin"])
  func body(_ role: String) async throws {
    let attributes: JSON = ["sesions": 3, "userId": 1.5, "country": "Germany"]
    let expected = ["country unusable", "sesions undeclared", "userId mistyped"]
    let one = try await testServer.post(
      "/v1/placements/onboarding", ["attributes": attributes], as: role)
    #expect(ignored(one) == expected, "\(one)")
    let several = try await testServer.post(
      "/v1/placements", ["attributes": attributes, "placements": ["onboarding", "settings"]],
      as: role)
    #expect(ignored(several) == expected, "\(several)")
    for answer in several.body["placements"]?.elements ?? [] {
      #expect(answer["ignored"] == nil, "\(several)")
    }
  }

  @Test("a developer without keys is told, and an explanation tells")
  func developer() async throws {
    let reply = try await TestServer.Reply(
      TestServer().exchange("GET /v1/placements/onboarding?attr.sesions=3"))
    #expect(ignored(reply) == ["sesions undeclared"], "\(reply)")
    let explained = try await testServer.post(
      "/v1/explain", ["placement": "onboarding", "attributes": ["country": "Germany"]],
      as: "admin")
    #expect(ignored(explained) == ["country unusable"], "\(explained)")
  }

  @Test("the answer of an app is the same with them, unless it shows a preview")
  func app() async throws {
    var testServer = testServer
    testServer.state = try TemporaryFolder()
    let path = "/v1/placements/onboarding?userId=user-7"
    let plain = try await testServer.exchange("GET \(path)\nX-API-Key: client-key")
    let slipped = try await testServer.exchange(
      "GET \(path)&attr.sesions=3&country=Germany\nX-API-Key: client-key")
    #expect(plain == slipped)
    let preview = try await testServer.get("\(path)&attr.sesions=3&preview=\(testServer.token())")
    #expect(ignored(preview) == ["sesions undeclared"], "\(preview)")
  }

  @Test("the answer that names them has a revision and a tag of its own")
  func revision() async throws {
    let path = "/v1/placements/onboarding?userId=user-7"
    func tag(_ path: String) async throws -> Substring? {
      try await testServer.exchange("GET \(path)\nX-API-Key: server-key")
        .split(separator: "\n").first { $0.hasPrefix("etag: ") }
    }
    let (plain, told) = (try await tag(path), try await tag(path + "&attr.sesions=3"))
    #expect(plain != nil && told != nil && plain != told)
  }

  @Test("the log names those of apps, each once an hour")
  func log() async throws {
    let testServer = testServer
    let parts = try testServer.dependencies()
    func send(_ query: String, _ role: String = "client") async throws {
      _ = try await TestServer.send(
        "GET /v1/placements/onboarding?\(query)\nX-API-Key: \(role)-key",
        to: Application.build(parts, settings: Settings()))
    }
    for _ in 0..<3 { try await send("attr.sesions=3") }
    try await send("country=Germany")
    try await send("attr.other=1", "server")
    let lines = testServer.lines.all.filter { $0.contains("is ignored") }
    #expect(lines.count == 2, "\(lines)")
    #expect(lines.first?.contains("attribute=sesions") == true)
    #expect(lines.first?.contains("why=undeclared") == true)
    #expect(lines.last?.contains("attribute=country") == true)
  }

  @Test("an hour later a name is logged again; a name that comes often stands out among many")
  func hours() throws {
    let lines = LogLines()
    let logger = lines.logger(.info)
    let metrics = ServerMetrics(logger: logger)
    func send(_ names: [String], at moment: String) {
      var ignored = IgnoredAttributes()
      ignored.add(names, count: names.count)
      metrics.ignored(ignored, loggedFor: "app", at: time(moment))
    }
    send(["a"], at: "2026-12-05T12:00:00Z")
    send(["a"], at: "2026-12-05T12:59:59Z")
    #expect(lines.all.count == 1)
    send(["a"], at: "2026-12-05T13:00:00Z")
    #expect(lines.all.count == 2)
    send((0..<200).map { "n\($0)" }, at: "2026-12-05T13:30:00Z")
    #expect(lines.all.count == 101)
    // The app sends 300 of the 2,001 names that are not logged.
    for number in 0..<300 {
      send(["sesions"] + (0..<5).map { "x\(number)-\($0)" }, at: "2026-12-05T13:40:00Z")
    }
    #expect(lines.all.count == 101)
    // Set back.
    send(["a"], at: "2026-12-05T11:00:00Z")
    #expect(lines.all.count == 103)
    let summary = try #require(lines.all.first { $0.contains("than are logged one by one") })
    #expect(summary.contains("count=1901"), "\(summary)")
    #expect(summary.contains(#"mostOften=["sesions""#) || summary.contains("mostOften=[sesions"))
  }

  @Test("a declared name is logged however many others came before")
  func declared() throws {
    let lines = LogLines()
    let metrics = ServerMetrics(
      logger: lines.logger(.info))
    var many = IgnoredAttributes()
    many.add((0..<200).map { "n\($0)" }, count: 200)
    metrics.ignored(many, loggedFor: "app", at: time("2026-12-05T12:00:00Z"))
    for _ in 0..<2 {
      metrics.ignored(
        IgnoredAttributes([.unusable("country")]), loggedFor: "app",
        at: time("2026-12-05T12:00:01Z"))
    }
    #expect(lines.all.count == 101)
    #expect(lines.all.last?.contains("attribute=country") == true)
  }

  @Test("a server is told in the report of a customer's offers, and by OpenFeature's protocol")
  func elsewhere() async throws {
    let shopper = try Shopper()
    let store = try TestServer.ofStore { _ in }
    for (role, expected) in [("server", ["sesions undeclared"]), ("client", nil)] {
      let reply = try await store.post(
        "/v1/offers/eligibility",
        [
          "transactions": [try shopper.transaction()],
          "attributes": ["sesions": 3, "environment": "production"],
        ], as: role)
      #expect(reply.status == 200 && ignored(reply) == expected, "\(reply)")
    }
    let context: [String: JSON] = [
      "context": ["targetingKey": "user-7", "sesions": 3, "country": "Germany"]
    ]
    let phrase = "country: unusable, sesions: undeclared"
    for (role, expected) in [("server", phrase), ("client", nil)] {
      try await testServer.post("/ofrep/v1/evaluate/flags/onboarding", context, as: role).expect(
        has: ["metadata.ignored": expected.map(JSON.text)])
      let all = try await testServer.post("/ofrep/v1/evaluate/flags", context, as: role)
      #expect(all.body["metadata"]?["ignored"]?.string == expected, "\(all)")
      if let body = all.description.split(separator: "\n\n", maxSplits: 1).last.map(String.init) {
        #expect(
          try JSONSchema(vector: "ofrep-0.3.0.json")
            .complaints(about: body, as: "bulkEvaluationSuccess") == [])
      }
    }
  }
}

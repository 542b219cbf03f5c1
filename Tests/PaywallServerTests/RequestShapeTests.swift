import PaywallCatalog
import PaywallServer
import Synchronization
import Testing

/// Requests of one shape are answered from what was put together for the first of them: what is
/// looked up has to be what the framework would have said.
@Suite("Requests of one shape")
struct RequestShapeTests {
  /// Differences that have to make a difference, and some that must not.
  private static let requests: [String] = {
    var requests: [String] = []
    let paths = [
      "onboarding?userId=ID&country=GB&locale=de-DE", "onboarding?userId=ID&country=IN",
      "onboarding?anonymousId=ID&country=GB", "onboarding?userId=ID&anonymousId=a-1&country=GB",
      "onboarding?country=GB&userId=ID&locale=de-DE", "onboarding?country=GB",
      "onboarding?attr.userId=ID&country=GB", "onboarding?userId=ID&attr.sessions=200",
      "onboarding?userId=ID&attr.sessions=2&x=y", "settings?userId=ID", "x&userId=ID",
      "onboarding?firstSeen=2026-12-01T00:00:00Z&userId=ID", "onboarding?userId=ID%31",
      "onboarding?userId=ID&userId=user-1", "onboarding?userId=&country=GB", "onboarding?userId",
    ]
    let headers = [
      "", "Accept-Encoding: gzip\n", "If-None-Match: *\n", "X-Request-Id: mine\n",
    ]
    for path in paths {
      for header in headers {
        for id in ["user-7", "user-15", "user-3"] {
          requests.append(
            "GET /v1/placements/\(path.replacing("ID", with: id)) HTTP/1.1\nHost: localhost\n\(header)"
          )
        }
      }
    }
    return requests
  }()

  @Test("each gets what the framework would have answered, whoever came before")
  func same() async throws {
    let app = try AppFolder(showing: "standard")
    let server = try await app.serverWithExperiment()
    try await withLiveServer({ running in server.application(onServerRunning: running) }) { live in
      // Three times: met, met again and kept, and looked up.
      for _ in 0..<3 {
        for request in Self.requests { _ = try await Self.answer(to: request, live) }
      }
    }
  }

  /// The body of the answer, which is the same both ways.
  private static func answer(to request: String, _ live: LiveServer) async throws -> String {
    let responses = try await live.connected { wire in
      try await wire.send("\(request)\n")
      let fast = try await wire.response()
      try await wire.send("\(request)TE: trailers\n\n")
      return [fast, try await wire.response()]
    }
    #expect(lines(responses[0]?.head) == lines(responses[1]?.head), "\(request)")
    #expect(responses[0]?.body == responses[1]?.body, "\(request)")
    return responses[0]?.body ?? ""
  }

  private static func lines(_ head: String?) -> [String] {
    (head ?? "").split(separator: "\r\n").map(String.init).filter { !$0.hasPrefix("date: ") }
      .sorted()
  }

  /// The draws are those of DecisionRules.md § 3: `user-7` draws `trial`, `user-15` `control`.
  @Test(
    "a recorded visitor keeps the variant from the moment it is told, until it is forgotten",
    arguments: ["memory", "ledger.sqlite"])
  func recorded(ledger: String) async throws {
    let app = try AppFolder(showing: "standard")
    let server = try await app.serverWithExperiment(
      { $0.ledger = ledger == "memory" ? ledger : "\(app.folder.path)/\(ledger)" },
      keys: TestServer.allKeys)
    try await withLiveServer({ running in server.application(onServerRunning: running) }) { live in
      func experiment(_ user: String, _ country: String) async throws -> String {
        let body = try await Self.answer(
          to: """
            GET /v1/placements/onboarding?userId=\(user)&country=\(country) HTTP/1.1
            Host: localhost
            X-API-Key: client-key

            """, live)
        return try #require(body.firstMatch(of: /"variant":"([a-z]+)".*"recorded":([a-z]+)/))
          .output.0.description
      }
      func told(_ method: String, _ path: String, _ body: String = "") async throws -> String? {
        try await live.connected { wire in
          try await wire.send(
            "\(method) \(path) HTTP/1.1\nHost: localhost\nX-API-Key: server-key\nContent-Type: application/json\n"
              + "Content-Length: \(body.utf8.count)\n\n\(body)")
          return try await wire.response()?.body
        }
      }
      // So that the shape is known before anything is recorded.
      for _ in 0..<3 { #expect(try await experiment("user-7", "GB").hasSuffix(":false")) }
      for (user, variant) in [("user-7", "trial"), ("user-15", "control")] {
        let outcome = try await told(
          "POST", "/v1/exposures",
          """
          {"attributes":{"userId":"\(user)","country":"GB"},"exposures":[{"id":"e-1",\
          "experiment":"annual-trial","variant":"\(variant)","phase":1,"placement":"onboarding",\
          "at":"2026-12-05T11:59:00Z"}]}
          """)
        #expect(outcome?.contains("\"recorded\"") == true, "\(outcome ?? "")")
      }
      for _ in 0..<3 {
        for (user, variant) in [("user-7", "trial"), ("user-15", "control")] {
          let answer = try await experiment(user, "GB")
          #expect(answer.contains(variant) && answer.hasSuffix(":true"), "\(user) \(answer)")
        }
      }
      // Who bought nothing is no customer, and is erased all the same.
      let erasure = ("DELETE", "/v1/customers/user-7?by=userId")
      #expect(try await told(erasure.0, erasure.1) == #"{"erased":0}"#)
      #expect(try await told(erasure.0, erasure.1)?.contains("unknownCustomer") == true)
      for _ in 0..<3 {
        #expect(try await experiment("user-7", "GB").hasSuffix(":false"))
        #expect(try await experiment("user-15", "GB").hasSuffix(":true"))
      }
    }
  }

  /// `lite` brings keys along, so what was answered without one is refused from then on.
  @Test("a new release answers by itself, and asks its own keys")
  func release() async throws {
    let app = try AppFolder(showing: "standard")
    let server = try await app.server()
    try await withLiveServer({ running in server.application(onServerRunning: running) }) { live in
      func shown(_ header: String = "") async throws -> String? {
        try await live.connected { wire in
          for _ in 0..<4 {
            try await wire.send(
              "GET /v1/placements/onboarding?userId=user-7 HTTP/1.1\nHost: localhost\n\(header)\n")
            guard let response = try await wire.response() else { return nil }
            if response.status != "200" { return response.status }
            if response.body.contains("\"id\":\"lite\"") { return "lite" }
          }
          return "standard"
        }
      }
      #expect(try await shown() == "standard")
      try app.show("lite")
      await server.dependencies.reloader.reload()
      #expect(try await shown() == "401")
      #expect(try await shown("X-API-Key: client-key\n") == "lite")
      #expect(try await shown("X-API-Key: other\n") == "401")
    }
  }
}

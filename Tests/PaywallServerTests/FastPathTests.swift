import Crypto
import HTTPTransport
import NIOCore
import PaywallAPI
import PaywallServer
import Testing

/// A GET of a placement is answered on the event loop, without the framework. A request that says
/// `TE: trailers`, which changes no response, takes the long way, and all after it on its connection.
@Suite("The fast path")
struct FastPathTests {
  @Test("the fast path and the framework have the same limit of headers")
  func headerLimit() {
    #expect(HeaderLimits.bytes == Limits.headers)
  }

  @Test("both ways give the same response")
  func same() async throws {
    let app = try AppFolder(showing: "standard")
    let server = try await app.serverWithExperiment()
    let state = StateDirectory(app.statePath)
    let tokens = PreviewTokens(
      secret: try state.previewSecret(orMadeFrom: { SymmetricKey(size: .bits256) }))
    func token(_ experiment: String, ends: String = "2026-12-05T13:00:00Z") -> String {
      tokens.token(
        for: Preview(
          placement: "onboarding", experiment: experiment, variant: "trial", expires: time(ends)))
    }
    let paths = [
      "/v1/placements/onboarding",
      "/v1/placements/onboarding?userId=user-7&country=GB&locale=de-DE",
      "/v1/placements/caf%C3%A9?attr.sessions=3&x=y", "/v1/placements/settings",
      "/v1/placements/%ff", "/v1/placements/x?userId=%zz", "/v1/placements/x?subscription.ever=1",
      "/v1/placements/", "/v1/placements/a/b",
      "/v1/placements/onboarding?preview=\(token("annual-trial"))",
      "/v1/placements/onboarding?userId=user-15&country=GB&preview=\(token("annual-trial"))",
      "/v1/placements/settings?preview=\(token("annual-trial"))",
      "/v1/placements/onboarding?preview=\(token("gone"))", "/v1/placements/onboarding?preview=x",
      "/v1/placements/onboarding?preview=\(token("annual-trial", ends: "2026-12-05T12:00:00Z"))",
      "/v1/placements/onboarding?preview=",
      "/v1/placements/onboarding?preview=\(token("annual-trial"))&preview=x",
    ]
    let headers = [
      "", "If-None-Match: *\n", "X-Request-Id: mine\n", "X-Request-Id: not mine\n",
      "Via: 1.1 proxy\n", "X-API-Key: anything\n",
      "Accept: */*\nUser-Agent: Lumen/3.4\nX-Forwarded-Proto: https\n",
      "Connection: Keep-Alive\n",
    ]
    try await withLiveServer({ running in server.application(onServerRunning: running) }) { live in
      for path in paths {
        for header in headers {
          let request = "GET \(path) HTTP/1.1\nHost: localhost\n\(header)"
          let responses = try await live.connected { wire in
            try await wire.send("\(request)\n")
            let fast = try await wire.response()
            try await wire.send("\(request)TE: trailers\n\n")
            return [fast, try await wire.response()]
          }
          #expect(
            Self.lines(responses[0]?.head) == Self.lines(responses[1]?.head), "\(path) \(header)")
          #expect(responses[0]?.body == responses[1]?.body)
        }
      }
    }
  }

  /// The head without the moment, in any order.
  private static func lines(_ head: String?) -> [String] {
    (head ?? "").split(separator: "\r\n").map(String.init).filter { !$0.hasPrefix("date: ") }
      .sorted()
  }

  @Test("requests in one packet are answered in order, fast and slow ones mixed")
  func mixed() async throws {
    let app = try AppFolder(showing: "standard")
    let server = try await app.server()
    try await withLiveServer({ running in server.application(onServerRunning: running) }) { live in
      try await live.connected { wire in
        var requests = ""
        for number in 0..<60 {
          // The first take the fast path, and what follows them in the packet does not.
          let path = number % 3 == 2 ? "/v1/products" : "/v1/placements/p\(number)"
          requests += "GET \(path) HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: r\(number)\r\n\r\n"
        }
        try await wire.send(raw: requests)
        for number in 0..<60 {
          let response = try await wire.response()
          #expect(response?.status == "200")
          #expect(response?.head.contains("x-request-id: r\(number)\r\n") == true)
        }
      }
    }
  }

  @Test("a connection with requests on the fast path only is neither slow nor idle")
  func timers() async throws {
    let app = try AppFolder(showing: "standard")
    let server = try await app.server()
    let limits = ConnectionLimits.patient {
      $0.requestTimeout = .milliseconds(20)
      $0.responseTimeout = .milliseconds(20)
    }
    try await withLiveServer({ running in
      server.application(limits: limits, onServerRunning: running)
    }) { live in
      try await live.connected { wire in
        let clock = ContinuousClock()
        let end = clock.now + .milliseconds(100)
        while clock.now < end {
          try await wire.send("GET /v1/placements/x HTTP/1.1\nHost: localhost\n\n")
          #expect(try await wire.response()?.status == "200")
        }
      }
    }
  }

  @Test("a connection without requests is closed after a while")
  func idle() async throws {
    let app = try AppFolder(showing: "standard")
    let server = try await app.server()
    let limits = ConnectionLimits.patient { $0.idleTimeout = .seconds(2) }
    try await withLiveServer({ running in
      server.application(limits: limits, onServerRunning: running)
    }) { live in
      // One that came too late to be answered was closed for the same reason; then another.
      while try await !live.connected({ wire in
        await wire.attempt(raw: "GET /v1/placements/x HTTP/1.1\r\nHost: localhost\r\n\r\n")
        guard let response = try? await wire.response() else { return false }
        #expect(response.status == "200")
        #expect(await wire.isClosed())
        return true
      }) {}
    }
  }

  @Test(
    "dates are those of HTTP",
    arguments: [
      ("1994-11-06T08:49:37Z", "Sun, 06 Nov 1994 08:49:37 GMT"),
      ("1970-01-01T00:00:00Z", "Thu, 01 Jan 1970 00:00:00 GMT"),
      ("2026-12-05T12:00:00.999Z", "Sat, 05 Dec 2026 12:00:00 GMT"),
      ("2028-02-29T23:59:59Z", "Tue, 29 Feb 2028 23:59:59 GMT"),
    ])
  func dates(_ moment: String, _ text: String) {
    #expect(HTTPDates().text(at: time(moment)) == text)
  }
}

import HTTPTransport
import PaywallCatalog
import PaywallServer
import Testing

@Suite("A proxy that nobody named")
struct UnnamedProxyTests {
  /// Returns a server's warnings about two requests that a proxy on this machine passed on.
  private func warnings(
    _ request: String, trusting proxies: String = "", keys: [APIKey] = TestServer.allKeys
  ) async throws -> [String] {
    var testServer = TestServer(keys: keys)
    testServer.proxies = TrustedProxies([proxies].compactMap { AddressRange($0) })
    let made = testServer
    try await withLiveServer(of: try made.dependencies(), .patient(), isSecure: false) { live in
      for _ in 0..<2 {
        let status = try await live.connected { wire in
          try await wire.send(request)
          return try await wire.response()?.status
        }
        #expect(status != nil)
      }
    }
    return made.lines.all.filter { $0.contains("X-Forwarded-For") }
  }

  @Test(
    "is told of once, with the setting that names it, whichever way the request takes",
    arguments: ["GET /v1/products", "GET /v1/placements/onboarding"])
  func warns(_ line: String) async throws {
    let lines = try await warnings(
      "\(line) HTTP/1.1\nHost: localhost\nX-API-Key: client-key\nX-Forwarded-For: 192.0.2.7\n\n")
    #expect(lines.count == 1)
    #expect(lines.first?.contains("--trusted-proxies") == true)
    #expect(lines.first?.contains("127.0.0.1") == true)
  }

  @Test("is a reason of readiness, from the next look on")
  func readiness() async throws {
    let testServer = TestServer(keys: TestServer.allKeys)
    let parts = try testServer.dependencies()
    try await withLiveServer(of: parts, .patient(), isSecure: false) { live in
      let bodies = try await live.connected { wire in
        var bodies: [String] = []
        for header in ["X-Other: 1", "X-Forwarded-For: 192.0.2.7"] {
          try await wire.send("GET /health/ready HTTP/1.1\nHost: localhost\n\(header)\n\n")
          bodies.append(try await wire.response()?.body ?? "")
        }
        return bodies
      }
      #expect(!bodies[0].contains("proxyNotTrusted"))
      #expect(bodies[1].contains(#""code":"proxyNotTrusted","weight":"note""#))
      #expect(bodies[1].contains(#""status":"ready""#))
    }
  }

  @Test("is none that was named, and nobody without the header, or where no key is asked for")
  func silent() async throws {
    let request =
      "GET /v1/products HTTP/1.1\nHost: localhost\nX-API-Key: client-key\nX-Forwarded-For: 192.0.2.7\n\n"
    #expect(try await warnings(request, trusting: "127.0.0.1").isEmpty)
    #expect(try await warnings(request, keys: []).isEmpty)
    let direct = "GET /v1/products HTTP/1.1\nHost: localhost\nX-API-Key: client-key\n\n"
    #expect(try await warnings(direct).isEmpty)
  }

  @Test(
    "could only be near: on this machine or in a network of ours",
    arguments: [
      ("127.0.0.1", true), ("127.255.0.9", true), ("::1", true), ("10.1.2.3", true),
      ("172.16.0.1", true), ("172.31.255.255", true), ("172.32.0.1", false),
      ("192.168.7.7", true), ("192.169.0.1", false), ("169.254.1.1", true), ("100.64.0.1", true),
      ("100.128.0.1", false), ("fd00::1", true), ("fe80::1", true), ("fec0::1", false),
      ("203.0.113.9", false), ("2001:db8::1", false), ("::", false),
    ])
  func near(_ text: String, _ isNear: Bool) {
    #expect(ClientAddress(text)?.isNear == isNear)
  }

  @Test(
    "is named as it is written in a setting",
    arguments: [
      ("192.0.2.7", "192.0.2.7"), ("0.0.0.0", "0.0.0.0"), ("2001:db8::1", "2001:db8:0:0:0:0:0:1"),
    ])
  func text(_ text: String, _ written: String) throws {
    let address = try #require(ClientAddress(text))
    #expect(address.description == written)
    #expect(ClientAddress(written) == address)
  }
}

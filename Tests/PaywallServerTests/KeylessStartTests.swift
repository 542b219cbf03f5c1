import Foundation
import HTTPTransport
import PaywallCatalog
import PaywallServer
import Testing

/// A process that is more than a developer's own does not start without keys.
@Suite("Starting without keys")
struct KeylessStartTests {
  private static let cases: [(ReasonForKeys, @Sendable (inout Settings) -> Void)] = [
    (.host("0.0.0.0"), { $0.host = "0.0.0.0" }),
    (.host("lumen.example"), { $0.host = "lumen.example" }),
    (
      .metricsHost("0.0.0.0"),
      {
        $0.metricsPort = 9090
        $0.metricsHost = "0.0.0.0"
      }
    ),
    (.offerKey, { $0.offerKeys = [OfferKeyFile(path: "/nowhere.p8", keyId: "A")] }),
    (
      .trustedProxies,
      { $0.trustedProxies = TrustedProxies(["10.0.0.0/8"].compactMap { AddressRange($0) }) }
    ),
    (.tls, { $0.tls = TLSFiles(certificate: "/nowhere.pem", key: "/nowhere.key") }),
  ]

  @Test("each of these needs keys, and the refusal says which and how", arguments: 0..<6)
  func refused(_ index: Int) throws {
    let (reason, change) = Self.cases[index]
    var settings = Settings()
    #expect(settings.reasonsForKeys.isEmpty)
    change(&settings)
    #expect(settings.reasonsForKeys == [reason])
    let error = #expect(throws: StartError.self) { try settings.check(APIKeys([])) }
    #expect(error == .noKeys([reason]))
    #expect(error?.description.contains(reason.setting) == true)
    #expect(error?.description.contains("'paywall key create --role client --add'") == true)
    #expect(error?.description.split(separator: "\n").count == 2)
    #expect(throws: Never.self) { try settings.check(APIKeys(TestServer.allKeys)) }
    // An entry without a digest admits no caller, and is no key.
    #expect(throws: StartError.self) {
      try settings.check(APIKeys([APIKey(name: "a", role: .admin, digest: "")]))
    }
  }

  @Test("a start asks for keys before it reads an offer key")
  func start() async throws {
    let app = try AppFolder(showing: "standard")
    let error = await #expect(throws: StartError.self) {
      try await app.server {
        $0.offerKeys = [OfferKeyFile(path: "/nowhere.p8", keyId: "A")]
        $0.trustedProxies = TrustedProxies(["10.0.0.0/8"].compactMap { AddressRange($0) })
      }
    }
    #expect(error == .noKeys([.offerKey, .trustedProxies]))
  }

  @Test("what counts is the release that would be served, the kept copy included")
  func copy() async throws {
    let proxied: @Sendable (inout Settings) -> Void = {
      $0.trustedProxies = TrustedProxies(["10.0.0.0/8"].compactMap { AddressRange($0) })
    }
    // A copy without keys, and then a folder that cannot be read.
    let keyless = try AppFolder(showing: "standard")
    _ = try await keyless.server()
    try keyless.show("broken")
    await #expect(throws: StartError.noKeys([.trustedProxies])) {
      _ = try await keyless.server(proxied)
    }
    // A copy with keys serves, and a folder that lost them does not, whatever the copy has.
    let keyed = try AppFolder(showing: "lite")
    _ = try await keyed.server(proxied)
    try keyed.show("broken")
    _ = try await keyed.server(proxied)
    try keyed.show("standard")
    await #expect(throws: StartError.noKeys([.trustedProxies])) {
      _ = try await keyed.server(proxied)
    }
  }

  @Test("a reload that takes the last key is refused, and one that brings the first is not")
  func reload() async throws {
    let app = try AppFolder(showing: "standard")
    let server = try await app.server()
    #expect(try await server.exchange("GET /v1/products").hasPrefix("200\n"))
    try app.show("lite")
    _ = await server.dependencies.reloader.reload()
    #expect(try await server.exchange("GET /v1/products").hasPrefix("401\n"))
    try app.show("standard")
    #expect(await server.dependencies.reloader.reload().refusal != nil)
    #expect(try await server.exchange("GET /v1/products").hasPrefix("401\n"))
  }

  @Test("a throw-away key needs every listener on loopback")
  func throwAway() async throws {
    let app = try AppFolder(showing: "lite")
    let open = try await app.server {
      $0.metricsPort = 0
      $0.metricsHost = "0.0.0.0"
    }
    #expect(open.dependencies.signer == nil)
    await open.end()
    let closed = try await app.server { $0.metricsPort = 0 }
    #expect(closed.dependencies.signer?.isThrowAway == true)
  }
}

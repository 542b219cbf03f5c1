import BundleWriting
import Foundation
import PaywallBundles
import PaywallCatalog
import PaywallServer
import Serving
import Testing

@Suite("The offline bundle over HTTP")
struct BundleTests {
  private let root = BundlePrivateKey.generated()
  private let key = BundlePrivateKey.generated()
  private let begin = time("2026-12-01T00:00:00Z")

  private func certificate(
    until end: String = "2027-12-01T00:00:00Z", bundleId: String? = nil
  ) throws -> BundleCertificate {
    let publicKey = try #require(key.publicKey)
    return try #require(
      BundleCertificate.issue(
        for: publicKey, by: root, bundleId: bundleId, issued: begin, expires: time(end)))
  }

  private func bundles(_ certificate: BundleCertificate? = nil) throws -> BundleService {
    let certificate = try certificate ?? self.certificate()
    let signer = try #require(BundleSigner(key: key, certificate: certificate))
    return BundleService(BundleSigning(signer: signer))
  }

  private var verifier: BundleVerifier {
    BundleVerifier(
      roots: [root.publicKey].compactMap { $0 }, bundleId: Snapshot.lumen.app.bundleId)
  }

  private struct Pointer: Decodable {
    var release: String
    var url: String
    var sha256: String
    var bytes: Int
    var issued: String
    var expires: String
    var signature: String
    var certificate: String
    var revision: String
  }

  private func body(_ response: String) throws -> String {
    let end = try #require(response.range(of: "\n\n")).upperBound
    return String(response[end...])
  }

  private func pointer(_ response: String) throws -> Pointer {
    try JSONDecoder().decode(Pointer.self, from: Data(try body(response).utf8))
  }

  @Test("a phone follows the pointer to a payload that it can trust")
  func trusted() async throws {
    let application = try TestServer(bundles: try bundles()).application()
    let first = try await TestServer.send("GET /v1/bundle", to: application)
    let pointer = try pointer(first)
    #expect(first.hasPrefix("200\ncache-control: public, max-age=60, stale-if-error=86400\n"))
    #expect(pointer.release == Snapshot.lumen.release)
    #expect(pointer.issued == "2026-12-05T12:00:00Z")
    #expect(pointer.expires == "2026-12-06T12:00:00Z")
    #expect(pointer.url == "bundle/\(pointer.release)?sha256=\(pointer.sha256)")
    let second = try await TestServer.send("GET /v1/\(pointer.url)", to: application)
    let payload = try body(second)
    #expect(
      second == """
        200
        cache-control: public, max-age=31536000, immutable
        content-type: application/json
        etag: "\(pointer.sha256.prefix(32))"
        x-paywall-release: \(pointer.release)
        x-request-id: made-1

        \(payload)
        """)
    #expect(TestServer.digest(payload) == pointer.sha256)
    #expect(payload.utf8.count == pointer.bytes)
    #expect(Array(payload.utf8) == PublishedSnapshot(Snapshot.lumen).bundleJSON)
    let verdict = verifier.verify(
      payload: Array(payload.utf8), signature: pointer.signature,
      certificate: pointer.certificate, at: time("2026-12-05T12:00:00Z"))
    guard case .trusted(let bundle) = verdict else {
      Issue.record("\(verdict)")
      return
    }
    #expect(bundle.release == pointer.release)
  }

  @Test("who has the pointer or the payload already is told so")
  func notModified() async throws {
    let application = try TestServer(bundles: try bundles()).application()
    let pointer = try pointer(try await TestServer.send("GET /v1/bundle", to: application))
    for (path, etag) in [
      ("bundle", pointer.revision), (pointer.url, String(pointer.sha256.prefix(32))),
    ] {
      let again = try await TestServer.send(
        "GET /v1/\(path)\nIf-None-Match: \"\(etag)\"", to: application)
      again.expect(304)
      #expect(!again.contains("\n\n"))
      let head = try await TestServer.send("HEAD /v1/\(path)", to: application)
      #expect(head.hasPrefix("200\n") && !head.contains("\n\n"))
    }
  }

  @Test("a pointer is signed anew after a minute, and for another release at once")
  func signedAnew() async throws {
    let bundles = try bundles()
    func asked(_ moment: String, _ snapshot: Snapshot = .lumen) async throws -> Pointer {
      let testServer = TestServer(snapshot: snapshot, now: time(moment), bundles: bundles)
      return try pointer(try await testServer.exchange("GET /v1/bundle"))
    }
    let first = try await asked("2026-12-05T12:00:00Z")
    #expect(try await asked("2026-12-05T12:00:59Z").signature == first.signature)
    let second = try await asked("2026-12-05T12:01:00Z")
    #expect(second.issued == "2026-12-05T12:01:00Z")
    // A clock that was set back does not keep an old signature for hours.
    #expect(try await asked("2026-12-05T11:00:00Z").issued == "2026-12-05T11:00:00Z")
    var other = Snapshot.lumen
    other.release = String(repeating: "c", count: 64)
    #expect(try await asked("2026-12-05T11:00:01Z", other).release == other.release)
  }

  @Test("the last five releases are there, whether or not anybody asked for them")
  func earlierReleases() async throws {
    let bundles = try bundles()
    let releases = (0..<6).map { String(repeating: "\($0)", count: 64) }
    for release in releases {
      var snapshot = Snapshot.lumen
      snapshot.release = release
      bundles.keep(PreparedRelease(snapshot))
    }
    for (index, release) in releases.enumerated() {
      let response = try await TestServer(bundles: bundles).exchange("GET /v1/bundle/\(release)")
      #expect(response.hasPrefix(index == 0 ? "404\n" : "200\n"))
    }
  }

  @Test("a server that signs nothing has the payload all the same")
  func unsigned() async throws {
    let bundles = BundleService(nil)
    bundles.keep(PreparedRelease(.lumen))
    let response = try await TestServer(bundles: bundles).exchange(
      "GET /v1/bundle/\(Snapshot.lumen.release)")
    response.expect(200)
    #expect(Array(try body(response).utf8) == PublishedSnapshot(.lumen).bundleJSON)
  }

  @Test("a release that comes back is the newest again")
  func backAgain() async throws {
    let bundles = try bundles()
    let releases = (0..<6).map { String(repeating: "\($0)", count: 64) }
    for index in [0, 1, 2, 3, 4, 0, 5] {
      var snapshot = Snapshot.lumen
      snapshot.release = releases[index]
      bundles.keep(PreparedRelease(snapshot))
    }
    for (index, release) in releases.enumerated() {
      let response = try await TestServer(bundles: bundles).exchange("GET /v1/bundle/\(release)")
      #expect(response.hasPrefix(index == 1 ? "404\n" : "200\n"))
    }
  }

  @Test(
    "what is not here is told to be fetched anew",
    arguments: ["bundle/\(String(repeating: "0", count: 64))", "bundle/x", "RELEASE?sha256=00"])
  func unknown(_ path: String) async throws {
    let bundles = try bundles()
    bundles.keep(PreparedRelease(.lumen))
    let path = path.replacing("RELEASE", with: "bundle/\(Snapshot.lumen.release)")
    try await TestServer(bundles: bundles).exchange("GET /v1/\(path)").expect(
      404, #""code":"unknownRelease""#, "Get /v1/bundle again", "cache-control: no-store")
  }

  @Test("without a key there is no pointer, and readiness says so")
  func notConfigured() async throws {
    try await TestServer().exchange("GET /v1/bundle").expect(
      503, #""code":"bundleSigningNotConfigured""#)
    let ready = try await TestServer().exchange("GET /health/ready")
    #expect(ready.contains(#""code":"bundleSigningNotConfigured""#))
    #expect(
      !(try await TestServer(bundles: try bundles()).exchange("GET /health/ready")).contains(
        "undle"))
  }

  @Test("a certificate that ended, or is for another app, signs nothing")
  func certificateEnded() async throws {
    for certificate in [
      try certificate(until: "2026-12-05T12:00:00Z"),
      try certificate(bundleId: "com.example.other"),
    ] {
      try await TestServer(bundles: try bundles(certificate)).exchange(
        "GET /v1/bundle"
      ).expect(503, "Certify the key again")
    }
    let ended = try bundles(try certificate(until: "2026-12-05T12:00:00Z"))
    #expect(
      try await TestServer(bundles: ended).exchange("GET /health/ready")
        .contains(#""code":"bundleCertificateEnded""#))
    let soon = try bundles(try certificate(until: "2027-01-04T11:59:59Z"))
    #expect(
      try await TestServer(bundles: soon).exchange("GET /health/ready")
        .contains(#""code":"bundleCertificateEndsSoon""#))
  }

  @Test("a client key is enough, and none is too little")
  func keys() async throws {
    let testServer = TestServer(keys: TestServer.allKeys, bundles: try bundles())
    #expect(try await testServer.exchange("GET /v1/bundle").hasPrefix("401\n"))
    try await testServer.exchange("GET /v1/bundle\nAuthorization: Bearer client-key").expect(200)
  }
}

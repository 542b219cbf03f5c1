import HTTPTransport
import HTTPTypes
import PaywallCatalog
import PaywallServer
import TestSupport
import Testing

@Suite("Compressed answers")
struct GzipTests {
  @Test("what is compressed comes back, and is the same every time", arguments: Gzip.Effort.all)
  func law(_ effort: Gzip.Effort) throws {
    var random = SplitMix(state: 7)
    for count in [0, 1, 1023, 1024, 4096, 4097, 70_000] {
      for alphabet in [UInt8(1), 4, 255] {
        let text = (0..<count).map { _ in UInt8.random(in: 0...alphabet, using: &random) }
        let gzip = try #require(Gzip.compress(text, effort))
        #expect(inflated(gzip) == text)
        #expect(Gzip.compress(text, effort) == gzip)
        // RFC 1952, 2.3: no flags, no time.
        #expect(Array(gzip.prefix(8)) == [0x1F, 0x8B, 8, 0, 0, 0, 0, 0])
      }
    }
  }

  @Test("A file that is compressed part by part is one whole, the same every time")
  func parts() throws {
    var random = SplitMix(state: 11)
    let parts = [0, 1, 70_000, 300_000, 0, 5].map { count in
      (0..<count).map { _ in UInt8.random(in: 0...40, using: &random) }
    }
    let files = try (0..<2).map { _ -> [UInt8] in
      guard var stream = GzipStream(.once) else { throw CancellationError() }
      var file: [UInt8] = []
      for part in parts { file += stream.compress(part) }
      return file + stream.compress([], isLast: true)
    }
    #expect(files[0] == files[1])
    #expect(inflated(files[0]) == Array(parts.joined()))
  }

  private static let tag = #""0123""#

  private func response(
    _ count: Int, _ accept: String, ifNoneMatch: String? = nil
  ) -> Response {
    var head = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/")
    head.headerFields[.acceptEncoding] = accept
    if let ifNoneMatch { head.headerFields[.ifNoneMatch] = ifNoneMatch }
    return EncodedBody([UInt8](repeating: 0x61, count: count), etag: Self.tag).response(
      to: head, type: "text/plain", cacheControl: "public")
  }

  @Test("short bodies stay as they are, long ones have a tag for each coding")
  func threshold() {
    #expect(response(1023, "gzip").headers[.contentEncoding] == nil)
    #expect(response(1023, "gzip").headers[.eTag] == #""0123""#)
    #expect(response(1024, "gzip").headers[.contentEncoding] == "gzip")
    #expect(response(1024, "gzip").headers[.eTag] == #""0123-gzip""#)
    #expect(response(1024, "br").headers[.eTag] == #""0123""#)
    #expect(
      response(1024, "br").headers[.vary]
        == "Authorization, X-API-Key, X-User-Proof, Accept-Encoding")
  }

  @Test(
    "who has the text in either coding has it, and is told under which tag",
    arguments: [
      (1024, "gzip", #""0123-gzip""#, #""0123-gzip""#), (1024, "gzip", #""0123""#, #""0123""#),
      (1024, "", #"W/"0123-gzip""#, #""0123-gzip""#),
      (1024, "gzip", #""0123", "0123-gzip""#, #""0123-gzip""#),
      (1024, "", #""0123", "0123-gzip""#, #""0123""#), (1024, "gzip", "*", #""0123-gzip""#),
      (1023, "gzip", "*", #""0123""#), (1023, "gzip", #""0123-gzip""#, nil),
      (1024, "gzip", #""0123-br""#, nil),
    ] as [(Int, String, String, String?)])
  func notModified(_ count: Int, _ accept: String, _ has: String, _ tag: String?) {
    let response = response(count, accept, ifNoneMatch: has)
    #expect(response.status == (tag == nil ? .ok : .notModified))
    if let tag { #expect(response.headers[.eTag] == tag) }
    if tag != nil { #expect(response.headers[.contentEncoding] == nil) }
  }

  @Test("the fast path and the long way compress the same, and the text is the plain one's")
  func ways() async throws {
    let server = try await AppFolder.wordy()
    try await withLiveServer({ running in server.application(listening: running) }) { live in
      for path in ["/v1/placements/onboarding", "/v1/placements/onboarding?userId=7"] {
        let bodies = try await live.connected { wire in
          var bodies: [[UInt8]] = []
          let accepts = "Accept-Encoding: gzip\n"
          for more in [accepts, "\(accepts)TE: trailers\n", ""] {
            try await wire.send("GET \(path) HTTP/1.1\nHost: localhost\n\(more)\n")
            let response = try #require(try await wire.bytes())
            #expect(response.head.contains("content-encoding: gzip") == !more.isEmpty)
            #expect(response.head.contains("-gzip\"") == !more.isEmpty)
            bodies.append(response.body)
          }
          return bodies
        }
        #expect(bodies[0] == bodies[1])
        #expect(bodies[2].count > 1900)
        #expect(bodies[0].count < bodies[2].count / 2)
        #expect(inflated(bodies[0]) == bodies[2])
      }
    }
  }
}

extension Gzip.Effort {
  fileprivate static let all: [Gzip.Effort] = [.onRequest, .once]
}

import Foundation
import PaywallCatalog
import PaywallServer
import Testing

/// Documents that any cache may keep, over HTTP, as text and compressed.
@Suite("Codings of what is published")
struct PublishedCodingTests {
  private struct Pointer: Decodable {
    var url: String
    var sha256: String
  }

  @Test("each coding has its tag, each tag its 304, and both mean the same bytes")
  func codings() async throws {
    let server = try await AppFolder.wordy()
    try await withLiveServer({ running in server.application(listening: running) }) { live in
      try await live.connected { wire in
        let pointer = try JSONDecoder().decode(
          Pointer.self, from: Data(try await get("/v1/bundle", "", &wire).body))
        for path in ["/v1/\(pointer.url)", "/api/features/any"] {
          let plain = try await get(path, "", &wire)
          let packed = try await get(path, "Accept-Encoding: gzip\n", &wire)
          #expect(plain.status == "200" && packed.status == "200")
          #expect(!plain.head.contains("content-encoding"))
          #expect(packed.head.contains("content-encoding: gzip"))
          for head in [plain.head, packed.head] {
            #expect(head.contains("accept-encoding"), "vary has to name what the answer depends on")
          }
          #expect(inflated(packed.body) == plain.body)
          #expect(packed.body.count < plain.body.count)
          let digest = TestServer.digest(String(decoding: plain.body, as: UTF8.self)).prefix(32)
          let tags = (try #require(plain.tag), try #require(packed.tag))
          #expect(tags.0 == #""\#(digest)""#)
          #expect(tags.1 == #""\#(digest)-gzip""#)
          for (accepts, tag) in [
            ("", tags.0), ("Accept-Encoding: gzip\n", tags.1), ("Accept-Encoding: gzip\n", tags.0),
          ] {
            let again = try await get(path, "\(accepts)If-None-Match: \(tag)\n", &wire)
            #expect(again.status == "304" && again.body.isEmpty && again.tag == tag)
          }
          let other = try await get(path, "If-None-Match: \"\(digest)-br\"\n", &wire)
          #expect(other.status == "200" && other.body == plain.body)
        }
        let payload = try await get("/v1/\(pointer.url)", "", &wire)
        #expect(TestServer.digest(String(decoding: payload.body, as: UTF8.self)) == pointer.sha256)
      }
    }
  }

  private struct Answer {
    var status: String
    var head: String
    var body: [UInt8]

    var tag: String? { head.firstMatch(of: /etag: ("[^"]*")/).map { String($0.1) } }
  }

  /// - Parameter headers: each ends with a line feed.
  private func get(_ path: String, _ headers: String, _ wire: inout Wire) async throws -> Answer {
    try await wire.send("GET \(path) HTTP/1.1\nHost: localhost\n\(headers)\n")
    let (head, body) = try #require(try await wire.bytes())
    let status = try #require(head.firstMatch(of: /^http\/1\.1 (\d{3})/)).1
    return Answer(status: String(status), head: head, body: body)
  }
}

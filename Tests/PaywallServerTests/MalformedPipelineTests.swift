import Foundation
import HTTPTransport
import PaywallServer
import Testing

@Suite("What follows whole requests on their connection")
struct MalformedPipelineTests {
  @Test("a malformed request costs those before it no answer, however many bytes follow it")
  func malformed() async throws {
    let get = "GET /v1/products HTTP/1.1\r\nHost: localhost\r\n\r\n"
    let bad = "get / HTTP/1.1\r\nX-Long: \(String(repeating: "x", count: 6000))\r\n\r\n"
    let app = try AppFolder(showing: "standard")
    let server = try await app.server()
    try await withLiveServer(of: server) { live in
      for _ in 0..<5 {
        let received = try await live.connected { wire in
          await wire.attempt(bytes: Array((get + get + bad).utf8))
          wire.finish()
          return await wire.everything()
        }
        let statuses = String(decoding: received, as: UTF8.self).components(
          separatedBy: "HTTP/1.1 "
        )
        .dropFirst().map { String($0.prefix(3)) }
        #expect(statuses == ["200", "200", "405"])
      }
    }
  }
}

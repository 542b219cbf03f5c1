import HTTPTransport
import HTTPTypes
import Testing

@Suite("Content codings")
struct ContentCodingTests {
  @Test(
    "gzip is chosen if the client accepts it and does not prefer the plain text",
    arguments: [
      ("gzip", true), ("GZIP", true), ("x-gzip", true), ("br, gzip;q=0.5, *;q=0", true),
      ("*", true), ("*;q=0.1", true), ("gzip;q=0", false), ("gzip;q=0, *", false),
      ("gzip;q=0.000", false), ("*;q=0", false), ("identity", false), ("br, deflate", false),
      ("", false), ("identity;q=0, gzip", true), ("identity, gzip;q=0.5", false),
      ("identity;q=0.5, gzip", true), ("gzip ; q=0.3", true), ("gzip;q=2", false),
      ("gzip;q=x", false), ("gzipx", false), ("gzip;q=0.0001", false), (",,gzip,", true),
    ])
  func accepted(_ value: String, _ isGzip: Bool) {
    let head = HTTPRequest(
      method: .get, scheme: "http", authority: "localhost", path: "/",
      headerFields: [.acceptEncoding: value])
    #expect((ContentCoding(for: head) == .gzip) == isGzip)
  }
}

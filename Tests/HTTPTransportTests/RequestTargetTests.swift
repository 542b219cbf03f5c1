import HTTPTransport
import Testing

@Suite("Targets of requests")
struct RequestTargetTests {
  @Test(
    "an address as target is on the host that Host names, or the request is refused",
    arguments: [
      ("/v1/products", "localhost", true), ("*", "localhost", true),
      ("//evil.example/v1", "localhost", true), ("http://localhost/v1/products", "localhost", true),
      ("HTTPS://LocalHost:80?x", "localhost:80", true), ("http://localhost", "LOCALHOST", true),
      ("http://evil.example/v1/products", "localhost", false),
      ("http://localhost/v1/products", "evil.example", false),
      ("http://localhost:80/v1/products", "localhost", false),
      ("http://a@localhost/v1/products", "localhost", false),
      ("http:///v1/products", "localhost", false), ("http://localhost/", nil, false),
      ("ftp://localhost/v1/products", "localhost", false), ("http:/v1/products", "", false),
      ("v1/products", "localhost", false), ("localhost:80", "localhost:80", false), ("", "", false),
    ] as [(String, String?, Bool)])
  func addresses(_ target: String, _ host: String?, _ isClear: Bool) {
    #expect(RequestTarget.isUnambiguous(target, host: host) == isClear)
  }
}

import Testing

@testable import HTTPTransport

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

  @Test(
    "a host is a name or an address, with a port or without",
    arguments: [
      ("localhost", true), ("api.example.com:443", true), ("a_b-c~%20!", true), ("h:", true),
      ("127.0.0.1:1", true), ("[::1]", true), ("[2001:db8::1]:65535", true), ("[v1.a:b]", true),
      ("", false), (":80", false), ("a@b", false), ("a:b@c", false), ("a:65536", false),
      ("a:1x", false), ("a:+1", false), ("a/b", false), ("a b", false), ("a?b", false),
      ("[]", false), ("[::1", false), ("[::1]a", false), ("::1", false), ("a:1:2", false),
      ("\u{E9}", false), ("a,b:1", true),
    ])
  func hosts(_ text: String, _ isHost: Bool) {
    #expect(RequestTarget.isHost(text.utf8) == isHost)
  }
}

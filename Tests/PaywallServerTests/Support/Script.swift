import Foundation
import TestSupport

/// What one connection sends: some requests in a row, most of them well-formed GETs of placements.
struct Script {
  var bytes: [UInt8] = []

  /// - Parameter etag: of an answer before, for a copy that is good.
  init(from random: inout SplitMix, etag: String) {
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      switch Int.random(in: 0..<40, using: &random) {
      case 0: bytes += Self.exposure(from: &random).utf8
      // Whole, as what a route says of half a body depends on which is faster.
      case 1:
        bytes += Self.request(Self.pick(Self.framed, &random), etag, &random).utf8
        return
      case 2...7:
        var request = Array(Self.request(("", ""), etag, &random).utf8)
        Self.mutate(&request, &random)
        bytes += request
        return
      case 8...19:
        var body = Self.body(from: &random)
        let isBroken = Int.random(in: 0..<8, using: &random) == 0
        if isBroken { Self.mutate(&body, &random) }
        let request = Self.post(body, etag, &random)
        bytes += request
        if Self.mayClose(String(decoding: request, as: UTF8.self)) { return }
      default:
        let request = Self.request(("", ""), etag, &random)
        bytes += request.utf8
        if Self.mayClose(request) { return }
      }
    }
  }

  /// Whether the answer may end the connection, so that nothing behind it is a request.
  private static func mayClose(_ request: String) -> Bool {
    let lines = request.components(separatedBy: "\r\n")
    let isPlain =
      lines[0].hasSuffix(" HTTP/1.1") && lines[0].contains(" /") && !lines[0].hasPrefix("get")
    let keys = lines.filter { line in
      ["x-api-key:", "authorization:"].contains { line.lowercased().hasPrefix($0) }
    }
    return !isPlain || lines.contains("Connection: close")
      || lines.filter { $0.lowercased().hasPrefix("host:") } != ["Host: localhost"]
      || keys.count != 1 || !goodKeys.contains(keys[0])
  }

  private static let goodKeys = [
    "X-API-Key: client-key", "x-api-key:  client-key ", "X-API-Key: server-key",
    "X-API-Key: admin-key", "Authorization: Bearer client-key",
    "authorization: bearer   server-key",
  ]

  /// - Parameter framing: a header that says where the body ends, and the body.
  private static func request(
    _ framing: (header: String, body: String), _ etag: String, _ random: inout SplitMix
  ) -> String {
    let method = pick(
      ["GET", "GET", "GET", "GET", "GET", "GET", "GET", "GET", "OPTIONS", "get"], &random)
    let version = Int.random(in: 0..<40, using: &random) == 0 ? "1.0" : "1.1"
    var text = "\(method) \(target(from: &random)) HTTP/\(version)\r\n"
    var headers = [pick(hosts, &random), pick(keys, &random)]
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      headers.append(pick(others, &random).replacing("ETAG", with: etag))
    }
    headers.append(framing.header)
    headers.shuffle(using: &random)
    for header in headers where !header.isEmpty { text += "\(header)\r\n" }
    return "\(text)\r\n\(framing.body)"
  }

  /// A question with a body, and its length where it is said.
  private static func post(
    _ body: [UInt8], _ etag: String, _ random: inout SplitMix
  ) -> [UInt8] {
    let path =
      Int.random(in: 0..<3, using: &random) == 0
      ? "/v1/placements" : pick(paths, &random)
    let query = Int.random(in: 0..<20, using: &random) == 0 ? "?" + pick(items, &random) : ""
    var text = "POST \(path)\(query) HTTP/1.1\r\n"
    var headers = [
      pick(hosts, &random), pick(keys, &random), pick(mediaTypes, &random),
      "Content-Length: \(body.count)",
    ]
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      headers.append(pick(others, &random).replacing("ETAG", with: etag))
    }
    headers.shuffle(using: &random)
    for header in headers where !header.isEmpty { text += "\(header)\r\n" }
    return Array("\(text)\r\n".utf8) + body
  }

  private static func body(from random: inout SplitMix) -> [UInt8] {
    var attributes: [String] = []
    for _ in 0..<Int.random(in: 0...5, using: &random) {
      let attribute = pick(self.attributes, &random)
        .replacing("N", with: String(Int.random(in: 1...20, using: &random)))
      // A name twice is a mistake, which has to be rare.
      let name = attribute.prefix { $0 != ":" }
      if Int.random(in: 0..<20, using: &random) == 0
        || !attributes.contains(where: { $0.hasPrefix(name) })
      {
        attributes.append(attribute)
      }
    }
    var members = ["\"attributes\":{\(attributes.joined(separator: ","))}"]
    if Int.random(in: 0..<3, using: &random) == 0 { members.append(pick(more, &random)) }
    if Int.random(in: 0..<30, using: &random) == 0 { members.reverse() }
    return Array("{\(members.joined(separator: ","))}".utf8)
  }

  private static func target(from random: inout SplitMix) -> String {
    var items: [String] = []
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      items.append(
        pick(self.items, &random).replacing(
          "N", with: String(Int.random(in: 1...20, using: &random)))
      )
    }
    return pick(paths, &random) + (items.isEmpty ? "" : "?\(items.joined(separator: "&"))")
  }

  /// What is recorded turns answers.
  private static func exposure(from random: inout SplitMix) -> String {
    let number = Int.random(in: 1...20, using: &random)
    let variant = pick(["control", "trial"], &random)
    let body = """
      {"attributes":{"userId":"user-\(number)","country":"GB"},"exposures":[{"id":"e-\(number)",\
      "experiment":"annual-trial","variant":"\(variant)","phase":1,"placement":"onboarding",\
      "at":"2026-12-05T11:59:00Z"}]}
      """
    return "POST /v1/exposures HTTP/1.1\r\nHost: localhost\r\nX-API-Key: client-key\r\n"
      + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  private static func mutate(_ bytes: inout [UInt8], _ random: inout SplitMix) {
    for _ in 0..<Int.random(in: 1...2, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      let byte = pick(Array("\r\n :;,\t\0/?&=%#\"-_aZ09\u{7F}".utf8) + [0x80, 0xE9, 0xFF], &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes[place] = byte
      case 1: bytes.insert(byte, at: place)
      case 2: bytes.remove(at: place)
      case 3: bytes[place] ^= 0x20
      default:
        let end = min(bytes.count, place + Int.random(in: 1...12, using: &random))
        bytes.insert(contentsOf: bytes[place..<end], at: place)
      }
    }
  }

  private static func pick<Element>(_ list: [Element], _ random: inout SplitMix) -> Element {
    list[Int.random(in: 0..<list.count, using: &random)]
  }

  private static let framed: [(header: String, body: String)] = [
    ("Content-Length: 0", ""), ("Content-Length: 5", "hello"),
    ("Transfer-Encoding: chunked", "5\r\nhello\r\n0\r\n\r\n"),
    ("transfer-encoding: Chunked", "0\r\n\r\n"), ("Content-Length: 5, 5", "hello"),
  ]
  private static let paths =
    [String](repeating: "/v1/placements/onboarding", count: 12) + [
      "/v1/placements/settings", "/v1/placements/x", "/v1/placements/caf%C3%A9",
      "/v1/placements/%ff", "/v1/placements/a%2Fb", "/v1/placements/onboarding/",
      "/v1/placements/", "/v1/placements", "/v1/placements/a/b", "/v1/placements/ONBOARDING",
      "/v1/placements/onb%6Farding", "//v1/placements/onboarding", "/v1/placements/./onboarding",
      "/v1/placements/onboarding;a", "/v1/placements/onboarding#a", "/v1/products",
      "http://localhost/v1/placements/onboarding", "*", "/v1/placements/{placement}",
      "/v1/placements/:placement", "/v1/placements/a+b",
    ]
  private static let items = [
    "userId=user-N", "userId=user-N", "userId=user-N", "anonymousId=a-N", "country=GB",
    "country=GB", "country=IN", "locale=de-DE", "locale=ja", "language=de", "attr.sessions=N",
    "attr.sessions=200", "attr.sessions=N.5", "attr.tags=a", "x=y", "userId=", "userId",
    "userId=%75ser-N", "userId=%", "userId=%zz", "firstSeen=2026-12-01T00:00:00Z", "preview=x",
    "preview=", "=", "", "subscription.ever=1", "attr.userId=user-N", "appVersion=3.N",
    "osVersion=17.N", "platform=iOS", "environment=sandbox", "environment=x",
    "environment=Sandbox", "environment=XCODE", "environment=", "transactions=eyJ",
    "sign=jws", "a+b=c+d", "daysSinceInstall=N", "attr.x=1", "userId=user-N;x",
    "userId=\(String(repeating: "u", count: 300))", "country=G%42", "%63ountry=GB",
  ]
  private static let attributes = [
    #""userId":"user-N""#, #""userId":"user-N""#, #""anonymousId":"a-N""#, #""anonymousId":"a-N""#,
    #""firstSeen":"2026-12-0N""#, #""firstSeen":"2026-11-05T12:00:00.0NZ""#,
    #""firstSeen":"2026-11-2NT12:00:00Z""#, #""country":"GB""#, #""country":"GB""#,
    #""country":"IN""#, #""locale":"de-DE""#, #""language":"de""#, #""appVersion":"3.N""#,
    #""platform":"ios""#, #""sessions":N"#, #""sessions":"N""#, #""sessions":N.5"#,
    #""tags":["a","userId","b"]"#, #""x":{"userId":"user-N"}"#, #""userId":N"#, #""userId":null"#,
    #""userId":"""#, #""userId": "user-N""#, #""user\u0049d":"user-N""#, #""userId":"a\u0062N""#,
    #""userId":"usér-N""#, #""userId":"a b""#, #""environment":"sandbox""#, #""environment":N"#,
    #""subscription.ever":true"#, #""daysSinceInstall":N"#, #""attributes":"userId""#,
  ]

  private static let more = [
    #""placements":["onboarding"]"#, #""placements":["onboarding","settings"]"#,
    #""placements":["settings","onboarding","x","userId"]"#, #""placements":[]"#,
    #""placements":"onboarding""#, #""anonymousId":"a-1""#, #""userId":"user-1""#,
    #""preview":"x""#, #""userProof":"x""#, #""sign":["jws"]"#, #""transactions":[]"#,
    #""transactions":["eyJ"]"#, #""customer":{"userId":"user-1"}"#, #""more":1"#,
  ]

  private static let mediaTypes =
    [String](repeating: "Content-Type: application/json", count: 20) + [
      "", "content-type: application/json; charset=utf-8", "Content-Type: text/plain",
      "Content-Type: application/ld+json", "Content-Encoding: gzip",
    ]
  private static let hosts =
    [String](repeating: "Host: localhost", count: 30) + [
      "host: LOCALHOST:8080", "Host: example.com", "Host:localhost", "Host:  127.0.0.1\t",
      "", "Host: localhost\r\nHost: localhost", "Host: a b", "Host:",
    ]
  private static let keys =
    [String](repeating: "X-API-Key: client-key", count: 12) + [
      "x-api-key:  client-key ", "X-API-Key: server-key", "X-API-Key: admin-key",
      "X-API-Key: wrong", "X-API-Key:", "", "Authorization: Bearer client-key",
      "authorization: bearer   server-key", "Authorization: Basic abc", "Authorization: Bearer",
      "X-API-Key: client-key\r\nAuthorization: Bearer client-key",
      "X-API-Key: client-key\r\nX-API-Key: server-key", "X_API_Key: client-key",
    ]
  private static let others =
    (1...8).map { "X-Forwarded-For: 192.0.2.\($0)" } + [
      "X-Forwarded-For: 192.0.2.9, 127.0.0.1",
      "X-Forwarded-For: 1.2.3.4\r\nX-Forwarded-For: 5.6.7.8",
      "X-Forwarded-For: nonsense", "X-Forwarded-For:", "If-None-Match: *", "If-None-Match: ETAG",
      "If-None-Match: ETAG", "If-None-Match: W/ETAG", "If-None-Match: \"a\", ETAG",
      "If-None-Match: \"a\"\r\nIf-None-Match: ETAG", "If-None-Match: ", "Accept-Encoding: gzip",
      "Accept-Encoding: gzip, br", "Accept-Encoding: identity", "Accept-Encoding: gzip;q=0",
      "Accept-Encoding: br\r\nAccept-Encoding: gzip", "X-Request-Id: mine",
      "X-Request-Id: not mine", "X-Request-Id: a\r\nX-Request-Id: b", "X-Request-Id:",
      "traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "traceparent: x",
      "Accept: */*", "User-Agent: Lumen/3.4", "Accept-Language: de", "Priority: u=3",
      "Cookie: a=b", "Connection: keep-alive", "Connection: Keep-Alive", "Connection: close",
      "Connection: x", "Via: 1.1 proxy", "X-Forwarded-Proto: https", "CF-Ray: 1",
      "X-Real-IP: 192.0.2.1", "Origin: http://localhost", "Referer: http://localhost/docs",
      "Referer: http://evil.example/", "Sec-Fetch-Site: same-origin",
      "Sec-Fetch-Site: cross-site", "TE: trailers", "Range: bytes=0-1", "X-Unknown: 1",
      "Expect: 100-continue",
      "Upgrade: h2c", "Keep-Alive: 5", "If-Modified-Since: Sat, 05 Dec 2026 12:00:00 GMT",
      "X-Long: \(String(repeating: "x", count: 600))", "X-HTTP-Version: 1.0",
    ]
}

import HTTPTransport
import Testing

/// The list of headers that a plain request may have. The lists here are written out on purpose: a line
/// taken from those of the server, or added to them, fails a test.
@Suite("Headers of a plain request")
struct PlainHeaderTests {
  private static let read = [
    "Host", "Authorization", "X-API-Key", "Accept-Encoding", "Accept-Language", "Content-Type",
    "X-Request-Id", "If-None-Match", "X-Forwarded-For", "traceparent", "Connection",
  ]
  private static let ignored = [
    "Accept", "Accept-Charset", "User-Agent", "Cache-Control", "Pragma",
    "Priority", "Cookie", "From", "If-Modified-Since", "DNT", "Sec-GPC",
    "Save-Data", "Upgrade-Insecure-Requests", "X-Requested-With", "Sec-Fetch-Mode",
    "Sec-Fetch-Dest", "Sec-Fetch-User", "Sec-Fetch-Storage-Access", "Sec-Purpose", "Sec-CH-UA",
    "Sec-CH-UA-Mobile", "Sec-CH-UA-Platform", "tracestate", "baggage", "b3", "X-B3-TraceId",
    "X-B3-SpanId", "X-B3-ParentSpanId", "X-B3-Sampled", "X-B3-Flags", "uber-trace-id",
    "sentry-trace", "x-datadog-trace-id", "x-datadog-parent-id", "x-datadog-sampling-priority",
    "x-datadog-origin", "x-datadog-tags", "newrelic", "elastic-apm-traceparent",
    "X-Correlation-ID",
  ]
  private static let foreign = [
    "Forwarded", "Via", "CDN-Loop", "Origin", "Referer", "Sec-Fetch-Site", "X-Forwarded-Proto",
    "X-Forwarded-Host", "X-Forwarded-Port", "X-Forwarded-Server", "X-Forwarded-Scheme",
    "X-Real-IP", "X-Scheme", "True-Client-IP", "CF-Connecting-IP", "CF-Ray", "CF-Visitor",
    "CF-IPCountry", "X-Amzn-Trace-Id", "X-Amz-Cf-Id", "X-Cloud-Trace-Context",
    "X-Envoy-External-Address", "X-Request-Start", "Fly-Client-IP", "X-Azure-ClientIP",
  ]

  /// A whole request but for what a test is about.
  private static func get(_ line: String) -> PlainRequest? {
    let host = line.lowercased().hasPrefix("host:") ? "" : "Host: localhost\r\n"
    return PlainRequest(
      Array("GET /v1/placements/onboarding HTTP/1.1\r\n\(host)\(line)\r\n\r\n".utf8), from: 0)
  }

  /// Of a header that is read, a value that any server takes.
  private static func value(of name: String) -> String {
    ["Host": "localhost", "Connection": "keep-alive"][name] ?? "1"
  }

  @Test("are these, and no others")
  func lists() {
    #expect(PlainHeaders.readNames == Self.read.map { $0.lowercased() })
    #expect(PlainHeaders.ignored == Self.ignored.map { $0.lowercased() })
    #expect(PlainHeaders.foreign == Self.foreign.map { $0.lowercased() })
    for name in Self.foreign { #expect(ForeignHeaders.contains(name), "\(name)") }
    for name in Self.read + Self.ignored where name != "X-Forwarded-For" {
      #expect(!ForeignHeaders.contains(name), "\(name)")
    }
  }

  @Test("keep the request on the short way, in either case", arguments: read + ignored + foreign)
  func listed(_ name: String) {
    let value = Self.value(of: name)
    for name in [name, name.lowercased(), name.uppercased()] {
      #expect(Self.get("\(name): \(value)")?.end != nil, "\(name)")
    }
  }

  @Test("that are about the body, the connection or another question leave it to the framework")
  func unlisted() {
    let names = [
      "Transfer-Encoding", "Content-Length", "Content-Encoding", "TE", "Trailer", "Upgrade",
      "Expect", "Keep-Alive", "Proxy-Connection", "HTTP2-Settings", "Range", "If-Match",
      "If-Range", "If-Unmodified-Since", "Sec-WebSocket-Key", "X-HTTP-Version", "X-Unknown",
      "X_API_Key", "Transfer_Encoding", "Content-Lengt", "Content-Length2", "A", "Hosts",
    ]
    for name in names {
      #expect(Self.get("\(name): 1")?.end == nil, "\(name)")
      #expect(Self.get("\(name.uppercased()):")?.end == nil, "\(name)")
    }
    for value in ["close", "keep-alive, close", "upgrade", "", "keepalive", "keep-alive,"] {
      #expect(Self.get("Connection: \(value)")?.end == nil, "\(value)")
    }
    #expect(Self.get("Host: other.example\r\nHost: localhost")?.end == nil)
  }
}

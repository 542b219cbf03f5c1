import HTTPTransport
import HTTPTypes
import NIOCore

/// The hosts that a metrics port on loopback accepts. A web page can resolve its own name to
/// 127.0.0.1 and read the metrics of a developer's machine (DNS rebinding); that name is then in
/// `Host`. At other addresses every name is fine: Prometheus scrapes by address or service name.
enum MetricsHost {
  /// `localhost`, `[::1]` or 127.0.0.0/8, with or without a port.
  static func isLocal(_ authority: String?) -> Bool {
    guard let authority else { return false }
    return HostName.isLoopback(authority) || HostName.isLoopback(withoutPort(authority))
  }

  private static func withoutPort(_ authority: String) -> String {
    guard let colon = authority.lastIndex(of: ":"),
      authority[authority.index(after: colon)...].utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return authority }
    let host = String(authority[..<colon])
    // An IPv6 address is in brackets before a port.
    return host.contains(":") && !host.hasSuffix("]") ? authority : host
  }

  static let refusal = Response(
    status: .forbidden, headers: [.contentType: "text/plain; charset=utf-8"],
    body: ByteBuffer(
      string:
        "This port answers to localhost, 127.0.0.1 and [::1] only; scrape it by one of them, or give --metrics-host.\n"
    ))
}

/// The answers of the metrics port.
struct MetricsResponder: Sendable {
  let report: MetricsReport
  let isLoopback: Bool

  @Sendable func answer(_ request: Request, _: RequestSource) -> Answer {
    .later { await response(to: request) }
  }

  private func response(to request: Request) async -> Response {
    let head = request.head
    guard request.path.split(separator: "/") == ["metrics"] else {
      return Response(status: .notFound)
    }
    guard [.get, .head].contains(head.method) else {
      return Response(status: .methodNotAllowed, headers: [.allow: "GET, HEAD"])
    }
    guard !isLoopback || MetricsHost.isLocal(head.authority) else { return MetricsHost.refusal }
    let response = Response(metrics: await report.text())
    return head.method == .head ? response.withoutBody : response
  }
}

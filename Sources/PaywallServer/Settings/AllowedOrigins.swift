import HTTPTransport
import HTTPTypes
import NIOCore

/// The web pages that may evaluate flags from a browser (`--allow-origin`): exact origins, without
/// cookies, and only by OFREP's two routes with a key of the role client.
package struct AllowedOrigins: Sendable {
  private let origins: [String]

  package init(_ origins: [String] = []) { self.origins = origins }

  package var isEmpty: Bool { origins.isEmpty }

  /// Whether a text is the origin of a page as browsers send it: `https://app.example.com`, with a
  /// port if it is not the scheme's own, and nothing else.
  package static func isOrigin(_ text: String) -> Bool {
    guard let scheme = ["https://", "http://"].first(where: text.hasPrefix) else { return false }
    let parts = text.dropFirst(scheme.count).split(separator: ":", omittingEmptySubsequences: false)
    guard let host = parts.first, !host.isEmpty, parts.count <= 2,
      host.utf8.allSatisfy(isOfHost), host.first != ".", host.last != "."
    else { return false }
    guard parts.count == 2 else { return true }
    let standard = scheme == "https://" ? "443" : "80"
    return UInt16(parts[1]).map { $0 > 0 && String($0) == parts[1] } ?? false
      && parts[1] != standard
  }

  private static func isOfHost(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: ".")
  }

  /// The answer to a browser that asks before it sends; `nil` for any other request, and for an
  /// origin that is not allowed.
  func preflight(_ head: HTTPRequest) -> Response? {
    guard head.method == .options, isEvaluation(head), let origin = origin(of: head),
      head.headerFields[.accessControlRequestMethod] == HTTPRequest.Method.post.rawValue
    else { return nil }
    return Response(
      status: .noContent,
      headers: [
        .accessControlAllowOrigin: origin, .accessControlAllowMethods: "POST",
        .accessControlAllowHeaders:
          "Authorization, Content-Type, If-None-Match, X-API-Key, X-User-Proof",
        .accessControlMaxAge: "7200", .cacheControl: "no-store",
        .vary: "Origin, Access-Control-Request-Method, Access-Control-Request-Headers",
      ])
  }

  /// Lets the page read the response to a request with a client's key, and that its key is refused.
  func allow(
    _ response: inout HTTPResponse, to head: HTTPRequest, isClient: () -> Bool
  ) {
    guard !isEmpty, isEvaluation(head) else { return }
    let vary = response.headerFields[.vary].map { "\($0), Origin" }
    response.headerFields[.vary] = vary ?? "Origin"
    let isRefusal = response.status == .unauthorized || response.status == .forbidden
    guard let origin = origin(of: head), isRefusal || isClient() else { return }
    response.headerFields[.accessControlAllowOrigin] = origin
    response.headerFields[.accessControlExposeHeaders] = "ETag, Retry-After, X-Request-Id"
  }

  private func origin(of head: HTTPRequest) -> String? {
    head.headerFields[.origin].flatMap { origin in
      origins.first { $0.utf8.elementsEqual(origin.utf8) }
    }
  }

  private func isEvaluation(_ head: HTTPRequest) -> Bool {
    let path = (head.path ?? "").utf8.prefix { $0 != UInt8(ascii: "?") }
    guard path.starts(with: Self.path) else { return false }
    let rest = path.dropFirst(Self.path.count)
    return rest.isEmpty || rest.first == UInt8(ascii: "/")
  }

  private static let path = Array("/ofrep/v1/evaluate/flags".utf8)
}

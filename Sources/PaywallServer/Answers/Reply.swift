import Catalog
package import HTTPTypes
package import Hummingbird
package import NIOCore

/// A whole response as a value, so that it can be sent by the framework or written at once.
package struct Reply: Sendable {
  package var status: HTTPResponse.Status
  package var headers: HTTPFields
  package var body: [UInt8]

  /// A prepared answer with its caching headers, or 304 to a GET whose caller has it already.
  init(_ answer: PreparedAnswer, to head: HTTPRequest, release: String, at now: Timestamp) {
    headers = HTTPFields()
    headers.reserveCapacity(8)
    headers[.xPaywallRelease] = release
    status = .ok
    body = answer.body
    if answer.isDegraded {
      headers[.cacheControl] = "no-store"
    } else {
      headers[.eTag] = answer.etag
      headers[.cacheControl] = Caching.control(until: answer.validUntil, at: now)
      headers[.vary] = Caching.vary
      if head.method == .get || head.method == .head, Caching.isCurrent(answer.etag, for: head) {
        status = .notModified
        body = []
        return
      }
    }
    headers[.contentType] = "application/json"
  }

  package var response: Response {
    var response = Response(
      status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
    if status == .notModified { response.headers[.contentLength] = nil }
    return response
  }

  /// The bytes of HTTP/1.1 (RFC 9112).
  package func http1(requestId: String, date: String) -> ByteBuffer {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(body.count + 512)
    bytes.append(contentsOf: status == .ok ? Self.ok : Self.notModified)
    for field in headers {
      bytes.append(contentsOf: field.name.rawName.utf8)
      bytes.append(contentsOf: Self.colon)
      bytes.append(contentsOf: field.value.utf8)
      bytes.append(contentsOf: Self.newline)
    }
    bytes.append(contentsOf: Self.requestId)
    bytes.append(contentsOf: requestId.utf8)
    bytes.append(contentsOf: Self.date)
    bytes.append(contentsOf: date.utf8)
    if status == .ok {
      bytes.append(contentsOf: Self.contentLength)
      bytes.append(contentsOf: String(body.count).utf8)
    }
    bytes.append(contentsOf: Self.newline)
    bytes.append(contentsOf: Self.newline)
    bytes.append(contentsOf: body)
    return ByteBuffer(bytes: bytes)
  }

  private static let ok = Array("HTTP/1.1 200 OK\r\n".utf8)
  private static let notModified = Array("HTTP/1.1 304 Not Modified\r\n".utf8)
  private static let colon = Array(": ".utf8)
  private static let newline = Array("\r\n".utf8)
  private static let requestId = Array("x-request-id: ".utf8)
  private static let date = Array("\r\nDate: ".utf8)
  private static let contentLength = Array("\r\nContent-Length: ".utf8)
}

extension Response {
  /// JSON that nobody may keep.
  init(momentary json: [UInt8], status: HTTPResponse.Status = .ok, release: String? = nil) {
    var headers: HTTPFields = [.contentType: "application/json", .cacheControl: "no-store"]
    if let release { headers[.xPaywallRelease] = release }
    self.init(
      status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: json)))
  }
}

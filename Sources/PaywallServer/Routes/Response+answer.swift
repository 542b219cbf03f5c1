import Catalog
import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
  /// A prepared answer with its caching headers, or 304 to a GET whose caller has it already.
  init(
    _ answer: PreparedAnswer, to request: Request, release: String, at now: Timestamp
  ) {
    var headers = HTTPFields()
    headers.reserveCapacity(8)
    headers[.xPaywallRelease] = release
    if answer.isDegraded {
      headers[.cacheControl] = "no-store"
    } else {
      headers[.eTag] = answer.etag
      headers[.cacheControl] = Caching.control(until: answer.validUntil, at: now)
      headers[.vary] = Caching.vary
      if request.method == .get || request.method == .head,
        Caching.isCurrent(answer.etag, for: request.head)
      {
        self.init(status: .notModified, headers: headers)
        self.headers[.contentLength] = nil
        return
      }
    }
    headers[.contentType] = "application/json"
    self.init(
      status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body)))
  }

  /// JSON that nobody may keep.
  init(momentary json: [UInt8], status: HTTPResponse.Status = .ok, release: String? = nil) {
    var headers: HTTPFields = [.contentType: "application/json", .cacheControl: "no-store"]
    if let release { headers[.xPaywallRelease] = release }
    self.init(
      status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: json)))
  }
}

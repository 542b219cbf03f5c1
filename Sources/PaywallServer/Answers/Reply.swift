import PaywallCatalog
import HTTPTransport
package import HTTPTypes
package import Hummingbird
import NIOCore

/// The whole response with a prepared body, as a value.
package struct Reply: Sendable {
  package let answer: PreparedAnswer
  package let release: String
  /// The caller has this body already.
  package let isCurrent: Bool
  /// The `Cache-Control`.
  package let control: String
  /// The bytes to send; none for who has them.
  let body: ByteBuffer
  private let isGzip: Bool
  /// Of the body as it is sent.
  let etag: String
  private let mayBeKept: Bool

  /// A response that must not be cached is not compressed: lengths would reveal a signature beside
  /// text that the caller chose (BREACH).
  ///
  /// - Parameter isMomentary: must not be cached, such as a preview.
  init(
    _ answer: PreparedAnswer, to head: HTTPRequest, release: String, at now: Timestamp,
    isMomentary: Bool = false
  ) {
    self.answer = answer
    self.release = release
    mayBeKept = !answer.isDegraded && !isMomentary
    let isLong = answer.body.count >= ContentCoding.threshold
    let coding = mayBeKept && isLong ? ContentCoding(for: head) : .identity
    let current =
      mayBeKept ? Caching.current(answer.etag, coding, hasGzip: isLong, for: head) : nil
    isCurrent = current != nil
    etag = current ?? coding.tag(answer.etag)
    control = mayBeKept ? Caching.control(until: answer.validUntil, at: now) : "no-store"
    let gzip =
      coding == .gzip && current == nil
      ? answer.gzip ?? Gzip.compress(answer.body, .onRequest) : nil
    isGzip = gzip != nil
    body = ByteBuffer(bytes: current == nil ? gzip ?? answer.body : [])
  }

  private var vary: String {
    answer.variesByLanguage ? Caching.varyByLanguage : Caching.vary
  }

  package var status: HTTPResponse.Status { isCurrent ? .notModified : .ok }

  /// Without the body.
  package var head: HTTPResponse {
    var headers: HTTPFields = [.xPaywallRelease: release, .cacheControl: control]
    if mayBeKept {
      headers[.eTag] = etag
      headers[.vary] = vary
    }
    if !isCurrent {
      headers[.contentType] = "application/json"
      headers[.contentLength] = String(body.readableBytes)
      if isGzip { headers[.contentEncoding] = "gzip" }
    }
    return HTTPResponse(status: status, headerFields: headers)
  }

  package var response: Response {
    let head = head
    var response = Response(
      status: head.status, headers: head.headerFields, body: ResponseBody(byteBuffer: body))
    if isCurrent { response.headers[.contentLength] = nil }
    return response
  }
}

extension Response {
  /// Uncacheable JSON.
  ///
  /// - Parameter variesByLanguage: it depends on `Accept-Language`.
  init(
    momentary json: [UInt8], status: HTTPResponse.Status = .ok, release: String? = nil,
    variesByLanguage: Bool = false
  ) {
    var headers: HTTPFields = [.contentType: "application/json", .cacheControl: "no-store"]
    if let release { headers[.xPaywallRelease] = release }
    if variesByLanguage { headers[.vary] = "Accept-Language" }
    self.init(
      status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: json)))
  }
}

import HTTPDocuments
package import HTTPTransport
import HTTPTypes
import NIOCore
import PaywallCatalog

/// The whole response with a prepared body, as a value.
package struct Reply: Sendable {
  package let answer: PreparedAnswer
  package let release: String
  /// The caller has this body already.
  package let isCurrent: Bool
  /// The `Cache-Control`.
  package let control: String
  /// The bytes to send; none for a caller who has them.
  let body: ByteBuffer
  private let isGzip: Bool
  /// The tag of the body as it is sent.
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

  package var response: Response {
    var headers: HTTPFields = [.xPaywallRelease: release, .cacheControl: control]
    if mayBeKept {
      headers[.eTag] = etag
      headers[.vary] = vary
    }
    if !isCurrent {
      headers[.contentType] = "application/json"
      if isGzip { headers[.contentEncoding] = "gzip" }
    }
    return Response(status: isCurrent ? .notModified : .ok, headers: headers, body: body)
  }
}

extension Response {
  init(momentary content: Content, status: HTTPResponse.Status = .ok, release: String? = nil) {
    self.init(momentary: content.json, status: status, release: release)
  }

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
      status: status, headers: headers, body: ByteBuffer(bytes: json))
  }
}

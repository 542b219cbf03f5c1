import Crypto
package import HTTPTransport
package import HTTPTypes
import NIOCore
import PaywallTextCoding

/// A body that is sent often; its tag and gzip are made once. It must be the same for every caller
/// and hold no secret: compressed lengths reveal content.
package struct EncodedBody: Sendable {
  private let plain: ByteBuffer
  /// `nil` if it is too short to compress.
  private let gzip: ByteBuffer?
  /// The tag of the plain text, quoted.
  package let etag: String

  /// Without `etag`, the tag is the text's digest.
  package init(_ plain: [UInt8], etag: String? = nil) {
    self.plain = ByteBuffer(bytes: plain)
    let isLong = plain.count >= ContentCoding.threshold
    gzip = (isLong ? Gzip.compress(plain, .once) : nil).map { ByteBuffer(bytes: $0) }
    self.etag = etag ?? Self.tag(of: plain)
  }

  package var bytes: [UInt8] { Array(plain.readableBytesView) }

  /// 32 digits of SHA-256, quoted.
  static func tag(of text: [UInt8]) -> String {
    "\"\(SHA256.hash(data: text).prefix(16).hexadecimal)\""
  }

  /// The whole response to a GET or HEAD: 304 if the caller has either coding.
  ///
  /// - Parameter vary: `Accept-Encoding`, and the headers that decide the caller's access.
  package func response(
    to head: HTTPRequest, type: String = "application/json", cacheControl: String,
    vary: String = Caching.vary, headers: HTTPFields = [:]
  ) -> Response {
    var headers = headers
    headers[.cacheControl] = cacheControl
    headers[.vary] = vary
    let coding = gzip == nil ? .identity : ContentCoding(for: head)
    if let tag = Caching.current(etag, coding, hasGzip: gzip != nil, for: head) {
      headers[.eTag] = tag
      return Response(status: .notModified, headers: headers)
    }
    headers[.eTag] = coding.tag(etag)
    headers[.contentType] = type
    if coding == .gzip { headers[.contentEncoding] = "gzip" }
    return Response(
      status: .ok, headers: headers,
      body: coding == .gzip ? gzip ?? plain : plain)
  }
}

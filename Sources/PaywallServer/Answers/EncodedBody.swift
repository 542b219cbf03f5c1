import Catalog
import Crypto
import HTTPTransport
package import HTTPTypes
package import Hummingbird
import NIOCore
import TextCoding

/// A body that is sent often, with its tag and its gzip made once. What it is must be the same for
/// everybody who may ask, and hold no secret: lengths of compressed text give away what stands in it.
package struct EncodedBody: Sendable {
  private let plain: ByteBuffer
  /// `nil` if it is too short to be worth it.
  private let gzip: ByteBuffer?
  /// Of the plain text, quoted.
  package let etag: String

  /// Without `etag` the tag is a digest of the text.
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

  /// The whole answer to a GET or HEAD: 304 if the caller has it in either coding.
  ///
  /// - Parameter vary: `Accept-Encoding`, and the headers that decide whether the caller may have it.
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
      var response = Response(status: .notModified, headers: headers)
      response.headers[.contentLength] = nil
      return response
    }
    headers[.eTag] = coding.tag(etag)
    headers[.contentType] = type
    if coding == .gzip { headers[.contentEncoding] = "gzip" }
    return Response(
      status: .ok, headers: headers,
      body: ResponseBody(byteBuffer: coding == .gzip ? gzip ?? plain : plain))
  }
}

package import HTTPTypes
package import Hummingbird
import NIOCore

/// A body that is sent often, with its gzip made once. What it is must be the same for everybody who
/// may ask, and hold no secret: lengths of compressed text give away what stands in it.
package struct EncodedBody: Sendable {
  package let plain: [UInt8]
  /// `nil` if it is too short to be worth it.
  package let gzip: [UInt8]?

  package init(_ plain: [UInt8]) {
    self.plain = plain
    gzip = plain.count >= ContentCoding.threshold ? Gzip.compress(plain, .once) : nil
  }

  /// The whole answer to a GET or HEAD: 304 if the caller has it in either coding.
  ///
  /// - Parameter etag: of the plain text, quoted.
  package func response(
    to head: HTTPRequest, type: String, etag: String, cacheControl: String,
    headers: HTTPFields = [:]
  ) -> Response {
    var headers = headers
    headers[.cacheControl] = cacheControl
    headers[.vary] = Caching.vary
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
    let bytes = coding == .gzip ? gzip ?? plain : plain
    return Response(
      status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }
}

package import HTTPDocuments
package import HTTPTransport
import HTTPTypes
import NIOCore

extension Problem {
  /// Must not be cached: what is wrong now may be right in a second.
  package var response: Response {
    var headers = headers
    headers[.contentType] = Self.contentType
    headers[.cacheControl] = "no-store"
    return Response(
      status: code.status, headers: headers,
      body: ByteBuffer(bytes: json))
  }
}

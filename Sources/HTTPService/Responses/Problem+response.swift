package import HTTPDocuments
package import HTTPTransport
import HTTPTypes
package import NIOCore

extension Problem {
  /// The bytes of HTTP/1.1 (RFC 9112): the same status, headers and body.
  package func http1(requestId: String, date: String) -> ByteBuffer {
    let body = json
    var head = "HTTP/1.1 \(code.status.code) \(code.status.reasonPhrase)"
    for field in headers { head += "\r\n\(field.name.canonicalName): \(field.value)" }
    head += "\r\nContent-Type: \(Self.contentType)\r\nCache-Control: no-store"
    head += "\r\nx-request-id: \(requestId)\r\nDate: \(date)"
    head += "\r\nContent-Length: \(body.count)\r\n\r\n"
    return ByteBuffer(bytes: Array(head.utf8) + body)
  }

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

extension Problem {
  /// The head of a response that no route gave; the connection closes after it.
  func head(bodyCount: Int, requestId: String) -> HTTPResponse {
    var head = HTTPResponse(status: code.status, headerFields: headers)
    head.headerFields[.contentType] = Self.contentType
    head.headerFields[.cacheControl] = "no-store"
    head.headerFields[.contentLength] = String(bodyCount)
    head.headerFields[.connection] = "close"
    head.headerFields[.xRequestId] = requestId
    return head
  }
}

import PaywallCatalog
package import HTTPTransport
import HTTPTypes
package import NIOCore
package import PaywallAPI
import PaywallTextCoding

extension Problem {
  /// A mistake in this program, such as a request that did not pass `RootResponder`.
  static let unexpected = Problem(
    .internalError, "Try again; tell us the request id if it stays.")

  /// The bytes of HTTP/1.1 (RFC 9112): the same status, headers and body.
  package func http1(requestId: String, date: String) -> ByteBuffer {
    let body = json
    var text = AnswerBytes(capacity: body.count + 512)
    text.raw("HTTP/1.1 ")
    text.integer(code.status.code)
    text.raw(" ")
    text.raw(code.status.reasonPhrase)
    for field in headers {
      text.raw("\r\n\(field.name.canonicalName): ")
      text.raw(field.value)
    }
    text.raw("\r\nContent-Type: \(Self.contentType)\r\nCache-Control: no-store\r\nx-request-id: ")
    text.raw(requestId)
    text.raw("\r\nDate: ")
    text.raw(date)
    text.raw("\r\nContent-Length: ")
    text.integer(body.count)
    text.raw("\r\n\r\n")
    text.raw(body)
    return ByteBuffer(bytes: text.bytes)
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

package import HTTPTypes
package import NIOCore

/// A whole response.
package struct Response: Sendable {
  package var head: HTTPResponse
  package let body: ByteBuffer

  /// Adds `Content-Length`, unless the status has no body (RFC 9110, 8.6).
  package init(
    status: HTTPResponse.Status, headers: HTTPFields = [:], body: ByteBuffer = ByteBuffer()
  ) {
    head = HTTPResponse(status: status, headerFields: headers)
    self.body = body
    if status != .noContent, status != .notModified {
      head.headerFields[.contentLength] = String(body.readableBytes)
    }
  }

  private init(head: HTTPResponse) {
    self.head = head
    body = ByteBuffer()
  }

  package var status: HTTPResponse.Status {
    get { head.status }
    set { head.status = newValue }
  }

  package var headers: HTTPFields {
    get { head.headerFields }
    set { head.headerFields = newValue }
  }

  /// The response to `HEAD`: the length is that of the body which `GET` gets.
  package var withoutBody: Response { Response(head: head) }
}

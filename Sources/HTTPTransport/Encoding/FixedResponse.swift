package import NIOCore

/// The bytes of an HTTP/1.1 response (RFC 9112) that are the same each time it is sent.
package struct FixedResponse: Sendable {
  package let status: Int
  /// The status line and the constant headers, without the last line break.
  package let head: [UInt8]
  package let body: [UInt8]

  package init(status: Int, head: [UInt8], body: [UInt8]) {
    self.status = status
    self.head = head
    self.body = body
  }

  /// The complete response.
  ///
  /// - Parameter control: the value of `Cache-Control`.
  package func http1(control: String, requestId: String, date: String) -> ByteBuffer {
    var buffer = ByteBuffer()
    buffer.reserveCapacity(head.count + body.count + 256)
    buffer.writeBytes(head)
    buffer.writeStaticString("\r\nCache-Control: ")
    buffer.writeString(control)
    buffer.writeStaticString("\r\nx-request-id: ")
    buffer.writeString(requestId)
    buffer.writeStaticString("\r\nDate: ")
    buffer.writeString(date)
    buffer.writeStaticString("\r\n\r\n")
    buffer.writeBytes(body)
    return buffer
  }
}

package import HTTPTypes

/// The facts that the server reads of every request before its route.
extension HTTPRequest {
  /// Bytes of the request line and the headers, as `HeaderLimits.bytes` counts them.
  package var byteCount: Int {
    var size = (path?.utf8.count ?? 0) + (authority?.utf8.count ?? 0)
    for field in headerFields {
      size += field.name.rawName.utf8.count + field.value.utf8.count + 4
    }
    return size
  }

  /// The `X-Request-Id` of the client if it is well-formed, so that one id follows a request through
  /// all systems.
  package var ownRequestId: String? {
    headerFields[.xRequestId].flatMap { RequestIdentifier.isWellFormed($0) ? $0 : nil }
  }

  package var hasForwardedFor: Bool { headerFields.contains(.xForwardedFor) }

  /// The values of `X-Forwarded-For`, in order, joined by commas.
  package var forwardedFor: String? { headerFields[.xForwardedFor] }

  /// The trace of `traceparent`.
  package var trace: TraceContext? { headerFields[.traceparent].flatMap(TraceContext.init) }

  /// Bytes of the head in HTTP/1.1, as clients write it without a needless space.
  var bytesOfHTTP1: Int {
    byteCount + method.rawValue.utf8.count + " HTTP/1.1\r\n".utf8.count
      + "Host: \r\n\r\n".utf8.count
  }
}

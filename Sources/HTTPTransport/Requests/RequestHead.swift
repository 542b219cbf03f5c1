package import HTTPTypes

/// What the server reads of a request before it chooses a route: from the framework's head, or from
/// the bytes of a plain request.
package protocol RequestHead {
  /// Bytes of the request line and the headers, as `HeaderLimits.bytes` counts them.
  var byteCount: Int { get }
  /// The `X-Request-Id` of the client if it is well-formed, so that one id follows a request through
  /// all systems.
  var ownRequestId: String? { get }
  var hasForwardedFor: Bool { get }
  /// The values of `X-Forwarded-For`, in order, joined by commas.
  var forwardedFor: String? { get }
  /// The trace of `traceparent`.
  var trace: TraceContext? { get }
}

extension HTTPRequest: RequestHead {
  package var byteCount: Int {
    var size = (path?.utf8.count ?? 0) + (authority?.utf8.count ?? 0)
    for field in headerFields {
      size += field.name.rawName.utf8.count + field.value.utf8.count + 4
    }
    return size
  }

  package var ownRequestId: String? {
    headerFields[.xRequestId].flatMap { RequestIdentifier.isWellFormed($0) ? $0 : nil }
  }

  package var hasForwardedFor: Bool { headerFields.contains(.xForwardedFor) }
  package var forwardedFor: String? { headerFields[.xForwardedFor] }
  package var trace: TraceContext? { headerFields[.traceparent].flatMap(TraceContext.init) }
}

extension PlainRequest: RequestHead {
  /// The bytes as sent, which are more than the limit counts; a longer request is no `PlainRequest`.
  package var byteCount: Int { body.lowerBound - start }

  /// The framework joins several ids to one that is not well-formed.
  package var ownRequestId: String? {
    let own = values(of: .requestId)
    guard own.count == 1, let id = own.first.map(text) else { return nil }
    return RequestIdentifier.isWellFormed(id) ? id : nil
  }

  package var hasForwardedFor: Bool { fields.contains { $0.header == .own(.forwardedFor) } }

  package var forwardedFor: String? {
    let lists = values(of: .forwardedFor).map(text)
    return lists.isEmpty ? nil : lists.joined(separator: ", ")
  }

  package var trace: TraceContext? {
    let own = values(of: .traceparent)
    return own.count == 1 ? own.first.map(text).flatMap(TraceContext.init) : nil
  }
}

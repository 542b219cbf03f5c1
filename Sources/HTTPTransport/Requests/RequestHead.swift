package import HTTPTypes

/// What is read of a request before any route is asked, whichever way the request takes: the
/// framework's head, or the bytes of a plain GET.
package protocol RequestHead {
  /// Bytes of the request line and the headers, as their limit counts them.
  var byteCount: Int { get }
  /// The caller's own id if it is well-formed, so that one id follows a request through a system.
  var ownRequestId: String? { get }
  var hasForwardedFor: Bool { get }
  /// The values of `X-Forwarded-For`, in order, joined by commas.
  var forwardedFor: String? { get }
  /// The trace that the caller says the request belongs to.
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

extension PlainGet: RequestHead {
  /// Of what was sent, which is more than the limit counts; `PlainGet` reads no longer one.
  package var byteCount: Int { end - start }

  /// Several are joined by the framework, and then not well-formed.
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

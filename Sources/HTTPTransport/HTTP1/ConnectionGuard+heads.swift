import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Decides which heads are not processed, and whose body is waited for.
extension ConnectionGuard {
  /// RFC 9112, 3.2: a request names its host once. With two, a proxy and this server could each use
  /// another one.
  static func hostRefusal(_ head: HTTPRequest) -> Refusal? {
    let hosts = head.headerFields.count { $0.name.canonicalName == "host" }
    guard head.authority == nil || hosts > 0 else { return nil }
    return .hostNotUnique
  }

  /// RFC 9112, 6.1: a body in a coding that cannot be decoded is refused, and so is one of HTTP/1.0,
  /// which has no codings. The decoder considers the last coding only.
  static func codingRefusal(_ head: HTTPRequest) -> Refusal? {
    guard let coding = head.headerFields[.transferEncoding] else { return nil }
    let isDecoded = coding.lowercased() == "chunked" && head.headerFields[.httpVersion] == nil
    return isDecoded ? nil : .unknownTransferCoding
  }

  /// No route has answered from the head alone, so the client may send the body (RFC 9110, 10.1.1).
  func sendContinue(_ context: ChannelHandlerContext) {
    guard expectsContinue, !isClosing else { return }
    expectsContinue = false
    context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
  }
}

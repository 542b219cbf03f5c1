import HTTPTypes
import NIOCore
import NIOHTTP1

/// The target of a request line (RFC 9112, 3.2).
package enum RequestTarget {
  /// The target is neither a path nor an absolute URL on the host that `Host` names.
  struct Ambiguous: Error {}

  /// Whether the target and `Host` agree. The host of an absolute URL overrides `Host` (3.2.2), and the
  /// checks of `Host` would not see it, so both must be equal.
  package static func isUnambiguous(_ target: String, host: String?) -> Bool {
    let target = target.utf8
    guard target.first != UInt8(ascii: "/"), !target.elementsEqual("*".utf8) else { return true }
    let lowercased = target.map { $0.lowercasedASCII }
    guard
      let scheme = ["http://", "https://"].first(where: { lowercased.starts(with: $0.utf8) }),
      let host
    else { return false }
    let authority = lowercased.dropFirst(scheme.utf8.count).prefix {
      !"/?#".utf8.contains($0)
    }
    return authority.elementsEqual(host.utf8.lazy.map { $0.lowercasedASCII })
  }

  /// Whether a `:path` of HTTP/2 is a path (RFC 9113, 8.3.1), without what HTTP/1.1 cannot write.
  static func isPath(_ path: String) -> Bool {
    let bytes = path.utf8
    return bytes.first == UInt8(ascii: "/")
      ? bytes.allSatisfy { $0 > 0x20 && $0 != 0x7F } : bytes.elementsEqual("*".utf8)
  }

  /// Whether a request states its length once at the most, and in digits (RFC 9110, 8.6).
  static func hasOneLength(_ fields: HTTPFields) -> Bool {
    let lengths = fields[values: .contentLength]
    return lengths.isEmpty
      || lengths.count == 1
        && lengths.allSatisfy { length in
          !length.isEmpty && length.utf8.allSatisfy { (0x30...0x39).contains($0) }
        }
  }

  /// Rejects ambiguous targets before the target is split, and adds the version as a header.
  final class Check: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    private var isStopped = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard !isStopped else { return }
      guard case .head(var head) = unwrapInboundIn(data) else {
        return context.fireChannelRead(data)
      }
      guard
        head.method == .CONNECT
          || RequestTarget.isUnambiguous(head.uri, host: head.headers.first(name: "Host"))
      else {
        isStopped = true
        return context.fireErrorCaught(Ambiguous())
      }
      // The types after this handler carry no version.
      guard head.version != .http1_1 else { return context.fireChannelRead(data) }
      head.headers.replaceOrAdd(
        name: HTTPField.Name.httpVersion.rawName,
        value: "\(head.version.major).\(head.version.minor)")
      context.fireChannelRead(wrapInboundOut(.head(head)))
    }
  }
}

extension UInt8 {
  fileprivate var lowercasedASCII: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}

@available(*, unavailable)
extension RequestTarget.Check: Sendable {}

import HTTPTypes
import NIOCore
import NIOHTTP1

/// What a request line asks for (RFC 9112, 3.2).
package enum RequestTarget {
  /// Neither a path, nor an address on the host that `Host` names.
  struct Unclear: Error {}

  /// Whether the target leaves no doubt about its host. That of an address counts more than `Host`
  /// (3.2.2), and what checks `Host` further on would not see it: the two have to be the same.
  package static func isClear(_ target: String, host: String?) -> Bool {
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

  /// Stands before the address is taken apart, and stops a request with two hosts.
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
          || RequestTarget.isClear(head.uri, host: head.headers.first(name: "Host"))
      else {
        isStopped = true
        return context.fireErrorCaught(Unclear())
      }
      // What comes after this knows no versions.
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

import NIOCore
import NIOEmbedded
import NIOHTTP1

@testable import HTTPTransport

/// A client who asks for too much, on connections whose clock is moved by hand.
enum Flood {
  static let stranger = "192.0.2.7"
  static let proxies = TrustedProxies(["10.0.0.0/8"].compactMap { AddressRange($0) })

  static func limits(_ longest: TimeAmount = .milliseconds(800)) -> ConnectionLimits {
    .patient { $0.longestPause = longest }
  }

  /// Requests and answers as the handler sees them, on a clock that is moved by hand.
  final class Line {
    let channel = EmbeddedChannel()
    let heads = Heads()
    let reads = Reads()

    /// - Parameter places: how many refusals may be held.
    init(pausing: Bool = true, places: Int = 0) throws {
      channel.remoteAddress = try SocketAddress(ipAddress: stranger, port: 50_000)
      let handler = PipeliningHandler(
        pausing ? RefusalPause(channel, proxies, limits()) : nil,
        HeldRefusals(capacity: places) { 0 })
      try channel.pipeline.syncOperations.addHandlers([reads, handler, heads])
    }

    func ask(_ path: String) throws {
      let head = HTTPRequestHead(version: .http1_1, method: .POST, uri: path)
      try channel.writeInbound(HTTPServerRequestPart.head(head))
      try channel.writeInbound(HTTPServerRequestPart.end(nil))
    }

    /// - Returns: how many parts have left.
    @discardableResult
    func answer(_ status: HTTPResponseStatus) throws -> Int {
      let head = HTTPResponseHead(version: .http1_1, status: status)
      let pipeline = channel.pipeline.syncOperations
      pipeline.write(NIOAny(HTTPServerResponsePart.head(head)), promise: nil)
      pipeline.writeAndFlush(NIOAny(HTTPServerResponsePart.end(nil)), promise: nil)
      return try sent()
    }

    /// - Returns: how many parts have left.
    func sent() throws -> Int {
      var count = 0
      while try channel.readOutbound(as: HTTPServerResponsePart.self) != nil { count += 1 }
      return count
    }

    func pass(_ milliseconds: Int64) {
      channel.embeddedEventLoop.advanceTime(by: .milliseconds(milliseconds))
    }
  }

  /// The requests that went on.
  final class Heads: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    var paths: [String] = []

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      if case .head(let head) = unwrapInboundIn(data) { paths.append(head.uri) }
    }
  }

  /// How often the socket was to be read.
  final class Reads: ChannelOutboundHandler {
    typealias OutboundIn = Any
    var count = 0

    func read(context: ChannelHandlerContext) { count += 1 }
  }
}

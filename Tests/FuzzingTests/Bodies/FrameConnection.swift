import NIOCore
import NIOEmbedded

@testable import HTTPTransport

/// A connection of HTTP/2 as the server sets it up, without a socket and with a clock of its own.
struct FrameConnection {
  private let channel = EmbeddedChannel()
  private let budget = BodyBudget(bytes: ConnectionLimits().bodyBytes)
  private let connection: Connection
  private let seen = SeenRequests()

  init() throws {
    connection = Connection(
      respond: seen.respond, limits: ConnectionLimits(),
      limiter: ConnectionLimiter(capacity: 64, logger: SeenRequests.logger),
      bodies: BodyRules(budget: budget, proxies: TrustedProxies([])),
      refusals: Quiet(), counters: Quiet(), eventLoops: channel.embeddedEventLoop)
    let address = try SocketAddress(ipAddress: "192.0.2.1", port: 50_000)
    channel.connect(to: address, promise: nil)
    channel.remoteAddress = address
    let work = ConnectionWork(of: channel, on: connection.executor(of: channel))
    work.whenEnded { [seen] in seen.end() }
    try connection.setUpHTTP2(on: channel, work)
  }

  var requests: [SeenRequest] { seen.requests }
  /// The number of requests that are open now.
  var streams: Int { connection.streams.open }
  /// The number of bytes that are counted now.
  var bytes: Int { BodyBudget.Share.allCases.reduce(0) { $0 + budget.used($1) } }
  /// True if no work for the connection is left.
  var isOver: Bool { seen.isOver }

  /// - Returns: true if the connection is open afterwards.
  func read(_ bytes: ByteBuffer) -> Bool {
    channel.pipeline.fireChannelRead(bytes)
    channel.pipeline.fireChannelReadComplete()
    channel.embeddedEventLoop.run()
    return channel.isActive
  }

  func wait(_ time: TimeAmount) { channel.embeddedEventLoop.advanceTime(by: time) }

  func close() {
    channel.close(promise: nil)
    channel.embeddedEventLoop.run()
    // Discards the bytes for the client, and the client's errors.
    _ = try? channel.finish(acceptAlreadyClosed: true)
  }
}

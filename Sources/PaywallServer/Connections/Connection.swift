package import HTTPTypes
package import HummingbirdCore
package import Logging
package import NIOCore
import NIOPosix

/// One HTTP/1.1 connection: Hummingbird's, watched by a `ConnectionGuard` and run on its own event
/// loop.
package struct Connection: ServerChildChannel {
  private let http: HTTP1Channel
  private let executors: [ObjectIdentifier: EventLoopExecutor]

  package init(
    responder: @escaping HTTPChannelHandler.Responder,
    express: @escaping @Sendable (HTTPRequest, ClientAddress) -> ByteBuffer?,
    limits: ConnectionLimits,
    eventLoops: any EventLoopGroup
  ) {
    http = HTTP1Channel(
      responder: responder,
      configuration: HTTP1Channel.Configuration(
        additionalChannelHandlers: [ConnectionGuard(limits: limits, express: express)],
        httpDecoderConfiguration: .init(
          maxHeaderFieldSize: limits.readableHeaders, maxHeaderListSize: limits.readableHeaders,
          maxHeaderFieldCount: 256)))
    executors = Dictionary(
      eventLoops.makeIterator().map { (ObjectIdentifier($0), EventLoopExecutor($0)) },
      uniquingKeysWith: { first, _ in first })
  }

  package func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
    http.setup(channel: channel, logger: logger)
  }

  package func handle(value: HTTP1Channel.Value, logger: Logger) async {
    let executor = executors[ObjectIdentifier(value.channel.eventLoop)]
    await withTaskExecutorPreference(executor) {
      await http.handle(value: value, logger: logger)
    }
  }
}

/// How long a connection may take for what, and how much it may bring.
package struct ConnectionLimits: Sendable {
  /// From the first byte of a request to its last.
  package var toSend: TimeAmount = .seconds(10)
  /// From the last byte of a request to its answer.
  package var toAnswer: TimeAmount = .seconds(5)
  /// Between requests.
  package var idle: TimeAmount = .seconds(75)
  /// Bytes of headers that are read at all, so that up to here a refusal keeps the connection.
  package var readableHeaders = 32 * 1024
  /// Bytes of a refused body that are read and thrown away to keep the connection.
  package var discardableBody = 1024 * 1024

  package init() {}
}

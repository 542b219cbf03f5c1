package import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle

/// Listens at an address and serves the connections that it accepts.
///
/// At a graceful shutdown it accepts no more, answers the requests in flight, and ends every connection:
/// idle ones at once, those of HTTP/2 with GOAWAY. If its task is cancelled, it closes them.
package struct HTTPServer: Service {
  private let host: String
  private let port: Int
  private let connection: Connection
  private let logger: Logger
  private let listening: @Sendable (_ port: Int) async -> Void

  /// Connections that wait in the kernel to be accepted.
  private static let backlog: Int32 = 1024

  /// - Parameters:
  ///   - port: 0 lets the system choose.
  ///   - connection: how each connection is served.
  ///   - listening: receives the port.
  package init(
    host: String, port: Int, _ connection: Connection, logger: Logger,
    listening: @escaping @Sendable (_ port: Int) async -> Void = { _ in }
  ) {
    self.host = host
    self.port = port
    self.connection = connection
    self.logger = logger
    self.listening = listening
  }

  /// Returns once the listener and every connection are closed.
  package func run() async throws {
    let connections = OpenConnections()
    let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.backlog, value: Self.backlog)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .serverChannelInitializer { channel in
        // Without free files, the listener rests for a second instead of trying on and on.
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(
            AcceptBackoffHandler(shouldForwardIOErrorCaught: false))
        }
      }
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .childChannelInitializer { [connection] channel in
        channel.eventLoop.makeCompletedFuture { connections.add(try connection.setUp(channel)) }
      }
      .bind(host: host, port: port).get()
    let port = listener.localAddress?.port ?? port
    logger.info("listening on \(host):\(port)")
    await listening(port)
    await withTaskCancellationHandler {
      await withGracefulShutdownHandler {
        try? await listener.closeFuture.get()
        await connections.end()
      } onGracefulShutdown: {
        listener.close(promise: nil)
        connections.quiesce()
      }
    } onCancel: {
      listener.close(promise: nil)
    }
  }
}

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
  private let setUp: @Sendable (any Channel) -> EventLoopFuture<AcceptedConnection>
  private let logger: Logger
  private let listening: @Sendable (_ port: Int) async -> Void

  private typealias Listener = NIOAsyncChannel<AcceptedConnection, Never>

  /// Connections that wait in the kernel to be accepted.
  private static let backlog: Int32 = 1024

  /// - Parameters:
  ///   - port: 0 lets the system choose.
  ///   - connection: how each connection is served.
  ///   - certificates: for TLS; without them the server speaks plaintext.
  ///   - listening: receives the port.
  package init(
    host: String, port: Int, _ connection: Connection, certificates: Certificates? = nil,
    logger: Logger, listening: @escaping @Sendable (_ port: Int) async -> Void = { _ in }
  ) {
    self.host = host
    self.port = port
    self.logger = logger
    self.listening = listening
    if let certificates {
      let secure = SecureConnection(connection, certificates)
      setUp = { secure.setUp($0) }
    } else {
      setUp = { connection.setUp($0) }
    }
  }

  package func run() async throws {
    let connections = OpenConnections()
    let listener = try await listen(connections)
    let channel = listener.channel
    let port = channel.localAddress?.port ?? port
    logger.info("listening on \(host):\(port)")
    await listening(port)
    // On a thread of the global executor, each connection would cost two hand-offs between threads.
    let loop = EventLoopExecutor(channel.eventLoop)
    await withGracefulShutdownHandler {
      await withTaskExecutorPreference(loop) { await serve(listener) }
    } onGracefulShutdown: {
      channel.close(promise: nil)
      connections.end()
    }
  }

  private func listen(_ connections: OpenConnections) async throws -> Listener {
    try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.backlog, value: Self.backlog)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .bind(host: host, port: port) { [setUp] channel in
        connections.add(channel)
        return setUp(channel)
      }
  }

  /// Returns once the listener and every connection are closed.
  private func serve(_ listener: Listener) async {
    await withDiscardingTaskGroup { tasks in
      do {
        try await listener.executeThenClose { accepted in
          for try await connection in accepted {
            tasks.addTask { await connection.serve() }
          }
        }
      } catch {
        logger.error("no more connections are accepted", metadata: ["error": "\(error)"])
      }
    }
  }
}

import Foundation
import NIOCore
import NIOPosix

@testable import PaywallKit

/// A server that reads a request and then does what no server should.
enum HostileServer: CaseIterable {
  /// The server sends a head, and then one byte of the body every second, without an end.
  case drips
  /// The server accepts the connection and the request, and never answers.
  case neverAnswers
  /// The server sends half of the body that the head promises, and ends the connection.
  case cutsTheBody

  /// Runs the server for as long as `use` runs. The race is over when a request has come and the
  /// part of an answer that there is has gone.
  func run(_ use: (URL, Race<Void>) async throws -> Void) async throws {
    let heard = Race<Void>()
    let connections = Box<[any Channel]>([])
    let listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .childChannelInitializer { channel in
        connections.change { $0.append(channel) }
        return channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(Handler(server: self, heard: heard))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    guard let port = listener.localAddress?.port, let url = URL(string: "http://127.0.0.1:\(port)")
    else { return }
    let result: Result<Void, any Error>
    do {
      result = .success(try await use(url, heard))
    } catch {
      result = .failure(error)
    }
    try await listener.close()
    for connection in connections.value { try? await connection.close() }
    try result.get()
  }

  private static func head(promising count: Int) -> String {
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(count)\r\n\r\n"
  }

  private final class Handler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let server: HostileServer
    private let heard: Race<Void>
    private var request = ""
    private var hasAnswered = false

    init(server: HostileServer, heard: Race<Void>) {
      self.server = server
      self.heard = heard
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      request += String(buffer: unwrapInboundIn(data))
      guard !hasAnswered, request.contains("\r\n\r\n") else { return }
      hasAnswered = true
      let (channel, heard) = (context.channel, heard)
      switch server {
      case .neverAnswers: heard.finish(())
      case .drips:
        // No machine is slow enough to see the end of so long a body.
        let head = HostileServer.head(promising: 1_000_000)
        channel.writeAndFlush(ByteBuffer(string: head)).whenComplete { _ in
          heard.finish(())
        }
        context.eventLoop.scheduleRepeatedTask(initialDelay: .zero, delay: .seconds(1)) { task in
          guard channel.isActive else { return task.cancel() }
          channel.writeAndFlush(ByteBuffer(string: " "), promise: nil)
        }
      case .cutsTheBody:
        let half =
          HostileServer.head(promising: byDefault.utf8.count)
          + byDefault.prefix(byDefault.count / 2)
        channel.writeAndFlush(ByteBuffer(string: half)).whenComplete { _ in
          heard.finish(())
          channel.close(promise: nil)
        }
      }
    }
  }
}

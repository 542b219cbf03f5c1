import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// An HTTP server of a test, which answers each request by a function.
struct StubAppStoreServer {
  struct Request {
    var method = "GET"
    /// The path with its query.
    var target: String
    var body: String

    /// Returns the value of an item of the query.
    func query(_ name: String) -> String? {
      URLComponents(string: target)?.queryItems?.first { $0.name == name }?.value
    }
  }

  /// The body of an answer with a status; `nil` never answers.
  typealias Answer = @Sendable (Request) -> (status: Int, body: String)?

  /// Serves until the end of `use`.
  static func run<Value>(
    _ answer: @escaping Answer, _ use: (_ url: String) async throws -> Value
  ) async throws -> Value {
    let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.backlog, value: 64)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          try pipeline.configureHTTPServerPipeline()
          try pipeline.addHandler(Answerer(answer))
        }
      }.bind(host: "127.0.0.1", port: 0).get()
    let result: Result<Value, any Error>
    do {
      result = .success(try await use("http://127.0.0.1:\(channel.localAddress?.port ?? 0)"))
    } catch {
      result = .failure(error)
    }
    try await channel.close()
    return try result.get()
  }

  private final class Answerer: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart
    private let answer: Answer
    private var request = Request(target: "", body: "")

    init(_ answer: @escaping Answer) { self.answer = answer }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      switch unwrapInboundIn(data) {
      case .head(let head):
        request = Request(method: head.method.rawValue, target: head.uri, body: "")
      case .body(let bytes): request.body += String(buffer: bytes)
      case .end:
        guard let (status, body) = answer(request) else { return }
        let head = HTTPResponseHead(
          version: .http1_1, status: .init(statusCode: status),
          headers: [
            "Content-Type": "application/json", "Content-Length": String(body.utf8.count),
          ])
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(
          wrapOutboundOut(.body(.byteBuffer(context.channel.allocator.buffer(string: body)))),
          promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
      }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      context.close(promise: nil)
    }
  }
}

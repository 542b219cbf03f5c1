import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Testing

@testable import AppStoreServerAPI

/// The transport over a real connection.
struct TransportTests {
  /// A server of bytes: answers every connection with these, and then closes or stays.
  private static func serving(
    _ bytes: String, closes: Bool = true,
    _ use: (_ url: String) async throws -> Void
  ) async throws {
    let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(Answerer(bytes: bytes, closes: closes))
        }
      }.bind(host: "127.0.0.1", port: 0).get()
    do {
      try await use("http://127.0.0.1:\(channel.localAddress?.port ?? 0)")
    } catch {
      try await channel.close()
      throw error
    }
    try await channel.close()
  }

  private final class Answerer: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer
    let bytes: String
    let closes: Bool

    init(bytes: String, closes: Bool) {
      self.bytes = bytes
      self.closes = closes
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let buffer = context.channel.allocator.buffer(string: bytes)
      context.writeAndFlush(wrapOutboundOut(buffer), promise: nil)
      if closes { context.close(promise: nil) }
    }
  }

  private static func answer(
    _ url: String, patience: Duration = .seconds(20), largestAnswer: Int = 1_000
  ) async throws -> Result<AppStoreResponse, TransportFailure> {
    let client = HTTPClient.ofAppStoreServerAPI()
    let transport = AppStoreTransport(client, patience: patience, largestAnswer: largestAnswer)
    let result: Result<AppStoreResponse, TransportFailure>
    do throws(TransportFailure) {
      result = .success(
        try await transport.send(AppStoreRequest(method: .get, url: url + "/x", headers: [])))
    } catch {
      result = .failure(error)
    }
    try await client.shutdown()
    return result
  }

  @Test("A whole answer is taken as it is")
  func whole() async throws {
    try await Self.serving("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-A: b\r\n\r\n{}") { url in
      let response = try await Self.answer(url).get()
      #expect(response.status == 200)
      #expect(response.body == Array("{}".utf8))
      #expect(response.header("x-a") == "b")
    }
  }

  @Test("A redirect is an answer, and is not followed")
  func redirect() async throws {
    try await Self.serving(
      "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n"
    ) { url in
      let answer = try await Self.answer(url).get()
      #expect(answer.status == 302)
    }
  }

  @Test("An answer that ends early is none")
  func truncated() async throws {
    try await Self.serving("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{\"a\":") { url in
      guard case .failure(.unreachable) = try await Self.answer(url) else {
        Issue.record("it was taken")
        return
      }
    }
  }

  @Test("An answer that is longer than the limit is refused")
  func huge() async throws {
    let body = String(repeating: "x", count: 1_001)
    try await Self.serving("HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n\(body)") { url in
      let answer = try await Self.answer(url)
      #expect(answer == .failure(.refusedAnswer("it is longer than 1000 bytes")))
    }
  }

  @Test("A compressed answer is refused, however small")
  func compressed() async throws {
    try await Self.serving(
      "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\nxx"
    ) { url in
      let answer = try await Self.answer(url)
      #expect(answer == .failure(.refusedAnswer("it is compressed, which was not asked for")))
    }
  }

  @Test("An answer that begins and never ends is given up in time", .timeLimit(.minutes(10)))
  func slow() async throws {
    try await Self.serving(
      "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{", closes: false
    ) { url in
      let answer = try await Self.answer(url, patience: .milliseconds(200))
      #expect(answer == .failure(.timedOut))
    }
  }

  @Test("A server without TLS is not asked over https")
  func plain() async throws {
    try await Self.serving("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n") { url in
      guard
        case .failure = try await Self.answer(
          url.replacing("http:", with: "https:"), patience: .seconds(2))
      else {
        Issue.record("it was taken")
        return
      }
    }
  }
}

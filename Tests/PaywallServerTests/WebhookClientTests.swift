import NIOCore
import NIOPosix
import PaywallCatalog
import PaywallServer
import Synchronization
import Testing

/// Receivers that misbehave, over real connections.
@Suite("A webhook's client") struct WebhookClientTests {
  private final class Answerer: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer
    let bytes: String?
    let count: Counter

    init(_ bytes: String?, _ count: Counter) {
      self.bytes = bytes
      self.count = count
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let text = String(buffer: unwrapInboundIn(data))
      count.requests.withLock { $0 += text }
      count.arrived.yield()
      guard let bytes else { return context.close(promise: nil) }
      guard !bytes.isEmpty else { return }
      let buffer = context.channel.allocator.buffer(string: bytes)
      context.writeAndFlush(wrapOutboundOut(buffer), promise: nil)
    }
  }

  private final class Counter: Sendable {
    let requests = Mutex("")
    let arrivals: AsyncStream<Void>
    let arrived: AsyncStream<Void>.Continuation

    init() { (arrivals, arrived) = AsyncStream.makeStream() }
  }

  /// The outcome of an attempt at a receiver that answers with these bytes; with none at all it waits,
  /// without any it closes.
  private static func answer(
    _ bytes: String?, host: String = "127.0.0.1", scheme: String = "http",
    resolvesTo addresses: [String]? = ["127.0.0.1"], givesUp: Bool = false
  ) async throws -> (answer: WebhookAnswer, sent: String) {
    let count = Counter()
    let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(Answerer(bytes, count))
        }
      }.bind(host: "127.0.0.1", port: 0).get()
    let port = channel.localAddress?.port ?? 0
    let client = WebhookClient(
      lookup: { _ in addresses },
      deadline: {
        // The receiver has the request, and says nothing.
        if givesUp { for await _ in count.arrivals { return } }
        await withCheckedCancellation()
      })
    let secret = try WebhookSecret(
      "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", at: .environment("SECRET"))
    let request = WebhookRequest(
      id: "evt_1", body: Array(#"{"type":"webhook.test"}"#.utf8), signedBy: [secret],
      at: Timestamp(milliseconds: 1_614_265_330_000))
    let endpoint = WebhookEndpoint(
      name: "backend", url: try WebhookURL("\(scheme)://\(host):\(port)/hooks"), secrets: [])
    let answer = try #require(await client.send([request], to: endpoint).first)
    await client.end()
    try await channel.close()
    return (answer, count.requests.withLock { $0 })
  }

  /// Waits until the task is cancelled.
  private static func withCheckedCancellation() async {
    let (stream, _) = AsyncStream<Void>.makeStream()
    for await _ in stream {}
  }

  private static let fine = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

  @Test("a receiver gets the headers and the body as they were signed")
  func fine() async throws {
    let (answer, sent) = try await Self.answer(Self.fine)
    #expect(answer == .status(200, retryAfter: nil))
    #expect(sent.hasPrefix("POST /hooks HTTP/1.1\r\n"))
    #expect(sent.contains("webhook-id: evt_1\r\n"))
    #expect(sent.contains("webhook-timestamp: 1614265330\r\n"))
    #expect(sent.contains("webhook-signature: v1,"))
    #expect(sent.hasSuffix("\r\n\r\n" + #"{"type":"webhook.test"}"#))
  }

  @Test("a redirect is an answer, and is not followed")
  func redirect() async throws {
    let (answer, sent) = try await Self.answer(
      "HTTP/1.1 307 Temporary Redirect\r\nLocation: http://169.254.169.254/\r\n"
        + "Content-Length: 0\r\n\r\n")
    #expect(answer == .status(307, retryAfter: nil))
    #expect(sent.split(separator: "POST ").count == 1)
  }

  @Test("Retry-After comes with the answer")
  func retryAfter() async throws {
    let (answer, _) = try await Self.answer(
      "HTTP/1.1 429 Too Many\r\nRetry-After: 7\r\nContent-Length: 0\r\n\r\n")
    #expect(answer == .status(429, retryAfter: "7"))
  }

  @Test("a receiver that never answers is given up", .timeLimit(.minutes(10)))
  func silent() async throws {
    let (answer, sent) = try await Self.answer("", givesUp: true)
    guard case .failed(let words) = answer else {
      Issue.record("it was taken: \(answer)")
      return
    }
    #expect(words.contains("did not answer") && !sent.isEmpty)
  }

  @Test("a connection that is reset, and one that speaks no HTTP, are failures")
  func broken() async throws {
    for bytes in [nil, "220 mail.example.com ESMTP\r\n"] {
      let (answer, _) = try await Self.answer(bytes)
      guard case .failed = answer else {
        Issue.record("it was taken: \(answer)")
        return
      }
    }
  }

  @Test("an answer that is endless is not read to its end")
  func endless() async throws {
    let (answer, _) = try await Self.answer(
      "HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n"
        + String(repeating: "x", count: 200_000))
    #expect(answer == .status(200, retryAfter: nil))
  }

  @Test("the checked address is the one that is connected, whatever the name says")
  func pinned() async throws {
    let (answer, sent) = try await Self.answer(Self.fine, host: "localhost")
    #expect(answer == .status(200, retryAfter: nil) && sent.contains("localhost:"))
  }

  @Test(
    "a name that is a private address is not connected",
    arguments: [
      ["10.0.0.1"], ["8.8.8.8", "169.254.169.254"], ["127.0.0.1"], nil,
    ] as [[String]?])
  func refused(addresses: [String]?) async throws {
    let (answer, sent) = try await Self.answer(
      Self.fine, host: "hooks.example.com", scheme: "https", resolvesTo: addresses)
    guard case .failed = answer else {
      Issue.record("it was taken: \(answer)")
      return
    }
    #expect(sent.isEmpty)
  }

  @Test("a receiver without TLS is not asked over https")
  func plain() async throws {
    let (answer, sent) = try await Self.answer(Self.fine, scheme: "https")
    guard case .failed = answer else {
      Issue.record("it was taken: \(answer)")
      return
    }
    #expect(!sent.contains("webhook"))
  }
}

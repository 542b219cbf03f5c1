import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOEmbedded
import Synchronization

@testable import HTTPTransport

/// A connection of HTTP/2 as the server sets it up, without a socket and with a clock of its own.
/// Paths that begin with `/f` are answered by the framework, others beside the socket.
struct FrameConnection {
  private let channel = EmbeddedChannel()
  private let budget = BodyBudget(bytes: ConnectionLimits().bodyBytes)
  private let http2: HTTP2Connection
  private let seen = Seen()

  /// A request that came whole.
  struct Request: Sendable {
    let head: HTTPRequest
    let body: [UInt8]
  }

  private final class Seen: Sendable {
    let requests = Mutex<[Request]>([])
    let isOver = Mutex(false)

    func add(_ head: HTTPRequest, _ body: [UInt8]) {
      requests.withLock { $0.append(Request(head: head, body: body)) }
    }
  }

  init() throws {
    let limits = ConnectionLimits()
    let http1 = Connection(
      respond: { [seen] request, _ in
        var body = ByteBuffer()
        do {
          for try await part in request.body { body.writeImmutableBuffer(part) }
        } catch {
          return Response(status: .badRequest)
        }
        seen.add(request.head, Array(body.readableBytesView))
        return Response(status: .ok, body: ResponseBody(byteBuffer: body))
      },
      fastPath: { [seen] request, _ in
        guard !request.text(request.path).hasPrefix("/f") else { return .framework }
        guard request.isWhole else {
          return request.body.count <= BodyBudget.freeBytes ? .wholeBody : .framework
        }
        seen.add(request.head, Array(request.bytes[request.body]))
        return .response(
          PlainResponse(ByteBuffer(string: "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}")))
      },
      limits: limits, limiter: ConnectionLimiter(capacity: 64, logger: Self.logger),
      bodies: BodyRules(budget: budget, proxies: TrustedProxies([])),
      refusals: Refusals(Quiet()), counters: Quiet(), eventLoops: channel.embeddedEventLoop)
    http2 = HTTP2Connection(http1, limits)
    let address = try SocketAddress(ipAddress: "192.0.2.1", port: 50_000)
    channel.connect(to: address, promise: nil)
    channel.remoteAddress = address
    let streams = try http2.setUp(on: channel)
    _ = http1.executor(of: channel).start { [http2, channel, seen] in
      await http2.handle(streams, on: channel, Self.logger)
      seen.isOver.withLock { $0 = true }
    }
  }

  private static let logger = Logger(label: "fuzzing") { _ in SwiftLogNoOpLogHandler() }

  var requests: [Request] { seen.requests.withLock(\.self) }
  /// Open at the moment.
  var streams: Int { http2.budget.open }
  /// Counted at the moment.
  var bytes: Int { BodyBudget.Share.allCases.reduce(0) { $0 + budget.used($1) } }
  /// Nothing works for the connection any more.
  var isOver: Bool { seen.isOver.withLock(\.self) }

  /// - Returns: whether the connection is open afterwards.
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
    // What the client was sent, and what it did wrong.
    _ = try? channel.finish(acceptAlreadyClosed: true)
  }

  private struct Quiet: RefusalResponder, ConnectionCounters {
    func response(
      to refusal: Refusal, of request: RefusedRequest?, after limit: TimeAmount
    ) -> (head: HTTPResponse, body: ByteBuffer) {
      (HTTPResponse(status: .badRequest), ByteBuffer(string: "\(refusal)"))
    }
    func http1(_ refusal: Refusal) -> ByteBuffer { ByteBuffer() }
    func count(_ refusal: Refusal) {}
    func connectionOpened() {}
    func connectionClosed() {}
  }
}

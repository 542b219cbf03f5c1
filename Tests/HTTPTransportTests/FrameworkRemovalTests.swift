import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOEmbedded
import NIOPosix
import Synchronization
import Testing

@testable import HTTPTransport

/// A connection keeps what the framework needs only as long as it is used.
@Suite("A connection that needed the framework")
struct FrameworkRemovalTests {
  private final class Asked: Sendable {
    let paths = Mutex<[String]>([])
  }

  private final class Closing: Sendable {
    let isDone = Mutex(false)
  }

  /// `/fast` is answered at the socket, `/refused` by the framework with 401, all else with 200.
  private final class Line {
    let channel = EmbeddedChannel()
    let refusals = Refusals(Silent())
    /// What the framework answered.
    private let asked = Asked()
    private let closing = Closing()

    init() throws {
      let logger = Logger(label: "line") { _ in SwiftLogNoOpLogHandler() }
      channel.remoteAddress = try SocketAddress(ipAddress: "192.0.2.1", port: 50_000)
      let connection = Connection(
        respond: { [asked] request, _ in
          let path = request.head.path ?? ""
          asked.paths.withLock { $0.append(path) }
          return Response(
            status: path == "/refused" ? .unauthorized : .ok,
            headers: [.contentLength: "0"])
        },
        fastPath: { request, _ in
          guard request.text(request.path) == "/fast" else { return .framework }
          return .response(PlainResponse(ByteBuffer(string: "fast")))
        },
        limits: ConnectionLimits(), limiter: ConnectionLimiter(capacity: 9, logger: logger),
        bodies: BodyRules(budget: BodyBudget(bytes: 0), proxies: TrustedProxies()),
        refusals: refusals, counters: Silent(),
        eventLoops: MultiThreadedEventLoopGroup.singleton)
      _ = connection.setup(channel: channel, logger: logger)
      channel.closeFuture.whenComplete { [closing] _ in closing.isDone.withLock { $0 = true } }
      channel.embeddedEventLoop.run()
    }

    var isClosed: Bool { closing.isDone.withLock { $0 } }

    /// The framework's answers since the last call.
    func answered() -> [String] {
      asked.paths.withLock { paths in
        defer { paths = [] }
        return paths
      }
    }

    func send(_ text: String) throws { try channel.writeInbound(ByteBuffer(string: text)) }

    /// What the client received since the last call.
    func received() throws -> String {
      var text = ""
      while let bytes = try channel.readOutbound(as: ByteBuffer.self) {
        text += String(buffer: bytes)
      }
      return text
    }

    func pass(_ time: TimeAmount) { channel.embeddedEventLoop.advanceTime(by: time) }

    var hasFramework: Bool {
      (try? channel.pipeline.syncOperations.handler(type: RequestHandler.self)) != nil
    }
  }

  private static func get(_ path: String) -> String {
    "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n"
  }

  @Test("gives it up when it is idle, and gets it again")
  func idle() throws {
    let line = try Line()
    for _ in 0..<3 {
      try line.send(Self.get("/fast"))
      #expect(try line.received() == "fast")
      #expect(!line.hasFramework)
      try line.send(Self.get("/slow"))
      #expect(try line.received().hasPrefix("HTTP/1.1 200 OK\r\n"))
      #expect(line.answered() == ["/slow"])
      #expect(line.hasFramework)
      line.pass(.milliseconds(100))
      #expect(!line.hasFramework)
    }
  }

  @Test("keeps it for a request that has begun, and its bytes")
  func begun() throws {
    let line = try Line()
    try line.send(Self.get("/slow"))
    let next = Self.get("/later")
    try line.send(String(next.prefix(20)))
    line.pass(.seconds(1))
    #expect(line.hasFramework)
    try line.send(String(next.dropFirst(20)))
    #expect(line.answered() == ["/slow", "/later"])
    line.pass(.milliseconds(100))
    #expect(!line.hasFramework)
  }

  /// The second read looks like a request with a body of five bytes, and begins inside a name.
  @Test("keeps it for bytes that only look like one request")
  func looks() throws {
    let line = try Line()
    let head = "POST /b HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nX-"
    try line.send(Self.get("/a") + head)
    try line.send("Content-Length: 5\r\n\r\n{}GET")
    #expect(line.answered() == ["/a", "/b"])
    line.pass(.seconds(1))
    #expect(line.hasFramework)
    try line.send(" /c HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(line.answered() == ["/c"])
  }

  @Test("leaves nothing behind")
  func forgotten() throws {
    let line = try Line()
    try line.send(Self.get("/slow"))
    weak let connectionGuard = try line.channel.pipeline.syncOperations
      .handler(type: ConnectionGuard.self)
    weak let pipelining = try line.channel.pipeline.syncOperations
      .handler(type: PipeliningHandler.self)
    #expect(connectionGuard != nil && pipelining != nil)
    line.pass(.milliseconds(100))
    #expect(!line.hasFramework)
    #expect(connectionGuard == nil)
    #expect(pipelining == nil)
  }

  /// The time of a request counts from when its beginning could be read.
  @Test("times a request that began in the bytes of another one")
  func timed() throws {
    let line = try Line()
    try line.send(Self.get("/slow") + "GET /later HTTP/1.1\r\nHost:")
    _ = try line.received()
    line.pass(.seconds(9))
    #expect(!line.isClosed)
    #expect(try line.received().isEmpty)
    line.pass(.seconds(1))
    // It is refused; a connection that is idle would have 75 s.
    #expect(line.isClosed)
  }

  /// Each request is small, and so is each response; there would be no end of them.
  @Test("reads no request of a client that does not read its responses")
  func unread() throws {
    let line = try Line()
    try line.send(Self.get("/slow"))
    line.channel.isWritable = false
    line.channel.pipeline.fireChannelWritabilityChanged()
    try line.send(Self.get("/1") + Self.get("/2"))
    #expect(line.answered() == ["/slow"])
    line.pass(.seconds(60))
    #expect(!line.isClosed)
    line.channel.isWritable = true
    line.channel.pipeline.fireChannelWritabilityChanged()
    line.channel.embeddedEventLoop.run()
    #expect(line.answered() == ["/1", "/2"])
  }

  /// The decoder reads nothing after it, and would keep it all.
  @Test("keeps no bytes after a request for another protocol")
  func upgrade() throws {
    let line = try Line()
    let reads = Reads()
    let decoder = try line.channel.pipeline.syncOperations.handler(type: FastPathHandler.self)
    try line.channel.pipeline.syncOperations.addHandler(reads, position: .after(decoder))
    // The framework stands behind what is there.
    try line.send("GET /a HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n")
    #expect(line.answered() == ["/a"])
    let first = reads.bytes
    for _ in 0..<10 { try? line.send(String(repeating: "x", count: 1000)) }
    #expect(reads.bytes == first)
  }

  /// Counts what the decoder gets.
  private final class Reads: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    var bytes = 0

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      bytes += unwrapInboundIn(data).readableBytes
      context.fireChannelRead(data)
    }
  }

  /// The decoder has the beginning of the second one, which a framework that is given up would lose.
  @Test("keeps it for a request that began in the bytes of another one")
  func pipelined() throws {
    let line = try Line()
    let next = Self.get("/later")
    try line.send(Self.get("/slow") + String(next.prefix(20)))
    #expect(line.answered() == ["/slow"])
    line.pass(.seconds(1))
    #expect(line.hasFramework)
    try line.send(String(next.dropFirst(20)))
    #expect(line.answered() == ["/later"])
    // And once more, with a body.
    let post = "POST /slow HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\nab"
    try line.send(post + String(next.prefix(20)))
    line.pass(.seconds(1))
    #expect(line.hasFramework)
    try line.send(String(next.dropFirst(20)))
    try line.send(post)
    #expect(line.answered() == ["/slow", "/later", "/slow"])
    line.pass(.seconds(1))
    #expect(!line.hasFramework)
  }

  @Test("keeps it after a refusal, which it counts")
  func refused() throws {
    let line = try Line()
    try line.send(Self.get("/refused"))
    line.pass(.seconds(10))
    #expect(try line.received().hasPrefix("HTTP/1.1 401 "))
    #expect(line.hasFramework)
  }

  /// Nothing of the refusal is held, because as many are held as may be.
  @Test("keeps it after a refusal beside many others")
  func refusedBesideOthers() throws {
    let line = try Line()
    let others = (0..<1024).compactMap { _ in line.refusals.held.take(.zero) }
    try line.send(Self.get("/refused"))
    #expect(try line.received().hasPrefix("HTTP/1.1 401 "))
    line.pass(.seconds(10))
    #expect(line.hasFramework)
    withExtendedLifetime(others) {}
  }

  @Test("closes when it is idle for long after all")
  func closes() throws {
    let line = try Line()
    try line.send(Self.get("/slow"))
    line.pass(.milliseconds(100))
    #expect(!line.hasFramework)
    line.pass(.seconds(74))
    #expect(!line.isClosed)
    line.pass(.seconds(1))
    #expect(line.isClosed)
  }
}

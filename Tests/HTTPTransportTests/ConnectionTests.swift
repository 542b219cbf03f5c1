import HTTPTypes
import Logging
import NIOCore
import NIOEmbedded
import NIOPosix
import Synchronization
import Testing

@testable import HTTPTransport

@Suite("A connection of HTTP/1.1")
struct ConnectionTests {
  private final class Asked: Sendable {
    let paths = Mutex<[String]>([])
    /// The bytes of each body, if it was whole when its route was asked.
    let bodies = Mutex<[Int?]>([])
    let isClosed = Mutex(false)
  }

  /// Every request is answered with 200; of `/big` the client does not read all.
  private final class Line {
    let channel = EmbeddedChannel()
    let budget = BodyBudget(bytes: 1 << 20)
    private let asked = Asked()

    init() throws {
      let logger = Logger(label: "line") { _ in SwiftLogNoOpLogHandler() }
      channel.remoteAddress = try SocketAddress(ipAddress: "192.0.2.1", port: 50_000)
      let bound = NIOLoopBound(channel, eventLoop: channel.embeddedEventLoop)
      let connection = Connection(
        respond: { [asked] request, _ in
          let path = request.head.path ?? ""
          asked.paths.withLock { $0.append(path) }
          asked.bodies.withLock { bodies in
            if case .whole(let body) = request.body { return bodies.append(body.readableBytes) }
            bodies.append(nil)
          }
          if path == "/big" { bound.value.isWritable = false }
          return .now(Response(status: .ok))
        },
        limits: ConnectionLimits(), limiter: ConnectionLimiter(capacity: 9, logger: logger),
        bodies: BodyRules(budget: budget, proxies: TrustedProxies()),
        refusals: Silent(), counters: Silent(),
        eventLoops: MultiThreadedEventLoopGroup.singleton)
      _ = try connection.setUp(channel)
      channel.closeFuture.whenComplete { [asked] _ in asked.isClosed.withLock { $0 = true } }
      channel.embeddedEventLoop.run()
    }

    var isClosed: Bool { asked.isClosed.withLock(\.self) }

    /// Returns the paths that the routes were asked for since the last call.
    func answered() -> [String] {
      asked.paths.withLock { paths in
        defer { paths = [] }
        return paths
      }
    }

    var bodies: [Int?] { asked.bodies.withLock(\.self) }

    func send(_ text: String) throws { try channel.writeInbound(ByteBuffer(string: text)) }

    func pass(_ time: TimeAmount) { channel.embeddedEventLoop.advanceTime(by: time) }

    var readsHTTP: Bool {
      (try? channel.pipeline.syncOperations.handler(type: RequestHandler.self)) != nil
    }
  }

  private static func get(_ path: String) -> String {
    "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n"
  }

  @Test("keeps nothing of HTTP until its first byte, and is closed when it stays silent")
  func silent() throws {
    let line = try Line()
    #expect(!line.readsHTTP)
    line.pass(.seconds(74))
    #expect(!line.isClosed)
    line.pass(.seconds(1))
    #expect(line.isClosed)
    let other = try Line()
    try other.send("G")
    #expect(other.readsHTTP)
  }

  @Test(
    "asks a route when a short body is whole, and before a long or expected one is",
    arguments: [
      ("Content-Length: 4", 4), ("Transfer-Encoding: chunked", 4), ("Content-Length: 4096", nil),
      ("Content-Length: 4097", -1), ("Content-Length: 4\r\nExpect: 100-continue", -1),
    ] as [(String, Int?)])
  func short(_ header: String, _ whole: Int?) throws {
    let line = try Line()
    let isChunked = header.hasPrefix("Transfer")
    try line.send("POST /a HTTP/1.1\r\nHost: localhost\r\n\(header)\r\n\r\n")
    try line.send(isChunked ? "2\r\nab\r\n" : "ab")
    #expect(line.answered() == (whole == -1 ? ["/a"] : []))
    try line.send(isChunked ? "2\r\ncd\r\n0\r\n\r\n" : "cd")
    #expect(line.bodies == (whole == nil ? [] : [whole == -1 ? nil : whole]))
  }

  @Test("is closed when it is idle for as long after a response")
  func idle() throws {
    let line = try Line()
    line.pass(.seconds(50))
    try line.send(Self.get("/a"))
    line.pass(.seconds(74))
    #expect(!line.isClosed)
    line.pass(.seconds(1))
    #expect(line.isClosed)
  }

  /// The second read looks like a request with a body of five bytes, and begins inside a name.
  @Test("reads a request where it begins, and not where a read looks like one")
  func looks() throws {
    let line = try Line()
    let head = "POST /b HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nX-"
    try line.send(Self.get("/a") + head)
    try line.send("Content-Length: 5\r\n\r\n{}GET")
    #expect(line.answered() == ["/a", "/b"])
    line.pass(.seconds(1))
    try line.send(" /c HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(line.answered() == ["/c"])
  }

  /// The time of a request counts from when its beginning could be read.
  @Test("times a request that began in the bytes of another one, if it is more than a line or two")
  func timed() throws {
    let line = try Line()
    try line.send(Self.get("/a") + "GET /\(String(repeating: "x", count: 300)) HTTP/1.1\r\nHost:")
    line.pass(.seconds(9))
    #expect(!line.isClosed)
    line.pass(.seconds(1))
    // It is refused, and the connection ends a second later.
    line.pass(.seconds(1))
    #expect(line.isClosed)
  }

  @Test("counts what it has of a head that began in the bytes of another request")
  func counted() throws {
    let line = try Line()
    let long = "GET / HTTP/1.1\r\nX: \(String(repeating: "x", count: 9000))"
    try line.send(Self.get("/a") + long)
    #expect(line.budget.used(.general) > 4000)
    try line.send("\r\nHost: localhost\r\n\r\n")
    #expect(line.answered() == ["/a", "/"])
    #expect(line.budget.used(.general) == 0)
  }

  @Test("does not take a long request for the beginning of the next one")
  func long() throws {
    let line = try Line()
    let fields = (0..<60).map { "X-\($0): \(String(repeating: "x", count: 100))\r\n" }.joined()
    let post = "POST /a HTTP/1.1\r\nHost: localhost\r\n\(fields)Content-Length: 5000\r\n\r\n"
    for _ in 0..<9 { try line.send(post + String(repeating: "b", count: 5000)) }
    #expect(line.answered().count == 9)
    line.pass(.seconds(74))
    #expect(!line.isClosed)
    #expect(line.budget.used(.general) == 0)
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

  @Test("times no request that came whole and waits for a client who reads slowly")
  func slowReader() throws {
    let line = try Line()
    try line.send(Self.get("/big") + Self.get("/next"))
    #expect(line.answered() == ["/big"])
    line.pass(.seconds(60))
    #expect(!line.isClosed)
    line.channel.isWritable = true
    line.channel.pipeline.fireChannelWritabilityChanged()
    line.channel.embeddedEventLoop.run()
    #expect(line.answered() == ["/next"])
  }

  /// The decoder reads nothing after it, and would keep it all.
  @Test("keeps no bytes after a request for another protocol")
  func upgrade() throws {
    let line = try Line()
    try line.send("GET /a HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n")
    #expect(line.answered() == ["/a"])
    let reads = Reads()
    let first = try line.channel.pipeline.syncOperations.handler(type: FirstBytes.self)
    try line.channel.pipeline.syncOperations.addHandler(reads, position: .after(first))
    for _ in 0..<10 { try? line.send(String(repeating: "x", count: 1000)) }
    #expect(reads.bytes == 0)
  }

  /// Counts the bytes that the decoder gets.
  private final class Reads: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    var bytes = 0

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      bytes += unwrapInboundIn(data).readableBytes
      context.fireChannelRead(data)
    }
  }
}

import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import PaywallServer
import Testing

@testable import HTTPTransport

/// A short body that comes after its head is awaited beside the socket, without the framework.
@Suite("A body that comes in pieces")
struct PartialRequestTests {
  /// A connection that answers a whole request with its body.
  private final class Line {
    let channel = EmbeddedChannel()
    let handler: FastPathHandler

    init() throws {
      channel.remoteAddress = try SocketAddress(ipAddress: "192.0.2.1", port: 50_000)
      let limits = ConnectionLimits()
      handler = FastPathHandler(
        respond: { request, _ in
          guard request.isWhole else { return .wholeBody }
          let body = request.body.isEmpty ? request.path : request.body
          return .response(PlainResponse(ByteBuffer(bytes: request.bytes[body])))
        }, limits: limits, pause: { _ in nil }, heldRefusals: HeldRefusals(capacity: 0) { 0 }
      ) { _ in }
      try channel.pipeline.syncOperations.addHandler(handler)
      channel.connect(to: try SocketAddress(ipAddress: "192.0.2.1", port: 50_000), promise: nil)
    }

    func send(_ text: String) throws { try channel.writeInbound(ByteBuffer(string: text)) }

    func answered() throws -> String {
      var text = ""
      while let bytes = try channel.readOutbound(as: ByteBuffer.self) {
        text += String(buffer: bytes)
      }
      return text
    }

    /// What the framework got.
    func passed() throws -> String {
      var text = ""
      while let bytes = try channel.readInbound(as: ByteBuffer.self) {
        text += String(buffer: bytes)
      }
      return text
    }
  }

  private static let head = "POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n"
  private static let get = "GET /b HTTP/1.1\r\nHost: localhost\r\n\r\n"

  @Test("is answered once, in its turn, however it is cut")
  func pieces() throws {
    let line = try Line()
    try line.send(Self.get + Self.head)
    #expect(try line.answered() == "/b")
    for byte in ["h", "e", "l", "l"] {
      try line.send(byte)
      #expect(try line.answered().isEmpty)
    }
    try line.send("o" + Self.get + Self.head + "ag")
    #expect(try line.answered() == "hello/b")
    try line.send("ain" + Self.get)
    #expect(try line.answered() == "again/b")
    #expect(try line.passed().isEmpty)
  }

  @Test("goes to the framework, byte for byte, when its time is over")
  func late() throws {
    let line = try Line()
    try line.send(Self.head + "he")
    line.channel.embeddedEventLoop.advanceTime(by: .seconds(9))
    #expect(try line.passed().isEmpty)
    line.channel.embeddedEventLoop.advanceTime(by: .seconds(1))
    #expect(try line.passed() == Self.head + "he")
    try line.send("llo")
    #expect(try line.passed() == "llo")
    #expect(try line.answered().isEmpty)
  }

  @Test("goes to the framework with the time at which it began")
  func since() throws {
    let line = try Line()
    var times: [NIODeadline] = []
    line.handler.onBytes = { time, _ in
      times.append(time)
      return true
    }
    let start = line.channel.embeddedEventLoop.now
    try line.send(Self.head + "he")
    line.channel.embeddedEventLoop.advanceTime(by: .seconds(10))
    #expect(times == [start])
  }

  @Test("has all of its time, whenever the one before it came whole")
  func next() throws {
    let line = try Line()
    try line.send(Self.head + "he")
    line.channel.embeddedEventLoop.advanceTime(by: .seconds(9))
    try line.send("llo" + Self.head + "ag")
    #expect(try line.answered() == "hello")
    line.channel.embeddedEventLoop.advanceTime(by: .seconds(9))
    try line.send("ain")
    #expect(try line.answered() == "again")
    #expect(try line.passed().isEmpty)
  }

  @Test("goes to the framework when the client ends the connection")
  func cut() throws {
    let line = try Line()
    try line.send(Self.head + "he")
    line.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    #expect(try line.passed() == Self.head + "he")
  }

  @Test("goes to the framework, which counts it, when the connection is lost")
  func lost() throws {
    let line = try Line()
    try line.send(Self.head + "he")
    line.channel.pipeline.fireErrorCaught(ChannelError.inputClosed)
    #expect(try line.passed() == Self.head + "he")
    #expect(throws: ChannelError.inputClosed) { try line.channel.throwIfErrorCaught() }
  }

  @Test("has used up its time when the framework gets it, whatever timer was set before")
  func overdue() throws {
    let line = try Line()
    let limits = ConnectionLimits.patient { $0.requestTimeout = .seconds(10) }
    let loop = line.channel.embeddedEventLoop
    loop.advanceTime(by: .seconds(60))
    try line.channel.pipeline.syncOperations.addHandler(
      ConnectionGuard(
        limits: limits, refusals: try TestServer().dependencies().refusals,
        bodies: BodyRules(budget: BodyBudget(bytes: 1024), proxies: TrustedProxies())))
    _ = line.handler.onBytes(loop.now - .seconds(9), ByteBuffer())
    loop.advanceTime(by: .milliseconds(999))
    #expect(try line.channel.readOutbound(as: HTTPResponsePart.self) == nil)
    loop.advanceTime(by: .milliseconds(1))
    guard case .head(let head)? = try line.channel.readOutbound(as: HTTPResponsePart.self) else {
      Issue.record("no answer")
      return
    }
    #expect(head.status == .requestTimeout)
  }

  @Test("does not wait any longer once it came whole")
  func whole() throws {
    let line = try Line()
    try line.send(Self.head + "he")
    try line.send("llo")
    line.channel.embeddedEventLoop.advanceTime(by: .seconds(11))
    #expect(try line.answered() == "hello")
    #expect(try line.passed().isEmpty)
  }
}

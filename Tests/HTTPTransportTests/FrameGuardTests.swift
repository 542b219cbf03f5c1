import NIOCore
import NIOEmbedded
import Synchronization
import Testing

@testable import HTTPTransport

@Suite("Frames of HTTP/2 that are not complete")
struct FrameGuardTests {
  private let budget = BodyBudget(bytes: 1 << 20)

  /// RFC 9113, 4.1.
  private static func frame(
    _ kind: UInt8, flags: UInt8 = 0, _ count: Int, length: Int? = nil
  ) -> [UInt8] {
    let length = length ?? count
    return [UInt8(length >> 16 & 255), UInt8(length >> 8 & 255), UInt8(length & 255), kind, flags]
      + [0, 0, 0, 1] + [UInt8](repeating: 0, count: count)
  }

  private static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

  private static func held(_ bytes: [UInt8], by step: Int) -> Int {
    var boundary = FrameBoundary()
    for start in stride(from: 0, to: bytes.count, by: step) {
      var read = ByteBuffer(bytes: bytes[start..<min(start + step, bytes.count)])
      while read.readableBytes > 0 { _ = boundary.follow(&read) }
    }
    return boundary.held
  }

  @Test("what the decoder keeps is known, however the bytes come", arguments: [1, 7, 100_000])
  func boundary(_ step: Int) {
    func held(_ frames: [UInt8]...) -> Int {
      Self.held(Self.preface + frames.flatMap(\.self), by: step)
    }
    #expect(Self.held(Array(Self.preface.prefix(10)), by: step) == 0)
    #expect(held(Self.frame(4, 0)) == 0)
    #expect(held(Self.frame(4, 0), Self.frame(1, flags: 4, 30)) == 0)
    // A part of a frame, and its first bytes.
    #expect(held(Self.frame(4, 6, length: 60)) == 15)
    #expect(held([0, 0, 1]) == 3)
    // Headers end with END_HEADERS, in whichever of their frames.
    #expect(held(Self.frame(1, 100)) == 109)
    #expect(held(Self.frame(1, 100), Self.frame(9, 50)) == 168)
    #expect(held(Self.frame(1, 100), Self.frame(9, flags: 4, 50)) == 0)
    // DATA is not kept.
    #expect(held(Self.frame(0, 100, length: 1000)) == 9)
    #expect(held(Self.frame(0, 100), Self.frame(0, 5)) == 0)
  }

  private static func pieces(_ bytes: [UInt8]) -> [Int] {
    var (read, boundary) = (ByteBuffer(bytes: bytes), FrameBoundary())
    var lengths: [Int] = []
    while read.readableBytes > 0 { lengths.append(boundary.follow(&read).readableBytes) }
    return lengths
  }

  @Test("headers are taken one after the other, each with what follows it, and not too many frames")
  func pieces() {
    let headers = Self.frame(1, flags: 4, 30)
    let split = Self.frame(1, 20) + Self.frame(9, flags: 4, 10)
    let data = Self.frame(0, 100)
    #expect(
      Self.pieces(
        Self.preface + Self.frame(4, 0) + headers + data + headers + split + data + data)
        == [24 + 9 + 39 + 109, 39, 29 + 19 + 218])
    let updates = [[UInt8]](repeating: Self.frame(8, 4), count: 100).flatMap(\.self)
    #expect(Self.pieces(Self.preface + updates) == [24 + 64 * 13, 36 * 13])
  }

  private final class Closing: Sendable {
    let isDone = Mutex(false)
  }

  private struct Line {
    let channel = EmbeddedChannel()
    private let closing = Closing()

    init(
      budget: BodyBudget = BodyBudget(bytes: 1 << 20), turns: LoopTurns = LoopTurns(),
      pause: (EmbeddedChannel) -> RefusalPause? = { _ in nil }
    ) throws {
      channel.remoteAddress = try SocketAddress(ipAddress: "192.0.2.1", port: 50_000)
      channel.closeFuture.whenComplete { [closing] _ in closing.isDone.withLock { $0 = true } }
      try channel.pipeline.syncOperations.addHandler(
        FrameGuard(
          limits: ConnectionLimits(), refusals: Silent(), budget: budget, turns: turns,
          pause: pause(channel)))
      try channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 50_000)).wait()
    }

    var isClosed: Bool { closing.isDone.withLock { $0 } }

    func send(_ bytes: [UInt8]) throws {
      try channel.writeInbound(ByteBuffer(bytes: bytes))
      channel.embeddedEventLoop.run()
    }

    /// The lengths of the bytes that were passed on since the last call.
    func passed() throws -> [Int] {
      var lengths: [Int] = []
      while let bytes = try channel.readInbound(as: ByteBuffer.self) {
        lengths.append(bytes.readableBytes)
      }
      return lengths
    }
  }

  @Test("headers without an end have the time of a request, and what they hold is counted")
  func unfinished() throws {
    let line = try Line(budget: budget)
    try line.send(preface + Self.frame(1, 16_000))
    #expect(budget.used(.general) == 16_009 - BodyBudget.freeBytes)
    line.channel.embeddedEventLoop.advanceTime(by: .seconds(9))
    #expect(!line.isClosed)
    try line.send(Self.frame(9, flags: 4, 10))
    #expect(budget.used(.general) == 0)
    line.channel.embeddedEventLoop.advanceTime(by: .seconds(60))
    #expect(!line.isClosed)
    try line.send(Self.frame(1, 100))
    line.channel.embeddedEventLoop.advanceTime(by: .seconds(10))
    #expect(line.isClosed)
  }

  @Test("frames that follow each other have their own times, wherever reads end")
  func steady() throws {
    let line = try Line(budget: BodyBudget(bytes: 1 << 20))
    let data = Self.frame(0, 1000)
    try line.send(preface + data.prefix(500))
    for _ in 0..<30 {
      line.channel.embeddedEventLoop.advanceTime(by: .seconds(1))
      try line.send(Array(data.dropFirst(500) + data.prefix(500)))
    }
    #expect(!line.isClosed)
  }

  @Test("what finds no room closes the connection, and gives back what it had")
  func noRoom() throws {
    // An eighth of 896 bytes is an address's.
    let budget = BodyBudget(bytes: 1024)
    let line = try Line(budget: budget)
    try line.send(preface + Self.frame(1, 4000))
    #expect(!line.isClosed)
    try line.send(Self.frame(9, 1000))
    #expect(line.isClosed)
    line.channel.embeddedEventLoop.run()
    #expect(budget.used(.general) == 0)
  }

  /// Opens a stream.
  private static let opening = frame(1, flags: 4, 30)

  @Test("streams beyond a turn of the event loop wait for the next one, each connection in turn")
  func turns() throws {
    let loop = EmbeddedEventLoop()
    var now = NIODeadline.uptimeNanoseconds(0)
    let turns = LoopTurns(loop, now: { now })
    let lines = try [Line(turns: turns), Line(turns: turns)]
    for line in lines { try line.send(preface + Self.frame(4, 0)) }
    loop.run()
    for line in lines { #expect(try line.passed() == [33]) }
    // Each stream takes a whole turn.
    for line in lines {
      line.channel.pipeline.fireChannelRead(
        ByteBuffer(bytes: Self.opening + Self.opening + Self.opening))
      now = now + LoopTurns.length
    }
    #expect(try lines.map { try $0.passed() } == [[39, 39, 39], []])
    loop.run()
    loop.advanceTime(by: LoopTurns.pause)
    #expect(try lines.map { try $0.passed() } == [[], [39, 39, 39]])
  }

  @Test("after a refusal the next stream waits for the end of the rest")
  func rests() throws {
    let line = try Line {
      RefusalPause($0, TrustedProxies([]), ConnectionLimits())
    }
    let loop = line.channel.embeddedEventLoop
    try line.send(preface + Self.opening)
    #expect(try line.passed() == [63])
    line.channel.pipeline.fireUserInboundEventTriggered(RequestRefused())
    line.channel.pipeline.fireUserInboundEventTriggered(RequestRefused())
    try line.send(Self.opening + Self.frame(0, 100))
    line.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    loop.advanceTime(by: .milliseconds(49))
    #expect(try line.passed() == [])
    loop.advanceTime(by: .milliseconds(1))
    #expect(try line.passed() == [39 + 109])
    // The second rest is twice as long.
    line.channel.pipeline.fireUserInboundEventTriggered(RequestRefused())
    try line.send(Self.opening)
    loop.advanceTime(by: .milliseconds(99))
    #expect(try line.passed() == [])
    loop.advanceTime(by: .milliseconds(1))
    #expect(try line.passed() == [39])
  }

  /// A connection that is answered 401 to each stream.
  private final class Refusing: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      context.fireChannelRead(data)
      context.pipeline.fireUserInboundEventTriggered(RequestRefused())
    }
  }

  @Test("four further streams behind a refusal are a flood, whose rests are the longest")
  func floods() throws {
    for (streams, first) in [(4, 50), (5, 800)] as [(Int, Int64)] {
      let line = try Line {
        RefusalPause($0, TrustedProxies([]), ConnectionLimits())
      }
      try line.send(preface + Self.frame(4, 0))
      try line.channel.pipeline.syncOperations.addHandler(Refusing())
      line.channel.embeddedEventLoop.advanceTime(by: .seconds(11))
      _ = try line.passed()
      try line.send([[UInt8]](repeating: Self.opening, count: streams).flatMap(\.self))
      #expect(try line.passed() == [39])
      line.channel.embeddedEventLoop.advanceTime(by: .milliseconds(first - 1))
      #expect(try line.passed() == [])
      line.channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
      #expect(try line.passed() == [39])
    }
  }

  @Test("after the connection was closed, or its protocol broken, nothing more is passed on")
  func over() throws {
    for isBroken in [true, false] {
      let line = try Line {
        RefusalPause($0, TrustedProxies([]), ConnectionLimits())
      }
      try line.send(preface + Self.opening)
      line.channel.pipeline.fireUserInboundEventTriggered(RequestRefused())
      try line.send(Self.opening)
      #expect(try line.passed() == [63])
      if isBroken {
        line.channel.pipeline.fireUserInboundEventTriggered(ProtocolBroken())
        line.channel.pipeline.fireChannelRead(ByteBuffer(bytes: Self.opening))
      } else {
        line.channel.close(promise: nil)
      }
      line.channel.embeddedEventLoop.advanceTime(by: .seconds(10))
      #expect(try line.passed() == [])
    }
  }

  @Test("an upload that waited once holds nothing once it goes on")
  func released() throws {
    let line = try Line(budget: budget) {
      RefusalPause($0, TrustedProxies([]), ConnectionLimits())
    }
    try line.send(preface)
    line.channel.pipeline.fireUserInboundEventTriggered(RequestRefused())
    // All of a frame but its end.
    try line.send(Self.frame(0, 15_000, length: 16_000))
    #expect(budget.used(.general) == 15_009 - BodyBudget.freeBytes)
    line.channel.embeddedEventLoop.advanceTime(by: .milliseconds(50))
    #expect(try line.passed() == [24, 15_009])
    #expect(budget.used(.general) == 0)
  }

  @Test("bytes that wait are counted as bodies are, and given back when they are passed on")
  func waitingBytes() throws {
    let line = try Line(budget: budget) {
      RefusalPause($0, TrustedProxies([]), ConnectionLimits())
    }
    try line.send(preface)
    line.channel.pipeline.fireUserInboundEventTriggered(RequestRefused())
    try line.send(Self.frame(0, 16_000))
    #expect(budget.used(.general) == 16_009 - BodyBudget.freeBytes)
    line.channel.embeddedEventLoop.advanceTime(by: .milliseconds(50))
    #expect(budget.used(.general) == 0)
  }

  private var preface: [UInt8] { Self.preface }
}

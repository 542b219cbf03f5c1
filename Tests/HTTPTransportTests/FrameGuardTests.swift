import NIOCore
import NIOEmbedded
import Synchronization
import Testing

@testable import HTTPTransport

@Suite("Frames of HTTP/2 that are not complete")
struct FrameGuardTests {
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
      boundary.follow(ByteBuffer(bytes: bytes[start..<min(start + step, bytes.count)]))
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

  private final class Closing: Sendable {
    let isDone = Mutex(false)
  }

  private struct Line {
    let channel = EmbeddedChannel()
    private let closing = Closing()

    init(budget: BodyBudget) throws {
      channel.remoteAddress = try SocketAddress(ipAddress: "192.0.2.1", port: 50_000)
      channel.closeFuture.whenComplete { [closing] _ in closing.isDone.withLock { $0 = true } }
      try channel.pipeline.syncOperations.addHandler(
        FrameGuard(limits: ConnectionLimits(), refusals: Refusals(Silent()), budget: budget))
      try channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 50_000)).wait()
    }

    var isClosed: Bool { closing.isDone.withLock { $0 } }

    func send(_ bytes: [UInt8]) throws {
      try channel.writeInbound(ByteBuffer(bytes: bytes))
      channel.embeddedEventLoop.run()
    }
  }

  @Test("headers without an end have the time of a request, and what they hold is counted")
  func unfinished() throws {
    let budget = BodyBudget(bytes: 1 << 20)
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

  private var preface: [UInt8] { Self.preface }
}

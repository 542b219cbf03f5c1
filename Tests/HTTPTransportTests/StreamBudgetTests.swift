import NIOCore
import NIOEmbedded
import Testing

@testable import HTTPTransport

@Suite("Places for the streams of HTTP/2")
struct StreamBudgetTests {
  private final class Events: ChannelInboundHandler {
    typealias InboundIn = Never
    private(set) var evictions = 0

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      if event is StreamBudget.Evicted { evictions += 1 }
    }
  }

  private struct Line {
    let channel = EmbeddedChannel()
    let events = Events()

    init(_ address: String) throws {
      channel.remoteAddress = try SocketAddress(ipAddress: address, port: 50_000)
      try channel.pipeline.syncOperations.addHandler(events)
    }

    func close() {
      channel.close(promise: nil)
      channel.embeddedEventLoop.run()
    }
  }

  @Test("an address has an eighth of them, a proxy that is trusted any number")
  func addresses() throws {
    let proxies = TrustedProxies(["10.0.0.0/8"].compactMap { AddressRange($0) })
    let budget = StreamBudget(streams: 16, proxies: proxies)
    let line = try Line("192.0.2.1")
    #expect(budget.admit(line.channel) != nil)
    #expect(try budget.admit(Line("192.0.2.1").channel) != nil)
    #expect(try budget.admit(Line("192.0.2.1").channel) == nil)
    #expect(try budget.admit(Line("192.0.2.2").channel) != nil)
    for _ in 0..<5 { #expect(try budget.admit(Line("10.1.2.3").channel) != nil) }
    line.close()
    #expect(try budget.admit(Line("192.0.2.1").channel) != nil)
  }

  @Test("an address has an eighth of those that are free, and always eight")
  func shares() throws {
    let budget = StreamBudget(streams: 1024, proxies: TrustedProxies([]))
    func opened(by address: String, most: Int) throws -> Int {
      var count = 0
      while count < most, try budget.admit(Line(address).channel) != nil { count += 1 }
      return count
    }
    for number in 0..<100 { #expect(try opened(by: "192.0.2.\(number)", most: 8) == 8) }
    // 224 are free: with 24 more, 200 are, and an eighth of that is 25.
    #expect(try opened(by: "198.51.100.1", most: 100) == 25)
    for number in 0..<30 { #expect(try opened(by: "203.0.113.\(number)", most: 8) == 8) }
    #expect(budget.open == 1024)
    #expect(try opened(by: "198.51.100.2", most: 100) == 8)
  }

  @Test("the one that waits longest for the rest of its request gives up its place")
  func eviction() throws {
    let budget = StreamBudget(
      streams: 3, proxies: TrustedProxies(["10.0.0.0/8"].compactMap { AddressRange($0) }))
    let lines = try (0..<6).map { _ in try Line("10.0.0.1") }
    let places = lines.prefix(3).map { budget.admit($0.channel) }
    places[0]?.requestArrived()
    #expect(budget.admit(lines[3].channel) != nil)
    #expect(lines.map(\.events.evictions) == [0, 1, 0, 0, 0, 0])
    #expect(budget.open == 3)
    // The place is free once, not again when its stream closes.
    lines[1].close()
    #expect(budget.open == 3)
    let fourth = budget.admit(lines[4].channel)
    #expect(lines.map(\.events.evictions) == [0, 1, 1, 0, 0, 0])
    fourth?.requestArrived()
    lines[3].close()
    #expect(budget.open == 2)
    let fifth = budget.admit(lines[5].channel)
    fifth?.requestArrived()
    // Whole requests are not taken back: who comes now is refused.
    #expect(try budget.admit(Line("10.0.0.2").channel) == nil)
    for line in lines { line.close() }
    #expect(budget.open == 0)
  }
}

@Suite("What many connections of an event loop have to do in one moment")
struct LoopTurnsTests {
  @Test("is done for half a millisecond at a time, in order, and at once if it is little")
  func turns() {
    let loop = EmbeddedEventLoop()
    var now = NIODeadline.uptimeNanoseconds(0)
    let turns = LoopTurns(loop, now: { now })
    var done: [Int] = []
    for number in 0..<20 {
      turns.run {
        done.append(number)
        now = now + .microseconds(75)
      }
    }
    // 7 * 75 µs are more than 500 µs.
    #expect(done == Array(0..<7))
    loop.run()
    #expect(done.count == 7)
    loop.advanceTime(by: LoopTurns.pause)
    #expect(done == Array(0..<14))
    loop.advanceTime(by: LoopTurns.pause)
    #expect(done == Array(0..<20))
    turns.run { done.append(20) }
    #expect(done.last == 20)
  }

  @Test("that asks for another turn waits behind the others")
  func again() {
    let loop = EmbeddedEventLoop()
    let turns = LoopTurns(loop, now: { .uptimeNanoseconds(0) })
    var done: [Int] = []
    turns.run {
      done.append(1)
      turns.run { done.append(3) }
      done.append(2)
    }
    #expect(done == [1, 2, 3])
  }
}

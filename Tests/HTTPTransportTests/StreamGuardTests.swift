import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import HTTPTransport

@Suite("Limits of a request over HTTP/2")
struct StreamGuardTests {
  /// The statuses and ends that were written.
  private static func written(to channel: EmbeddedChannel) throws -> [String] {
    var parts: [String] = []
    while let part = try channel.readOutbound(as: HTTPResponsePart.self) {
      switch part {
      case .head(let head): parts.append("\(head.status.code)")
      case .body: break
      case .end: parts.append("end")
      }
    }
    return parts
  }

  /// A stream whose time for a response is over while other work has used up the turn.
  private func lateStream() throws -> EmbeddedChannel {
    let channel = EmbeddedChannel()
    let loop = channel.embeddedEventLoop
    channel.remoteAddress = try SocketAddress(ipAddress: "192.0.2.1", port: 50_000)
    var now = NIODeadline.uptimeNanoseconds(0)
    let turns = LoopTurns(loop, now: { now })
    let proxies = TrustedProxies([])
    let budget = BodyBudget(bytes: 1 << 20)
    let limits = ConnectionLimits()
    let place = try #require(StreamBudget(streams: 16, proxies: proxies).admit(channel))
    try channel.pipeline.syncOperations.addHandler(
      StreamGuard(
        limits: limits, refusals: Silent(),
        bodies: BodyRules(budget: budget, proxies: proxies), RequestSource(channel),
        BodyReservation(budget), place, turns: turns))
    try channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 50_000)).wait()
    // Begins the turn that the time-out, of the same moment, finds used up.
    loop.scheduleTask(in: limits.responseTimeout) {
      turns.run { now = now + LoopTurns.length }
    }
    try channel.writeInbound(
      HTTPRequestPart.head(
        HTTPRequest(method: .get, scheme: "https", authority: "localhost", path: "/slow")))
    try channel.writeInbound(HTTPRequestPart.end(nil))
    return channel
  }

  @Test("a request without an answer is refused when its time is over")
  func timeout() throws {
    let channel = try lateStream()
    channel.embeddedEventLoop.advanceTime(by: .seconds(6))
    #expect(try Self.written(to: channel) == ["400", "end"])
  }

  @Test("an answer that began while the time-out waited for its turn is not cut")
  func lateAnswer() throws {
    let channel = try lateStream()
    let loop = channel.embeddedEventLoop
    loop.advanceTime(by: ConnectionLimits().responseTimeout)
    #expect(try Self.written(to: channel) == [])
    channel.writeAndFlush(HTTPResponsePart.head(HTTPResponse(status: .ok)), promise: nil)
    loop.advanceTime(by: LoopTurns.pause)
    #expect(channel.isActive)
    channel.writeAndFlush(HTTPResponsePart.end(nil), promise: nil)
    #expect(try Self.written(to: channel) == ["200", "end"])
  }
}

import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import PaywallServer
import Testing

@testable import HTTPTransport

@Suite("A connection that is idle after a slow response")
struct IdleAfterResponseTests {
  @Test("is closed after the idle time, however long the other limits are")
  func slowResponse() throws {
    let limits = ConnectionLimits.patient { $0.idleTimeout = .seconds(1) }
    let parts = try TestServer().dependencies()
    let channel = EmbeddedChannel()
    let budget = BodyBudget(bytes: 1024)
    try channel.pipeline.syncOperations.addHandler(
      ConnectionGuard(
        limits: limits, refusals: parts.refusals,
        bodies: BodyRules(budget: budget, proxies: TrustedProxies()), RequestSource(channel),
        BodyReservation(budget), PipeliningHandler(nil, HeldRefusals()), turns: LoopTurns()))
    var isClosed = false
    channel.closeFuture.assumeIsolated().whenComplete { _ in isClosed = true }
    let head = HTTPRequest(
      method: .get, scheme: "http", authority: "localhost", path: "/")
    try channel.writeInbound(HTTPRequestPart.head(head))
    try channel.writeInbound(HTTPRequestPart.end(nil))
    // The idle time passes while the route works.
    channel.embeddedEventLoop.advanceTime(by: .seconds(2))
    #expect(!isClosed)
    let pipeline = channel.pipeline.syncOperations
    pipeline.write(NIOAny(HTTPResponsePart.head(HTTPResponse(status: .ok))), promise: nil)
    pipeline.writeAndFlush(NIOAny(HTTPResponsePart.end(nil)), promise: nil)
    channel.embeddedEventLoop.advanceTime(by: .seconds(2))
    #expect(isClosed)
  }
}

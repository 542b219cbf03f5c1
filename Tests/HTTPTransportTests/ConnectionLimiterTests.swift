import HTTPTransport
import HTTPTypes
import Logging
import NIOCore
import NIOEmbedded
import NIOPosix
import Testing

@Suite("Places for connections")
struct ConnectionLimiterTests {
  /// At most 64 clients at a time get the answer that there is no room.
  @Test("whoever cannot even be told is closed, and those who come later are told again")
  func overrun() throws {
    let logger = Logger(label: "room") { _ in SwiftLogNoOpLogHandler() }
    let limiter = ConnectionLimiter(capacity: 1, logger: logger)
    let connection = Connection(
      respond: { _, _ in .later { Response(status: .ok) } },
      limits: ConnectionLimits(),
      limiter: limiter,
      bodies: BodyRules(budget: BodyBudget(bytes: 0), proxies: TrustedProxies()),
      refusals: Silent(), counters: Silent(),
      eventLoops: MultiThreadedEventLoopGroup.singleton)
    func newcomer() -> EmbeddedChannel {
      let channel = EmbeddedChannel()
      do { _ = try connection.setUp(channel) } catch { channel.close(promise: nil) }
      channel.embeddedEventLoop.run()
      return channel
    }
    func close(_ channel: EmbeddedChannel) {
      channel.close(promise: nil)
      channel.embeddedEventLoop.run()
    }
    let seated = newcomer()
    let told = (0..<64).map { _ in newcomer() }
    #expect(limiter.refused == 64)
    for _ in 0..<100 { _ = newcomer() }
    #expect(limiter.refused == 64)
    told.forEach(close)
    #expect(limiter.refused == 0)
    let later = newcomer()
    #expect(limiter.refused == 1)
    [seated, later].forEach(close)
  }
}

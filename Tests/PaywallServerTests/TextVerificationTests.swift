import AppStore
import AppStoreFixtures
import HTTPTransport
import HTTPTypes
import NIOPosix
@testable import PaywallServer
import Synchronization
import Testing

@Suite("Where signed texts are verified") struct TextVerificationTests {
  @Test("A text of more than 32 KiB is verified beside the event loops, and a shorter one on them")
  func long() async throws {
    let parts = try TestServer.ofStore().dependencies()
    let factory = EntryFactory(
      current: parts.current, authenticator: parts.authenticator, limiter: parts.limiter,
      proxies: parts.proxies, userProofs: parts.userProofs, longBodies: parts.longBodies,
      untrustedProxy: parts.untrustedProxy, uses: parts.counts.keys, logger: parts.logger,
      requestId: parts.requestId)
    let head = HTTPRequest(method: .post, scheme: "http", authority: nil, path: "/")
    let verification = TextVerification(
      checker: parts.chains, sender: .appStore,
      entry: factory.entry(head, from: ClientAddress(v4: 0xCB00_7107)), metrics: parts.metrics)
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    for (count, isOnLoop) in [(32 * 1024, true), (32 * 1024 + 1, false)] {
      let place = Mutex<Bool?>(nil)
      let text = String(repeating: "a", count: count)
      _ = try await withTaskExecutorPreference(EventLoopExecutor(loop)) {
        try await verification.verdict(of: text) { verifier in
          place.withLock { $0 = MultiThreadedEventLoopGroup.currentEventLoop != nil }
          return verifier.transaction(text, at: TestStore.clock)
        }
      }
      #expect(place.withLock { $0 } == isOnLoop)
    }
  }
}

import HTTPTransport
import NIOPosix
import Testing

@Suite("Work beside an event loop")
struct EventLoopTests {
  @Test("is awaited on the event loop, and leaves it for the work alone")
  func helper() async throws {
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    let places = await withTaskExecutorPreference(EventLoopExecutor(loop)) {
      let before = await Self.isOnEventLoop()
      let during = await offEventLoop { MultiThreadedEventLoopGroup.currentEventLoop != nil }
      return [before, during, await Self.isOnEventLoop()]
    }
    #expect(places == [true, false, true])
  }

  @concurrent private static func isOnEventLoop() async -> Bool {
    MultiThreadedEventLoopGroup.currentEventLoop != nil
  }
}

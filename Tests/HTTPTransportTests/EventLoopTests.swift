import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import HTTPTransport

@Suite("Work beside an event loop")
struct EventLoopTests {
  private final class Steps: Sendable {
    let all = Mutex<[String]>([])

    func add(_ step: String) { all.withLock { $0.append(step) } }
  }

  @TaskLocal private static var request: String?

  /// The second would otherwise stand on the stack of the first, and pipelined requests on each other.
  @Test("a task begins before the call returns, and one that it begins comes after it")
  func order() async throws {
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    let executor = EventLoopExecutor(loop)
    let steps = Steps()
    try await loop.submit {
      _ = executor.start {
        steps.add("first")
        _ = executor.start { steps.add("second") }
        steps.add("end of first")
      }
      steps.add("returned")
    }.get()
    // Behind the second in the queue of the loop.
    try await loop.submit {}.get()
    #expect(steps.all.withLock { $0 } == ["first", "end of first", "returned", "second"])
  }

  @Test("a task knows nothing of the one that began it")
  func inheritance() async throws {
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    let executor = EventLoopExecutor(loop)
    let steps = Steps()
    try await loop.submit {
      _ = executor.start {
        Self.$request.withValue("one") {
          _ = executor.start { steps.add(Self.request ?? "none") }
        }
      }
    }.get()
    try await loop.submit {}.get()
    #expect(steps.all.withLock { $0 } == ["none"])
  }

  /// An actor whose jobs yield.
  private actor Yielding {
    private nonisolated let executor = YieldingExecutor()
    private var order: [Int] = []

    nonisolated var unownedExecutor: UnownedSerialExecutor {
      unsafe executor.asUnownedSerialExecutor()
    }

    var isOnEventLoop: Bool { MultiThreadedEventLoopGroup.currentEventLoop != nil }

    func add(_ number: Int) -> [Int] {
      order.append(number)
      return order
    }

    #if os(Linux)
    var priority: Int { YieldingThread.priority }
    #endif
  }

  @Test("of a yielding actor is done on a thread that yields, one piece after the other")
  func yielding() async throws {
    let actor = Yielding()
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    let isOnEventLoop = await withTaskExecutorPreference(EventLoopExecutor(loop)) {
      await actor.isOnEventLoop
    }
    #expect(!isOnEventLoop)
    #if os(Linux)
    #expect(await actor.priority == 10)
    #endif
    let numbers = await withTaskGroup(of: Void.self) { group in
      for number in 0..<100 { group.addTask { _ = await actor.add(number) } }
      await group.waitForAll()
      return await actor.add(100)
    }
    #expect(numbers.sorted() == Array(0...100))
  }
}

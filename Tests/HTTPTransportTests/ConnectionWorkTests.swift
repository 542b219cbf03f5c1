import NIOCore
import NIOEmbedded
import Synchronization
import Testing

@testable import HTTPTransport

/// The end of a service waits for its routes; if the wait is cancelled, the routes end.
@Suite("The work of a connection", .timeLimit(.minutes(10)))
struct ConnectionWorkTests {
  private final class Steps: Sendable {
    let all = Mutex<[String]>([])

    func add(_ step: String) { all.withLock { $0.append(step) } }
  }

  private static func work(on channel: NIOAsyncTestingChannel) async throws -> ConnectionWork {
    let loop = channel.testingEventLoop
    return try await loop.executeInContext {
      ConnectionWork(of: channel, on: EventLoopExecutor(loop))
    }
  }

  /// Begins a route, which has reached its first wait once this returns.
  private static func begin(
    _ work: ConnectionWork, on channel: NIOAsyncTestingChannel, _ steps: Steps,
    _ route: @escaping @Sendable () async -> Void
  ) async throws {
    try await channel.testingEventLoop.executeInContext {
      work.begin(
        {
          steps.add("route begins")
          await route()
          steps.add("route ends")
        },
        then: { steps.add("answer is used") })
    }
  }

  /// Runs what the event loop has to do, until `task` is done.
  private static func drive(
    _ channel: NIOAsyncTestingChannel, until task: Task<Void, Never>
  ) async {
    let driving = Task {
      while !Task.isCancelled { await channel.testingEventLoop.run() }
    }
    await task.value
    driving.cancel()
    await driving.value
  }

  /// The first route is done at once, and the use of its answer begins the second one.
  @Test("cancels the route that works, not one that began before it")
  func nested() async throws {
    let channel = NIOAsyncTestingChannel()
    let steps = Steps()
    let work = try await Self.work(on: channel)
    try await channel.testingEventLoop.executeInContext {
      work.begin({ steps.add("first") }) { _ in
        work.begin({
          await withTaskCancellationHandler {
            try? await Task.sleep(for: .seconds(600))  // Until it is cancelled.
          } onCancel: {
            steps.add("second is cancelled")
          }
        }) { _ in steps.add("second is used") }
      }
    }
    let ending = Task { await work.end() }
    ending.cancel()
    await Self.drive(channel, until: ending)
    #expect(steps.all.withLock { $0 } == ["first", "second is cancelled", "second is used"])
  }

  @Test("has not ended while a route of a closed connection works")
  func waits() async throws {
    let channel = NIOAsyncTestingChannel()
    let (gate, opener) = AsyncStream<Void>.makeStream()
    let steps = Steps()
    let work = try await Self.work(on: channel)
    try await Self.begin(work, on: channel, steps) { for await _ in gate { break } }
    #expect(steps.all.withLock { $0 } == ["route begins"])
    try await channel.close()
    let end = Task {
      await work.end()
      steps.add("work ends")
    }
    // Turns enough for an end that does not wait, which takes three. A busy machine makes a turn long.
    for _ in 0..<20 {
      await channel.testingEventLoop.run()
      await Task.yield()
    }
    opener.yield()
    await Self.drive(channel, until: end)
    #expect(
      steps.all.withLock { $0 } == ["route begins", "route ends", "answer is used", "work ends"])
  }

  @Test("is cancelled with who waits for its end")
  func cancels() async throws {
    let channel = NIOAsyncTestingChannel()
    let steps = Steps()
    let work = try await Self.work(on: channel)
    // A stream that never has anything ends when its task is cancelled.
    let (never, source) = AsyncStream<Void>.makeStream()
    try await Self.begin(work, on: channel, steps) { for await _ in never {} }
    try await channel.close()
    let end = Task { await work.end() }
    end.cancel()
    await Self.drive(channel, until: end)
    #expect(steps.all.withLock { $0 } == ["route begins", "route ends", "answer is used"])
    source.finish()
  }
}

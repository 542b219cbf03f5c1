import HTTPTransport
import PaywallServer
import Synchronization
import TestSupport
import Testing

/// Long bodies are read in turns, on threads that yield to the event loops.
@Suite("Long bodies")
struct LongBodyTests {
  private let thread = HeldThread()

  /// Adds pieces of work one after the other, lets threads begin, and returns their order.
  ///
  /// - Parameters:
  ///   - pieces: the owner's letter and a number.
  ///   - during: happens within the piece.
  private func order(
    _ pieces: [String], threads: Int, during: @escaping @Sendable (String) -> Void = { _ in }
  ) async throws -> [String] {
    let queue = YieldingQueue<Character>(threads: threads, start: thread.start)
    let log = Log()
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      for (index, piece) in pieces.enumerated() {
        tasks.addTask {
          try await queue.run(for: piece.first ?? "?") {
            during(piece)
            log.note(piece)
          }
        }
        await until { queue.count == index + 1 }
      }
      while thread.count > 0 { thread.runFirst() }
      try await tasks.waitForAll()
    }
    #expect(queue.owners == 0 && queue.count == 0)
    return log.all
  }

  @Test("of several senders are read in turns, those of one in their order")
  func turns() async throws {
    let order = try await order(["a1", "a2", "a3", "b1", "c1", "b2"], threads: 1)
    #expect(order == ["a1", "b1", "c1", "a2", "b2", "a3"])
  }

  @Test("of one sender are read one at a time, while others use the other threads")
  func oneEach() async throws {
    // The second thread begins while the first has a piece of 'a' in hand.
    let order = try await order(["a1", "a2", "b1"], threads: 2) { [thread] piece in
      if piece == "a1" { thread.runFirst() }
    }
    #expect(order == ["b1", "a1", "a2"])
  }

  @Test("start a thread each, up to the most; those end when nothing waits")
  func threads() async throws {
    let queue = YieldingQueue<Int>(threads: 2, start: thread.start)
    for _ in 0..<2 {
      try await withThrowingTaskGroup(of: Int.self) { tasks in
        for owner in 0..<5 { tasks.addTask { try await queue.run(for: owner) { owner } } }
        await until { queue.count == 5 }
        #expect(thread.count == 2)
        thread.run()
        let sum = try await tasks.reduce(0, +)
        #expect(sum == 10)
      }
    }
  }

  @Test("are read where the system has no thread to give; a refusal reaches its request")
  func noThread() async throws {
    let queue = YieldingQueue<Int>(threads: 1, start: { _ in false })
    #expect(try await queue.run(for: 1) { 7 } == 7)
    await #expect(throws: Odd.self) { try await queue.run(for: 1) { throw Odd() } }
    await until { queue.owners == 0 }
  }

  #if os(Linux)
  @Test("are read by threads of a lower priority")
  func priority() async throws {
    let queue = YieldingQueue<Int>(threads: 1)
    #expect(try await queue.run(for: 1) { YieldingThread.priority } == 10)
  }
  #endif

  /// A client key ships in every app, so its senders are told apart by address.
  @Test(
    "belong to an address with a client key, to the key of a server, and to who posts notifications",
    arguments: [
      ("/v1/exposures", "client-key", 2), ("/v1/placements/onboarding", "client-key", 2),
      ("/v1/transactions", "server-key", 1), ("/v1/appstore/notifications", "", 2),
    ])
  func senders(_ path: String, _ key: String, _ count: Int) async throws {
    var testServer = try Writing.testServer()
    let queue = YieldingQueue<BucketOwner>(threads: 1, start: thread.start)
    testServer.longBodies = queue
    let server = try testServer.application()
    let request = "POST \(path)\nX-API-Key: \(key)\n\n{}\(String(repeating: " ", count: 9_000))"
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      for address in ["192.0.2.7", "192.0.2.8"] {
        tasks.addTask { _ = try await TestServer.send(request, to: server, from: address) }
      }
      await until { queue.count == 2 }
      #expect(queue.owners == count)
      thread.run()
      try await tasks.waitForAll()
    }
  }
}

private struct Odd: Error {}

/// The pieces that were done, in their order.
private final class Log: Sendable {
  private let notes = Mutex<[String]>([])
  var all: [String] { notes.withLock { $0 } }

  func note(_ text: String) { notes.withLock { $0.append(text) } }
}

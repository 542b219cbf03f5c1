import HTTPTransport
import NIOPosix
import PaywallCatalog
import Synchronization
import TestSupport
import Testing

@testable import AppStore
@testable import PaywallServer

@Suite("Chains that wait to be checked")
struct ChainQueueTests {
  static func chain(_ name: String) -> UnknownChain { UnknownChain([Array(name.utf8), []]) }
  static func sender(_ number: Int) -> BucketOwner { BucketOwner(key: UInt64(number)) }

  private static func names(_ queue: inout ChainQueue) -> [String] {
    var names: [String] = []
    while let chain = queue.next() {
      names.append(String(decoding: chain.certificates[0], as: UTF8.self))
    }
    return names
  }

  @Test("the senders of a lane take turns, and each has so many places")
  func senders() {
    var queue = ChainQueue()
    for number in 0..<10 {
      let arrival = queue.add(Self.chain("a\(number)"), .client, from: Self.sender(1))
      #expect(arrival.isWaiting == (number < ChainQueue.senderLimit))
    }
    for name in ["b0", "b1"] {
      #expect(queue.add(Self.chain(name), .client, from: Self.sender(2)).isWaiting)
    }
    #expect(queue.add(Self.chain("c0"), .client, from: Self.sender(3)).isWaiting)
    #expect(Self.names(&queue) == ["a0", "b0", "c0", "a1", "b1", "a2", "a3"])
  }

  @Test("a late sender comes before the second turn of the others")
  func late() {
    var queue = ChainQueue()
    for number in 0..<4 {
      _ = queue.add(Self.chain("a\(number)"), .client, from: Self.sender(1))
    }
    #expect(queue.next() == Self.chain("a0"))
    #expect(queue.next() == Self.chain("a1"))
    _ = queue.add(Self.chain("b0"), .client, from: Self.sender(2))
    #expect(Self.names(&queue) == ["b0", "a2", "a3"])
  }

  @Test("the lanes take turns, so that a full one holds up nobody in another")
  func lanes() {
    var queue = ChainQueue()
    for number in 0..<ChainQueue.laneLimit {
      let arrival = queue.add(Self.chain("\(number)"), .client, from: Self.sender(number))
      #expect(arrival.isWaiting)
    }
    #expect(!queue.add(Self.chain("late"), .client, from: Self.sender(1000)).isWaiting)
    #expect(queue.next() == Self.chain("0"))
    #expect(queue.add(Self.chain("apple"), .appStore, from: Self.sender(1)).isWaiting)
    #expect(queue.add(Self.chain("server"), .server, from: Self.sender(1)).isWaiting)
    #expect(queue.next() == Self.chain("apple"))
    #expect(queue.next() == Self.chain("server"))
    #expect(queue.next() == Self.chain("1"))
  }

  @Test("a full lane makes room for somebody by whoever has more places")
  func displaced() {
    var queue = ChainQueue()
    for number in 0..<ChainQueue.laneLimit {
      _ = queue.add(Self.chain("\(number)"), .client, from: Self.sender(number / 4))
    }
    let arrival = queue.add(Self.chain("new"), .client, from: Self.sender(1000))
    #expect(arrival.isWaiting && arrival.displaced != nil)
    #expect(queue.count == ChainQueue.laneLimit)
    #expect(queue.contains(Self.chain("new")))
    #expect(arrival.displaced.map { queue.contains($0) } == false)
  }

  @Test("what several send waits once, and in the lane of each kind of sender")
  func same() {
    var queue = ChainQueue()
    for number in 0..<20 {
      _ = queue.add(Self.chain("\(number)"), .client, from: Self.sender(number))
    }
    for number in 100..<200 {
      #expect(queue.add(Self.chain("19"), .client, from: Self.sender(number)).isWaiting)
    }
    #expect(queue.count == 20)
    #expect(queue.add(Self.chain("19"), .appStore, from: Self.sender(1)).isWaiting)
    #expect(queue.next() == Self.chain("19"))
    #expect(queue.count == 19 && !queue.contains(Self.chain("19")))
  }

  private func verifier() throws -> Verifier {
    Verifier(AppIdentity(bundleId: "b", environments: [.production]))
  }

  @Test("who waits for one chain waits for one check of it")
  func once() async throws {
    let thread = HeldThread()
    let checks = Mutex(0)
    let checker = ChainChecker(
      check: { _, _ in
        checks.withLock { $0 += 1 }
        return nil
      }, start: thread.start)
    let verifier = try verifier()
    await withTaskGroup(of: ChainChecker.Outcome.self) { tasks in
      for number in 0..<50 {
        tasks.addTask {
          await checker.outcome(
            of: Self.chain("new"), by: verifier, number % 2 == 0 ? .client : .appStore,
            from: Self.sender(number))
        }
      }
      await until { checker.waiting == 50 }
      thread.run()
      for await outcome in tasks { #expect(outcome == .isKnown) }
    }
    #expect(checks.withLock { $0 } == 1)
    #expect(checker.count == 0)
  }

  @Test("nobody waits where there is no thread, nor who had to make room")
  func busy() async throws {
    let verifier = try verifier()
    let none = ChainChecker(start: { _ in false })
    #expect(
      await none.outcome(of: Self.chain("a"), by: verifier, .client, from: Self.sender(1)) == .busy)
    #expect(none.count == 0)
  }

  @Test("a chain is checked on no event loop, and on a thread that yields to all")
  func place() async throws {
    let places = Mutex<[Bool]>([])
    let checker = ChainChecker(check: { _, _ in
      places.withLock {
        $0 = [MultiThreadedEventLoopGroup.currentEventLoop == nil, YieldingThread.priority == 19]
      }
      return nil
    })
    let outcome = await checker.outcome(
      of: Self.chain("a"), by: try verifier(), .client, from: Self.sender(1))
    #expect(outcome == .isKnown)
    #expect(places.withLock { $0 } == [true, true])
  }
}

import Synchronization
import TestSupport
import Testing

/// What tests that start programs wait for each other by.
@Suite struct TurnsTests {
  final class Counts: Sendable {
    let now = Atomic(0)
    let most = Atomic(0)
    let all = Atomic(0)

    var over: Int { all.load(ordering: .relaxed) }

    func work() async {
      most.max(now.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
      await Task.yield()
      now.subtract(1, ordering: .relaxed)
      all.add(1, ordering: .relaxed)
    }
  }

  @Test func `Who has a turn needs no other`() async {
    let (turns, counts) = (Turns(1), Counts())
    for _ in 0..<3 {
      Task { await turns.take { await turns.take { await counts.work() } } }
    }
    await until { counts.over == 3 }
  }

  @Test func `No more are in turn at a time than may be, and all come`() async {
    let (turns, counts) = (Turns(2), Counts())
    for _ in 0..<50 {
      Task { await turns.take { await counts.work() } }
    }
    await until { counts.over == 50 }
    #expect(counts.most.load(ordering: .relaxed) == 2)
  }
}

import AppStoreFixtures
import Testing

@testable import AppStore

/// Asynchronous work that waits for nothing, run where it is asked for.
@Suite struct CallingThreadTests {
  @TaskLocal static var mark = 0

  private static func twice(_ number: Int) async -> Int { number * 2 }

  private static let work: @Sendable () async -> Int = {
    var sum = 0
    for number in 0..<10 { sum += await twice(number) }
    return sum
  }

  @Test func `It gives its answer without a task around it`() {
    #expect(CallingThread.run(Self.work) == 90)
  }

  @MainActor @Test func `It gives its answer on the main actor`() async {
    #expect(CallingThread.run(Self.work) == 90)
    MainActor.assertIsolated()
    await Task.yield()
    MainActor.assertIsolated()
  }

  @Test func `The task around it goes on as it was`() async {
    await Self.$mark.withValue(7) {
      let task = unsafe withUnsafeCurrentTask { unsafe $0?.hashValue }
      #expect(CallingThread.run(Self.work) == 90)
      #expect(Self.mark == 7)
      #expect(unsafe withUnsafeCurrentTask { unsafe $0?.hashValue } == task)
      await Task.yield()
      #expect(Self.mark == 7)
      #expect(unsafe withUnsafeCurrentTask { unsafe $0?.hashValue } == task)
    }
  }

  @Test func `Work that waits for something else is left, and does not block`() async {
    let (stream, end) = AsyncStream.makeStream(of: Void.self)
    let answer = CallingThread.run {
      for await _ in stream {}
      return 1
    }
    #expect(answer == nil)
    end.finish()
  }

  @Test func `Many at once do not disturb each other`() async {
    await withTaskGroup(of: Int?.self) { group in
      for _ in 0..<200 { group.addTask { CallingThread.run(Self.work) } }
      for await answer in group { #expect(answer == 90) }
    }
  }
}

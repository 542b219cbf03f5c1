import TestSupport
import Testing

/// `PAYWALL_TEST_LIVES=1000 swift test --filter SequenceTests` plays 1000 lives.
@Suite("Random sequences of what happens to a client", .timeLimit(.minutes(60)))
struct SequenceTests {
  @Test(
    "no spinner is longer than the budget, no entitlement is lost or invented, no session has two variants"
  )
  func sequences() async {
    // The test runs in a process of its own, where one thread does everything and no time passes by
    // itself.
    await #expect(processExitsWith: .success) {
      try #require(SingleThread.shared.takeOver())
      // This is the first task on that thread.
      try await Task {
        for seed in 0..<rounds(20, all: 100, variable: "PAYWALL_TEST_LIVES") {
          try await RandomLife(seed).run()
        }
      }.value
    }
  }
}

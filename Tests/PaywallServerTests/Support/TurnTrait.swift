import TestSupport
import Testing

/// Each test waits for its turn before it opens a server, with its connections and its ledger.
struct TurnTrait: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await Turns.servers.take { try await function() }
  }
}

extension Trait where Self == TurnTrait {
  static var inTurn: TurnTrait { TurnTrait() }
}

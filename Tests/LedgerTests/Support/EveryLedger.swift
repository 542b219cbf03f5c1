import Ledger
import Testing

/// Runs a test on a new ledger of each kind, one after the other; a failure names the kind.
struct EveryLedger: TestTrait, TestScoping {
  @TaskLocal static var current: (any Ledger)?

  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    for kind in LedgerKind.allCases {
      let naming: IssueHandlingTrait = .compactMapIssues { issue in
        var issue = issue
        issue.comments.append("on \(kind.rawValue)")
        return issue
      }
      try await kind.withLedger { ledger in
        try await Self.$current.withValue(ledger) {
          try await naming.provideScope(for: test, testCase: testCase, performing: function)
        }
      }
    }
  }
}

extension Trait where Self == EveryLedger {
  static var everyLedger: Self { Self() }
}

/// The ledger on which a test with the trait `everyLedger` runs.
var ledger: any Ledger {
  guard let ledger = EveryLedger.current else {
    preconditionFailure("a test of the contract has the trait 'everyLedger'")
  }
  return ledger
}

import Testing

/// Runs a test in a folder of its own, which is gone after it.
struct InFolder: TestTrait, TestScoping {
  @TaskLocal static var current: TestFolder?

  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await withFolder { folder in
      try await Self.$current.withValue(folder) { try await function() }
    }
  }
}

extension Trait where Self == InFolder {
  static var inFolder: Self { Self() }
}

/// The folder of a test with the trait `inFolder`.
var folder: TestFolder {
  guard let folder = InFolder.current else {
    preconditionFailure("a test that asks for a folder has the trait 'inFolder'")
  }
  return folder
}

import Foundation
import Testing

/// Runs a test in a folder of its own, which is gone after it.
struct TestPlace: TestTrait, TestScoping {
  @TaskLocal static var current: URL?
  private enum Kind { case empty, example, repository, story }
  private let kind: Kind

  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    switch kind {
    case .empty: try await withFolder { try await Self.run(in: $0, function) }
    case .example: try await withCopyOfExample { try await Self.run(in: $0, function) }
    case .repository: try await withRepository { try await Self.run(in: $0, function) }
    case .story: try await LedgerTests().withStory { try await Self.run(in: $0, function) }
    }
  }

  private static func run(
    in folder: URL, _ function: @Sendable () async throws -> Void
  ) async throws {
    try await $current.withValue(folder) { try await function() }
  }

  fileprivate static let empty = TestPlace(kind: .empty)
  fileprivate static let example = TestPlace(kind: .example)
  fileprivate static let repository = TestPlace(kind: .repository)
  fileprivate static let story = TestPlace(kind: .story)
}

extension Trait where Self == TestPlace {
  /// Runs a test in an empty folder.
  static var inFolder: Self { .empty }
  /// Runs a test in a copy of the example app.
  static var inExample: Self { .example }
  /// Runs a test in a copy of the example app that is committed.
  static var inRepository: Self { .repository }
  /// Runs a test with a small configuration, a story of Apple's notifications and the root that
  /// signed them.
  static var inStory: Self { .story }
}

/// The folder of a test that runs in one.
var folder: URL {
  guard let folder = TestPlace.current else {
    preconditionFailure("a test that asks for a folder has the trait 'inFolder' or one like it")
  }
  return folder
}

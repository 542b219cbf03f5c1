package import LocalAppStoreServer
package import YAMLText

/// The result of one story.
package struct StoryResult: Sendable {
  package let story: Story
  /// The seed of the world's ids.
  package let seed: UInt64
  /// The first moment of the world, RFC 3339.
  package let start: String
  package var seconds: Double = 0
  package var notifications: [NotificationCard] = []
  package var differences: [StoryDifference] = []

  package var hasPassed: Bool { differences.isEmpty }
}

/// A difference from the story. It is thrown by a step that does not happen, so that the steps
/// after it report nothing.
package struct StoryDifference: Error, Sendable {
  package let range: SourceRange
  package let message: String
  /// Only for a value that was compared.
  package var expected: String?
  package var seen: String?
  package var help: String?

  package init(
    at range: SourceRange, _ message: String, expected: String? = nil, seen: String? = nil,
    help: String? = nil
  ) {
    self.range = range
    self.message = message
    self.expected = expected
    self.seen = seen
    self.help = help
  }

  /// - Parameter subject: the thing that was compared.
  init(_ mismatch: Expectation.Mismatch, in subject: String) {
    self.init(
      at: mismatch.range, mismatch.path.isEmpty ? subject : "\(subject) at \(mismatch.path)",
      expected: mismatch.expected, seen: mismatch.seen)
  }

  /// Reports the difference as a compiler reports a mistake.
  package func diagnostic(in file: String) -> Diagnostic {
    var text = message
    if let expected, let seen { text += ": expected \(expected), seen \(seen)" }
    return Diagnostic(.error, code: .init("difference"), in: file, at: range, text, help: help)
  }
}

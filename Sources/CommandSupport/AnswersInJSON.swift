package import ArgumentParser
package import HTTPDocuments

/// A command that prints its answer as JSON with `--json`.
package protocol AnswersInJSON: ParsableCommand {
  /// What it prints; an object has no other members. `paywall schema` prints this schema.
  static var answerSchema: Schema { get }
  /// Whether it prints one such value a line.
  static var answersInLines: Bool { get }
}

extension AnswersInJSON {
  package static var answersInLines: Bool { false }
}

extension Schema {
  package static let count = integer(from: 0)
  /// By name.
  package static let counts = map(to: count)
  /// `P1M`.
  package static let period = text(matching: "^P")
}

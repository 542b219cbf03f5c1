package import ArgumentParser
package import HTTPDocuments

/// A command that prints its answer as JSON with `--json`.
package protocol AnswersInJSON: ParsableCommand {
  /// The schema of the printed answer; an object has no other members. `paywall schema` prints it.
  static var answerSchema: Schema { get }
  /// True if it prints one such value a line.
  static var answersInLines: Bool { get }
}

extension AnswersInJSON {
  package static var answersInLines: Bool { false }
}

extension Schema {
  package static let count = integer(from: 0)
  /// Counts by name.
  package static let counts = map(to: count)
  /// `P1M`.
  package static let period = text(matching: "^P")
}

import HTTPDocuments
import ArgumentParser
import PaywallAPI

/// A command that prints its answer as JSON with `--json`.
protocol AnswersInJSON: ParsableCommand {
  /// What it prints; an object has no other members. `paywall schema` prints this schema.
  static var answerSchema: Schema { get }
  /// Whether it prints one such value a line.
  static var answersInLines: Bool { get }
}

extension AnswersInJSON {
  static var answersInLines: Bool { false }
}

extension Schema {
  static let count = integer(from: 0)
  /// By name.
  static let counts = map(to: count)
  /// `P1M`.
  static let period = text(matching: "^P")
}

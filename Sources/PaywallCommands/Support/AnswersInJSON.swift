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

/// A command that changes files, with the options for it.
protocol EditsFiles: AnswersInJSON {}

extension EditsFiles {
  static var answerSchema: Schema { .edit }
}

extension Schema {
  /// A change of a file.
  static let edit = object([
    .always("file", text, "The file that the command is about, from the folder."),
    .always("ending", words(["unchanged", "dryRun", "written"])),
    .maybe("commit", text, "Its short hash, with -m."),
    .always("effects", list(of: text), "What changes for visitors, a sentence each."),
    .always("warnings", list(of: text)),
    .always("difference", text, "The lines that change."),
    .always(
      "others", list(of: object([.always("file", text), .always("difference", text)])),
      "Further files that change with it."),
    .maybe("key", text, "The API key that was made; it is shown only now."),
  ])
}

extension Schema {
  /// `12.5%`.
  static let share = text(matching: "^[0-9]+(\\.[0-9]{1,2})?%$")
  static let count = integer(from: 0)
  /// By name.
  static let counts = map(to: count)
  /// `P1M`.
  static let period = text(matching: "^P")
}

import ArgumentParser
import CommandSupport

/// The options of every command that prints an answer.
struct AnswerOptions: ParsableArguments {
  @Flag(name: .customLong("json"), help: "Print JSON; 'paywall schema COMMAND' has its shape.")
  var isJSON = false

  /// Prints an answer as JSON, or else in words.
  func write(
    _ answer: some Encodable, to console: Console, words: (Console) -> String
  ) throws {
    if isJSON { return try console.write(json: answer) }
    console.write(words(console))
  }

  /// Prints a list as JSON, or else as a table.
  ///
  /// - Parameter none: the sentence for an empty list; `nil` for a table without rows.
  func write<Item: Encodable>(
    _ items: [Item], to console: Console, none: String?, _ columns: [Table.Column<Item>]
  ) throws {
    if isJSON { return try console.write(json: items) }
    if let none, items.isEmpty { return console.write(wrapped: none) }
    console.write(Table(of: items, columns).text(for: console))
  }
}

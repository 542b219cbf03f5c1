import ArgumentParser
import CatalogFiles
import HTTPDocuments
import PaywallAPI
import PaywallCatalog
import PaywallTextCoding
import SchemaValidation
import Testing

@testable import CommandSupport
@testable import LocalAppStoreCommands
@testable import PaywallCommands

/// The schemas of answers, which the output of every test must match.
enum AnswerContract {
  /// Records an issue if the JSON of a command does not match its schema.
  static func check(_ ended: Run, of arguments: [String]) {
    let format = arguments.firstIndex(of: "--format").map { arguments.dropFirst($0 + 1).first }
    guard arguments.contains("--json") || format == "json", !ended.output.isEmpty else { return }
    for complaint in complaints(about: ended.output, of: arguments) {
      Issue.record("\(arguments) prints JSON against its schema: \(complaint)")
    }
  }

  static func complaints(about output: String, of arguments: [String]) -> [String] {
    guard let command = answering(arguments) else { return ["it has no schema"] }
    let validator = SchemaValidator(root: command.answerSchema.documentWithComponents(title: ""))
    let values =
      command.answersInLines ? output.split(separator: "\n").map(String.init) : [output]
    return values.flatMap { text -> [String] in
      guard let value = try? JSONReader.read(Array(text.utf8)) else { return ["no JSON: \(text)"] }
      return validator.complaints(about: Content(value))
    }
  }

  /// The words of a line of `paywall`, or of one that begins with `local-app-store`.
  static func words(_ arguments: [String]) -> CommandWords {
    arguments.first == LocalAppStoreCommand.name
      ? CommandWords(Array(arguments.dropFirst()), of: LocalAppStoreCommand.self)
      : CommandWords(arguments, of: PaywallCommand.self)
  }

  /// The command that a command line names, if it answers in JSON.
  static func answering(_ arguments: [String]) -> (any AnswersInJSON.Type)? {
    words(arguments).command as? any AnswersInJSON.Type
  }
}

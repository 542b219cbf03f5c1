import HTTPDocuments
import ArgumentParser
import CatalogFiles
import PaywallAPI
import PaywallCatalog
import PaywallTextCoding
import SchemaValidation
import Testing

@testable import PaywallCommands

/// The schemas of answers, which every run of a test is held to.
enum AnswerContract {
  /// Records what a command printed as JSON and its schema does not say.
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

  /// The command that a command line names, if it answers in JSON.
  static func answering(_ arguments: [String]) -> (any AnswersInJSON.Type)? {
    CommandWords(arguments, of: PaywallCommand.self).command as? any AnswersInJSON.Type
  }
}

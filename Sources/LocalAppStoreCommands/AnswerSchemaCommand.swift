import ArgumentParser
import CatalogFiles
import CommandSupport
import HTTPDocuments

/// `local-app-store schema`.
struct AnswerSchemaCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "schema", "Print the JSON Schema of what a command prints with --json.",
    "'story schema' prints that of stories, for editors.",
    examples: "local-app-store schema buy", "local-app-store schema customer list")

  @Argument(help: "The command, as it is typed.") var command: [String]

  func run() async throws {
    let words = CommandWords(command, of: LocalAppStoreCommand.self)
    try words.check()
    guard let answering = words.command as? any AnswersInJSON.Type else {
      throw Failure(
        .no, "'\(words.text)' prints no JSON", help: "'local-app-store --help' lists the commands")
    }
    let schema = answering.answerSchema.document(title: "\(words.text) --json")
    Console.ofProcess().write(Schemas.text(of: schema))
  }
}

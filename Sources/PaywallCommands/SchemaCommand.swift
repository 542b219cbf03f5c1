import ArgumentParser
import CatalogFiles
import CommandSupport
import Foundation
import HTTPDocuments
import PaywallAPI
import PaywallAtomicFile
import PaywallCatalog
import YAMLText

/// `paywall schema`.
struct SchemaCommand: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    "schema", "Write JSON Schemas, with which an editor offers keys, values and ids.",
    """
    One for each kind of file, with the ids of this folder. A file says which is its own in the \
    first line: '# yaml-language-server: $schema=../.schema/experiment.json'.

    With the name of a command it prints the schema of what that command prints with --json. With \
    --keys it says in words what keys a kind of file has.
    """,
    examples: "paywall schema",
    "paywall schema experiment",
    "paywall schema experiment --keys",
    "paywall schema experiment list",
    "paywall schema --check")
  static let answerSchema = SchemaCard.schema

  @Argument(
    help: ArgumentHelp(
      "Print the schema of this kind of file, or of this command's JSON, instead of writing those of all kinds.",
      valueName: "kind-or-command"))
  var subject: [String] = []
  @Option(.folder, "Where to; default: .schema in the folder.") var out: String?
  @Flag(name: .customLong("check"), help: "Write nothing; exit with 1 if one is out of date.")
  var isCheck = false
  @Flag(name: .customLong("keys"), help: "Print the keys of the kind of file for people.")
  var showsKeys = false
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var answer: AnswerOptions

  func run() async throws {
    let console = Console.ofProcess()
    if showsKeys { return console.write(try keys(for: console)) }
    if let schema = try answerSchema() { return console.write(Schemas.text(of: schema)) }
    try configuration.checkFolder()
    let files = ConfigurationFiles.read(configuration.folder).0
    let schemas = Schemas.schemas(for: files).map {
      (name: $0.name, text: Schemas.text(of: $0.content))
    }
    if let kind = subject.first {
      let named = Dictionary(schemas.map { ($0.name, $0.text) }) { first, _ in first }
      guard let text = named[kind] else { throw noKind(kind) }
      return console.write(text)
    }
    let folder = out ?? "\(configuration.folder)/.schema"
    let stale = schemas.filter {
      FileManager.default.contents(atPath: "\(folder)/\($0.name).json") != Data($0.text.utf8)
    }
    if isCheck {
      let card = SchemaCard(folder: folder, stale: stale.map(\.name))
      if answer.isJSON { try console.write(json: card) }
      guard !stale.isEmpty else { return }
      throw Failure(
        .no, "out of date: \(stale.map { "\($0.name).json" }.joined(separator: ", "))",
        help: "'paywall schema' writes them again")
    }
    try write(stale, to: folder)
    if answer.isJSON {
      return try console.write(json: SchemaCard(folder: folder, written: stale.map(\.name)))
    }
    console.write("\(folder): \(stale.isEmpty ? "up to date" : "\(stale.count) written")")
  }

  private func noKind(_ kind: String) -> Failure {
    Failure(
      .no, "there is no kind of file '\(kind)'",
      help: Nearest.help(for: kind, among: Schemas.kinds) ?? "use \(Nearest.list(Schemas.kinds))")
  }

  /// Two lines for each key: its values, and its sentence.
  private func keys(for console: Console) throws -> String {
    guard let kind = subject.first, subject.count == 1 else {
      throw Failure(
        .wrongUsage, "--keys is for one kind of file", help: "use \(Nearest.list(Schemas.kinds))")
    }
    guard let (title, keys) = Schemas.keys(of: kind) else { throw noKind(kind) }
    return keys.reduce(into: console.strong(title)) { text, key in
      text += "\n\n\(console.strong(key.path))  \(key.values)"
      if key.isRequired { text += "; required" }
      if let value = key.byDefault { text += "; default: \(value)" }
      if let sentence = key.text { text += "\n    \(sentence)" }
    }
  }

  /// Returns the schema of a command's answer; `nil` unless a command is named, as a single word
  /// may be a kind of file.
  private func answerSchema() throws -> Content? {
    let words = CommandWords(subject, of: PaywallCommand.self)
    if let command = words.command as? any AnswersInJSON.Type, words.unknown == nil {
      let title = "\(words.text) --json" + (command.answersInLines ? ", a line" : "")
      return command.answerSchema.documentWithComponents(title: title)
    }
    guard subject.count > 1 else { return nil }
    try words.check()
    throw Failure(
      .no, "'\(words.text)' prints no JSON", help: "'paywall --help' lists the commands")
  }

  private func write(_ schemas: [(name: String, text: String)], to folder: String) throws {
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      for schema in schemas {
        try AtomicFile.replace(
          "\(folder)/\(schema.name).json", with: Array(schema.text.utf8), access: .kept)
      }
    } catch {
      let reason = (error as? AtomicFileError)?.reason ?? error.localizedDescription
      throw Failure(
        .failedOutside, "'\(folder)' cannot be written: \(reason)",
        help: "choose another place with --out")
    }
  }
}

/// The schemas in a folder, by the kinds of files that they are for.
private struct SchemaCard: Card {
  let folder: String
  var stale: [String] = []
  var written: [String] = []

  static let members = Members<Self> {
    $0.always("folder", .text) { $0.folder }
    $0.always("stale", .list(of: .text), "Out of date, with --check.") { $0.stale }
    $0.always("written", "The kinds of files whose schemas were written.") { $0.written }
  }
}

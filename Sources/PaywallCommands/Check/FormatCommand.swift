import ArgumentParser
import CatalogEditing
import CatalogFiles
import CommandSupport
import HTTPDocuments
import YAMLText

/// `paywall fmt`.
struct FormatCommand: PrintsAnswer {
  static let configuration = CommandConfiguration(
    "fmt", "Format the files; no meaning and no comment changes.",
    """
    Indentation by two, one blank line at most, no blanks at the ends of lines. Tables that are \
    aligned stay aligned. Former names become today's. A file that cannot be read is left as it is and reported.
    """,
    examples: "paywall fmt",
    "paywall fmt --check",
    "paywall fmt Experiments/annual-trial.yaml")
  static let answerSchema = Schema.object([
    .always("changed", .list(of: .text), "The files that changed, or would with --check.")
  ])

  @Argument(
    help: ArgumentHelp("Only these, from the folder.", valueName: "file"), completion: .file())
  var paths: [String] = []
  @Flag(name: .customLong("check"), help: "Write nothing; exit with 1 if a file would change.")
  var isCheck = false
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var answer: AnswerOptions

  func printed(on console: Console) async throws -> Printed<[String: [String]]> {
    try configuration.checkFolder()
    let files = ConfigurationFiles.read(configuration.folder).0
    var changed: [String] = []
    var refused = 0
    for path in try chosen(from: files) {
      let bytes = files.files[path] ?? []
      let (document, mistakes) = Document.parse(bytes, path: path)
      guard document.root != nil, mistakes.isEmpty else {
        refused += 1
        for mistake in mistakes {
          console.complain(
            mistake.text(source: document.source, colours: console.diagnosticColours))
        }
        if document.omitted > 0 { console.complain("\(path): and \(document.omitted) more") }
        continue
      }
      let named = FormerNames.edits(of: document, path: path).reduce(document) {
        (try? $0.applying($1)) ?? $0
      }
      guard let formatted = try? Array(named.formatted().source.text.utf8),
        formatted != bytes
      else { continue }
      changed.append(path)
      if !isCheck { try write(formatted, to: path, over: bytes) }
    }
    let isInOrder = changed.isEmpty && refused == 0
    return .parts(
      ["changed": changed], status: refused > 0 || isCheck && !changed.isEmpty ? .no : .fine
    ) { [changed] console in
      for path in changed { console.write(path) }
      if isInOrder, console.isTerminal { console.write("Every file is in order.") }
    }
  }

  private func chosen(from files: ConfigurationFiles) throws -> [String] {
    let known = files.files.keys.filter { $0.hasSuffix(".yaml") }.sorted()
    guard !paths.isEmpty else { return known }
    for path in paths where !known.contains(path) {
      throw Failure(
        .no, "'\(path)' is no file of this configuration",
        help: Nearest.help(for: path, among: known)
          ?? "name it from the folder: Experiments/annual-trial.yaml")
    }
    return paths
  }

  private func write(_ new: [UInt8], to path: String, over old: [UInt8]) throws {
    do {
      _ = try FileReplacement(of: path, in: configuration.folder, was: old, by: new).write()
    } catch {
      throw Failure(.failedOutside, "\(path): \(error.reason.message)", help: error.reason.help)
    }
  }
}

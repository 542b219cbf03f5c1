import CatalogFiles
import CommandSupport
import PaywallCatalog
import Serving
import YAMLText

/// Edits the configuration of a folder, which was read once and is valid.
struct ConfigurationEditor {
  let folder: String
  let console: Console
  let options: EditOptions
  let now: Timestamp
  let parsed: ParsedFiles
  let snapshot: Snapshot
  /// The warnings of the configuration.
  let report: Report

  var files: ConfigurationFiles { parsed.files }

  /// - Throws: a failure, after printing every mistake of the folder.
  init(
    _ configuration: ConfigurationOptions, _ options: EditOptions,
    for console: Console, at now: Timestamp
  ) throws {
    self.folder = configuration.folder
    self.console = console
    self.options = options
    self.now = now
    (snapshot, parsed, report) = try configuration.loadParsed(
      for: console, or: "nothing was changed",
      help: "fix the lines above first; 'paywall check' says when none are left")
    if options.message != nil { _ = try Git(folder, for: "-m") }
  }

  /// Returns an experiment with the document that declares it.
  func experiment(_ id: String) throws -> ExperimentFile {
    let experiment = try snapshot.experiments.named(id, "experiment")
    return ExperimentFile(
      experiment: experiment, document: document(ExperimentFile.path(of: id)), editor: self)
  }

  /// Returns a file of the configuration; an empty one if it does not exist.
  func document(_ path: String) -> Document {
    Document.parse(files.files[path] ?? [], path: path).0
  }

  /// Ends the command if the id cannot be the name of a file, or already has one.
  ///
  /// - Parameter verbs: the noun of the command that shows the existing one.
  func requireNew(_ path: String, _ noun: String, _ id: String, verbs: String) throws {
    try id.checkIsFileName()
    guard files.files[path] == nil else {
      throw Failure(
        .no, "there is \(noun) '\(id)' already",
        help: "'paywall \(verbs) show \(id)' shows it; choose another id")
    }
  }

  func change(of path: String, by edits: [Edit]) throws -> FileChange {
    FileChange(path: path, text: try document(path).text(after: edits, for: console))
  }
}

/// An experiment and the file that declares it.
struct ExperimentFile {
  let experiment: Experiment
  let document: Document
  let editor: ConfigurationEditor

  static func path(of id: String) -> String { ConfigurationPath.experiment(id) }

  var now: Timestamp { editor.now }
  var stage: Stage { experiment.stage(at: now) }

  /// Edits the file, as any other change.
  ///
  /// - Parameters:
  ///   - others: files that change with it.
  ///   - more: further changes for visitors, computed from the changed configuration.
  func apply(
    _ edits: [Edit], others: [FileChange] = [], question: String, done: String,
    effects: [String] = [], updatesPersonas: Bool = false, since base: Snapshot? = nil,
    more: (Snapshot) -> [String] = { _ in [] }
  ) throws {
    try editor.apply(
      Proposal(
        path: Self.path(of: experiment.id),
        text: try document.text(after: edits, for: editor.console), others: others,
        question: question, done: done, effects: effects, updatesPersonas: updatesPersonas),
      since: base, effects: more)
  }
}

extension Document {
  /// Returns the text of the file after these edits.
  ///
  /// - Throws: a failure with the line to edit by hand.
  func text(after edits: [Edit], for console: Console) throws -> String {
    do {
      return try applying(edits).source.text
    } catch {
      console.complain(error.reason.text(source: source, colours: console.diagnosticColours))
      throw Failure(
        .no, "the file cannot be edited without guessing, so nothing was changed",
        help: "make this change by hand")
    }
  }
}

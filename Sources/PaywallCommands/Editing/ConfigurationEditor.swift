import CatalogFiles
import CommandSupport
import PaywallCatalog
import YAMLText

/// Edits the configuration of a folder, which was read once and is valid.
struct ConfigurationEditor {
  let folder: String
  let console: Console
  let options: EditOptions
  let now: Timestamp
  let parsed: ParsedFiles
  let snapshot: Snapshot
  /// Its warnings.
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
      help: "mend the lines above first; 'paywall check' says when none are left")
    if options.message != nil { _ = try Git(folder, for: "-m") }
  }

  /// An experiment with the document that declares it.
  func experiment(_ id: String) throws -> ExperimentFile {
    let experiment = try snapshot.experiments.named(id, "experiment")
    let path = ExperimentFile.path(of: id)
    let (document, _) = Document.parse(files.files[path] ?? [], path: path)
    return ExperimentFile(experiment: experiment, document: document)
  }
}

extension ConfigurationEditor {
  /// Edits the file of an experiment, as any other change.
  ///
  /// - Parameter more: further changes for visitors, computed from the changed configuration.
  func apply(
    _ edits: [Edit], to file: ExperimentFile, question: String, done: String,
    effects: [String] = [], since base: Snapshot? = nil, more: (Snapshot) -> [String] = { _ in [] }
  ) throws {
    try apply(
      Proposal(
        path: ExperimentFile.path(of: file.experiment.id),
        text: try file.document.text(after: edits, for: console), question: question, done: done,
        effects: effects),
      since: base, effects: more)
  }
}

/// An experiment and the file it is written in.
struct ExperimentFile {
  let experiment: Experiment
  let document: Document

  static func path(of id: String) -> String { ConfigurationPath.experiment(id) }
}

extension Document {
  /// The text of the file after these edits.
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

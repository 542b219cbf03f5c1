/// A change of files that is not written yet.
struct Proposal {
  /// The path from the folder of the configuration: `Experiments/annual-trial.yaml`.
  var path: String
  /// The new text; `nil` deletes the file.
  var text: String?
  /// Further files, written after the first, all or none.
  var others: [FileChange] = []
  /// The question on a terminal: `Start 'annual-trial'?`.
  var question: String
  /// The message after writing: `Started 'annual-trial'.`
  var done: String
  /// The changes for visitors, a sentence each.
  var effects: [String] = []
  /// A key that was made for the change. It is shown once, and not stored.
  var key: String?
  /// The earlier name of a renamed persona, by its new one: an earlier failure is no new failure.
  var renamedPersonas: [String: String] = [:]
  /// True if personas are edited without --update-personas, to expect the changed content.
  var updatesPersonas = false

  /// All of the files, in the order in which they are written.
  var files: [FileChange] { [FileChange(path: path, text: text)] + others }
}

/// The new text of one file.
struct FileChange {
  var path: String
  /// The new text; `nil` deletes the file.
  var text: String?
}

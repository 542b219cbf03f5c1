/// A change of one file that is not written yet.
struct Proposal {
  /// From the folder of the configuration: `Experiments/annual-trial.yaml`.
  var path: String
  /// `nil` deletes the file.
  var text: String?
  /// The question on a terminal: `Start 'annual-trial'?`.
  var question: String
  /// The message after writing: `Started 'annual-trial'.`
  var done: String
  /// What changes for visitors, a sentence each.
  var effects: [String] = []
  /// A key that was made for it, for JSON: it is not stored.
  var key: String?
}

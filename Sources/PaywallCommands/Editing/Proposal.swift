/// A change of one file that was not written yet.
struct Proposal {
  /// From the folder of the configuration: `Experiments/annual-trial.yaml`.
  var path: String
  /// `nil` deletes the file.
  var text: String?
  /// What is asked: `Start 'annual-trial'?`.
  var question: String
  /// What is said once it is done: `Started 'annual-trial'.`
  var done: String
  /// What changes for visitors, a sentence each.
  var effects: [String] = []
  /// A key that was made for it, for JSON: it is kept nowhere else.
  var key: String?
}

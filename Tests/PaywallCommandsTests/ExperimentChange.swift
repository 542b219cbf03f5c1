import Foundation

/// A change of the file of an experiment of the example app.
struct ExperimentChange {
  private let file: String
  private let old: String
  private let new: String

  init(_ experiment: String, _ old: String, _ new: String) {
    (file, self.old, self.new) = ("Experiments/\(experiment).yaml", old, new)
  }

  func make(in folder: URL) throws { try replace(old, by: new, in: file, of: folder) }

  /// Returns the texts of all experiments, by the names of their files.
  static func files(in folder: URL) throws -> [String: String] {
    let names = try FileManager.default.contentsOfDirectory(
      atPath: folder.appending(path: "Experiments").path())
    return try Dictionary(
      uniqueKeysWithValues: names.map { ($0, try text("Experiments/\($0)", in: folder)) })
  }
}

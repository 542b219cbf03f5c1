/// Why an export was not written, for the operator. What it has published before is as it was.
package struct ExportProblem: Error, Hashable, Sendable {
  package let words: String
  /// The next step.
  package let help: String

  init(_ words: String, help: String) {
    self.words = words
    self.help = help
  }

  static func notOurs(_ folder: String, _ name: String) -> Self {
    Self(
      "the folder '\(folder)' has '\(name)', which no export wrote",
      help: "name a new folder, or one that an export wrote")
  }

  static func otherLedger(_ file: String) -> Self {
    Self(
      "'\(file)' is of an export of another ledger",
      help: "name the ledger of that export, or a new folder, which gets every row")
  }

  /// - Parameter difference: what is other than before.
  static func otherTerms(_ folder: String, _ difference: String) -> Self {
    Self(
      "the export in '\(folder)' has \(difference)",
      help: "go on with that, or name a new folder, which gets every row")
  }

  static func cut(_ file: String) -> Self {
    Self(
      "'\(file)' is not as the export wrote it: it was cut, or changed",
      help: "put it back, or name a new folder, which gets every row")
  }

  static func unreadable(_ file: String) -> Self {
    Self(
      "'\(file)' cannot be read as the state of an export",
      help: "put it back, or name a new folder, which gets every row")
  }

  static func disk(_ file: String, _ reason: String) -> Self {
    Self(
      "cannot write '\(file)': \(reason)",
      help: "make room or fix that, and run it again; nothing of this run was published")
  }
}

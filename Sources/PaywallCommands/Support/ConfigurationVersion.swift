import CatalogFiles
import CommandSupport
import Foundation
import PaywallCatalog

/// A named configuration: a folder, or a git revision of the current one.
struct ConfigurationVersion {
  /// The name in messages: `HEAD`, `the working tree`, `../app`.
  let name: String
  let files: ConfigurationFiles
  let snapshot: Snapshot

  /// Reads the current content of the folder.
  static func workingTree(
    _ configuration: ConfigurationOptions, for console: Console
  ) throws -> ConfigurationVersion {
    try configuration.checkFolder()
    return try ConfigurationVersion(
      folder: configuration.folder, called: "the working tree", for: console)
  }

  /// Reads a folder that holds Paywalls, or else a revision.
  init(_ word: String, _ configuration: ConfigurationOptions, for console: Console) throws {
    if (try? FileManager.default.contentsOfDirectory(atPath: "\(word)/Paywalls")) != nil {
      try self.init(folder: word, called: word, for: console)
    } else {
      try configuration.checkFolder()
      let git = try Git(configuration.folder, for: "comparing with '\(word)'")
      let (files, found) = try git.files(at: word)
      try self.init(
        files: files, found: Loader.load(ParsedFiles(files), found: found), called: word,
        for: console)
    }
  }

  private init(folder: String, called name: String, for console: Console) throws {
    let (files, found) = ConfigurationFiles.read(folder)
    try self.init(
      files: files, found: Loader.load(ParsedFiles(files), found: found), called: name, for: console
    )
  }

  private init(
    files: ConfigurationFiles, found: (snapshot: Snapshot?, report: Report), called name: String,
    for console: Console
  ) throws {
    let (snapshot, report) = found
    guard let snapshot else {
      console.complain(report.onlyErrors.text(colours: console.diagnosticColours))
      throw Failure(
        .no, "the configuration of \(name) has errors, so there is nothing to compare",
        help: "the lines above are those of \(name)")
    }
    self.name = name
    self.files = files
    self.snapshot = snapshot
  }
}

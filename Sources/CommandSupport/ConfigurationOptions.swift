package import ArgumentParser
package import CatalogFiles
import Foundation

package import PaywallCatalog

/// The location of the configuration.
package struct ConfigurationOptions: ParsableArguments {
  @Option(
    name: .customLong("config"), .folder,
    "The folder that holds Paywalls and Experiments. (default: this one or the nearest above)")
  package var given: String?

  package init() {}

  package var folder: String { given ?? Self.nearest }

  /// The folder that the command runs in, or the nearest above it that holds Paywalls.
  package static var nearest: String {
    var folder = "."
    for _ in 0..<64 where !FileManager.default.fileExists(atPath: "\(folder)/Paywalls") {
      folder = folder == "." ? ".." : "\(folder)/.."
    }
    return FileManager.default.fileExists(atPath: "\(folder)/Paywalls") ? folder : "."
  }

  /// Ends the command with status 3 if there is no such folder.
  package func checkFolder() throws {
    var isFolder = false
    let exists = FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder)
    guard exists, isFolder else {
      throw Failure(
        .failedOutside, "there is no folder '\(folder)'",
        help: "--config takes the folder that holds Paywalls and Experiments")
    }
  }

  /// The snapshot of the folder, if it has no errors.
  package var snapshot: Snapshot? {
    let (files, found) = ConfigurationFiles.read(folder)
    return Loader.load(ParsedFiles(files), found: found).0
  }

  /// The snapshot of the folder; one with errors prints them all and ends the command.
  package func load(for console: Console) throws -> Snapshot {
    try loadParsed(for: console).snapshot
  }

  /// Loads the snapshot in the same way, and returns it with the files.
  ///
  /// - Parameters:
  ///   - loss: the consequence of an error, in words that follow 'so'.
  ///   - help: what to do about it.
  package func loadParsed(
    for console: Console, or loss: String = "there is nothing to show yet",
    help: String = "fix the lines above; 'paywall check' says when none are left"
  ) throws -> (snapshot: Snapshot, parsed: ParsedFiles, report: Report) {
    try checkFolder()
    let (files, found) = ConfigurationFiles.read(folder)
    let parsed = ParsedFiles(files)
    let (snapshot, report) = Loader.load(parsed, found: found)
    guard let snapshot else {
      console.complain(report.text(colours: console.diagnosticColours))
      throw Failure(
        .no, "the configuration in '\(folder)' has errors, so \(loss)", help: help)
    }
    return (snapshot, parsed, report)
  }
}

extension Console {
  /// Prints an answer as JSON with sorted keys.
  package func write(json value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    write(jsonText: String(decoding: try encoder.encode(value), as: UTF8.self))
  }
}

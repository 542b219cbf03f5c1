import ArgumentParser
import PaywallCatalog
import CatalogFiles

import Foundation

/// Where the configuration is.
struct ConfigurationOptions: ParsableArguments {
  @Option(
    name: .customLong("config"), .folder,
    "The folder that holds Paywalls and Experiments. (default: this one or the nearest above)")
  var given: String?

  var folder: String { given ?? Self.nearest }

  /// The folder that the command runs in, or the nearest above it that holds Paywalls.
  static var nearest: String {
    var folder = "."
    for _ in 0..<64 where !FileManager.default.fileExists(atPath: "\(folder)/Paywalls") {
      folder = folder == "." ? ".." : "\(folder)/.."
    }
    return FileManager.default.fileExists(atPath: "\(folder)/Paywalls") ? folder : "."
  }

  /// Ends the command with status 3 if there is no such folder.
  func checkFolder() throws {
    var isFolder = false
    let exists = FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder)
    guard exists, isFolder else {
      throw Failure(
        .failedOutside, "there is no folder '\(folder)'",
        help: "--config takes the folder that holds Paywalls and Experiments")
    }
  }

  /// The snapshot of the folder; one with errors prints them all and ends the command.
  func load(for console: Console) throws -> Snapshot { try loadParsed(for: console).snapshot }

  /// The same, with the files.
  func loadParsed(
    for console: Console
  ) throws -> (snapshot: Snapshot, parsed: ParsedFiles) {
    try checkFolder()
    let (files, found) = ConfigurationFiles.read(folder)
    let parsed = ParsedFiles(files)
    let (snapshot, report) = Loader.load(parsed, found: found)
    guard let snapshot else {
      console.complain(report.text(colours: console.diagnosticColours))
      throw Failure(
        .no, "the configuration in '\(folder)' has errors, so there is nothing to show yet",
        help: "mend the lines above; 'paywall check' says when none are left")
    }
    return (snapshot, parsed)
  }
}

/// The options of every command that prints an answer.
struct AnswerOptions: ParsableArguments {
  @Flag(name: .customLong("json"), help: "Print JSON; 'paywall schema COMMAND' has its shape.")
  var isJSON = false
}

extension Console {
  /// Prints an answer as JSON with sorted keys.
  func write(json value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    write(jsonText: String(decoding: try encoder.encode(value), as: UTF8.self))
  }
}

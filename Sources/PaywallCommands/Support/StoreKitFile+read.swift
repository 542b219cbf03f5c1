import ArgumentParser
import CatalogFiles
import Foundation
import YAMLText

extension StoreKitFile {
  /// Reads an Xcode file and says on the console what is wrong with it; one that is no such file ends
  /// the command.
  static func read(_ path: String, for console: Console) throws -> StoreKitFile {
    guard let bytes = FileManager.default.contents(atPath: path) else {
      throw Failure(
        .failedOutside, "'\(path)' cannot be read",
        help: "name the .storekit file of the Xcode project")
    }
    let (file, diagnostics) = parse(Array(bytes), path: path)
    let source = readable(Array(bytes), path: path)
    for diagnostic in diagnostics {
      console.complain(diagnostic.text(source: source, colours: console.diagnosticColours))
    }
    guard let file else { throw ExitCode(ExitStatus.no.rawValue) }
    return file
  }
}

import ArgumentParser
package import CatalogFiles
import Foundation
import YAMLText

extension StoreKitFile {
  /// Reads an Xcode file and says on the console what is wrong with it; any other file ends the
  /// command.
  package static func read(_ path: String, for console: Console) throws -> StoreKitFile {
    let bytes = try Array(file: path, help: "name the .storekit file of the Xcode project")
    let (file, diagnostics) = parse(bytes, path: path)
    let source = readable(bytes, path: path)
    for diagnostic in diagnostics {
      console.complain(diagnostic.text(source: source, colours: console.diagnosticColours))
    }
    guard let file else { throw ExitCode(ExitStatus.no.rawValue) }
    return file
  }
}

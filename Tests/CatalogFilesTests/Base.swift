import TestSupport

@testable import CatalogFiles

/// The sample, on which the mistakes are laid.
enum Base {
  static let texts = SampleConfiguration.texts

  static var files: ConfigurationFiles { with([:]) }

  static func with(_ changes: [String: String]) -> ConfigurationFiles {
    ConfigurationFiles(files: texts.with(changes).bytes)
  }

  static func replacing(_ old: String, with new: String, in path: String) -> ConfigurationFiles {
    ConfigurationFiles(files: texts.replacing(old, with: new, in: path).bytes)
  }
}

import TestSupport

@testable import CatalogFiles

/// The sample, on which the mistakes are laid.
enum Base {
  static let texts = SampleConfiguration.texts

  static var files: ConfigurationFiles { with([:]) }

  static func with(_ changes: [String: String]) -> ConfigurationFiles {
    ConfigurationFiles(
      files: texts.merging(changes) { _, new in new }.mapValues { Array($0.utf8) })
  }
}

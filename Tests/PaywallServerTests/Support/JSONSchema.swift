import Foundation
import HTTPDocuments
import PaywallAPI
import PaywallCatalog
import PaywallServer

/// The schemas of another protocol, by their names below `$defs`.
struct JSONSchema {
  private let validator: Validator

  init(vector name: String) throws {
    let url = Bundle.module.bundleURL.appending(path: "Vectors/\(name)")
    validator = Validator(
      document: Content(try JSONReader.read(Array(try Data(contentsOf: url)))))
  }

  /// Returns the mistakes of a document; empty if the schema takes it.
  func complaints(about document: String, as component: String) -> [String] {
    guard let value = try? JSONReader.read(Array(document.utf8)) else { return ["no JSON"] }
    return validator.complaints(
      about: Content(value), .object([Content.Member("$ref", .text("#/$defs/\(component)"))]))
  }
}

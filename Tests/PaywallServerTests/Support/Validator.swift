import HTTPDocuments
import PaywallCatalog
import SchemaValidation

/// Holds values against the JSON Schemas of a document.
struct Validator {
  private let schemas: SchemaValidator

  /// - Parameter document: where `#/…` points into.
  init(document: Content) { schemas = SchemaValidator(root: document) }

  /// Returns the mistakes, as `/path: keyword`; empty if the schema takes the value.
  func complaints(about value: Content, _ schema: Content, at path: String = "") -> [String] {
    schemas.complaints(about: value, by: schema, at: path)
  }

  /// Returns the target of a pointer in this document.
  func target(of pointer: Content) -> Content? { schemas.target(of: pointer) }
}

extension Content {
  var string: String? { if case .text(let text) = self { text } else { nil } }
  var object: [Member]? { if case .object(let members) = self { members } else { nil } }
}

import HTTPDocuments
import PaywallCatalog
import SchemaValidation

/// Holds values against the JSON Schemas of a document.
struct Validator {
  private let schemas: SchemaValidator

  /// - Parameter document: where `#/…` points into.
  init(document: Content) { schemas = SchemaValidator(root: document) }

  /// What is wrong, as `/path: keyword`; empty if the schema takes the value.
  func complaints(about value: Content, _ schema: Content, at path: String = "") -> [String] {
    schemas.complaints(about: value, by: schema, at: path)
  }

  /// What a pointer of this document points to.
  func target(of pointer: Content) -> Content? { schemas.target(of: pointer) }
}

extension Content {
  var string: String? { if case .text(let text) = self { text } else { nil } }
  var object: [Member]? { if case .object(let members) = self { members } else { nil } }
}

package import HTTPDocuments

/// A value that a command prints as JSON.
package protocol Card: AnswerObject, Encodable {}

extension Card {
  package func encode(to encoder: any Encoder) throws {
    try JSONContent(content).encode(to: encoder)
  }
}

/// A name in an object of JSON.
package struct MemberName: CodingKey {
  package let stringValue: String
  package var intValue: Int? { nil }

  package init(_ name: String) { stringValue = name }
  package init?(stringValue: String) { self.stringValue = stringValue }
  package init?(intValue: Int) { nil }
}

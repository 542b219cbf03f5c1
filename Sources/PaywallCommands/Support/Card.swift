import HTTPDocuments
import PaywallAPI
import PaywallCatalog

/// A value that a command prints as JSON.
protocol Card: AnswerObject, Encodable {}

extension Card {
  func encode(to encoder: any Encoder) throws { try JSONContent(content).encode(to: encoder) }
}

/// A name in an object of JSON.
struct MemberName: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

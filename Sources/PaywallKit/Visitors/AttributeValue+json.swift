import PaywallCatalog
import PaywallDecisions
import PaywallTextCoding

extension AttributeValue {
  /// The value as the server reads it from JSON.
  var raw: RawAttribute {
    switch self {
    case .string(let text): .text(text)
    case .integer(let number): .integer(number)
    case .number(let number): .number(number)
    case .boolean(let value): .boolean(value)
    case .list(let texts): .list(texts)
    }
  }

  fileprivate var content: Content {
    switch self {
    case .string(let text): .text(text)
    case .integer(let number): .integer(number)
    case .number(let number): .number(number)
    case .boolean(let value): .boolean(value)
    case .list(let texts): .list(texts.map { .text($0) })
    }
  }
}

extension JSONText {
  /// Writes `"attributes":{…}`.
  mutating func attributes(_ attributes: [String: AttributeValue]) {
    raw("\"attributes\":")
    object(attributes)
  }

  /// Writes `{…}`, in the order of the names, so that the same attributes are the same text.
  mutating func object(_ attributes: [String: AttributeValue]) {
    let names = attributes.keys.sorted(byUTF8: \.self)
    content(
      .object(
        names.compactMap { name in attributes[name].map { Content.Member(name, $0.content) } }))
  }

  /// Writes `,"name":["…"]`.
  mutating func texts(_ name: String, _ texts: [String]) {
    raw(",")
    string(name)
    raw(":")
    list(texts) { $0.string($1) }
  }

  /// Writes `,"name":"…"`; nothing without a value.
  mutating func member(_ name: String, _ text: String?) {
    guard let text else { return }
    raw(",")
    string(name)
    raw(":")
    string(text)
  }
}

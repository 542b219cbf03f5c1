/// A value to write into a document. Keys keep their order.
package indirect enum YAMLValue: Hashable, Sendable {
  /// Written plain if that parses as this text, else in double quotes; a scalar that had quotes
  /// keeps them. `50%`, `true` and `3.10` are plain: the expected type gives the meaning.
  case text(String)
  /// Text that stays text in free-form content: always in quotes.
  case quoted(String)
  /// Written `null`.
  case null
  case list([YAMLValue], Style = .automatic)
  case mapping([Member], Style = .automatic)

  package struct Member: Hashable, Sendable {
    package var key: String
    package var value: YAMLValue

    package init(_ key: String, _ value: YAMLValue) {
      self.key = key
      self.value = value
    }
  }

  /// How a collection is written. Inside brackets everything is `flow`.
  package enum Style: Hashable, Sendable {
    /// Like the replaced value, else like its neighbours, else in brackets if it is short and flat.
    case automatic
    case flow
    case block
  }
}

extension YAMLValue: ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  package init(stringLiteral text: String) { self = .text(text) }

  package init(arrayLiteral items: YAMLValue...) { self = .list(items) }

  /// A mapping in the order of the literal.
  package init(dictionaryLiteral members: (String, YAMLValue)...) {
    self = .mapping(members.map { Member($0.0, $0.1) })
  }
}

extension YAMLValue {
  /// The content of a node, to be written again: styles of scalars are kept as far as they have a
  /// meaning.
  package init(_ node: Node) {
    switch node.value {
    case .scalar(let scalar) where scalar.isNull: self = .null
    case .scalar(let scalar) where scalar.style == .plain: self = .text(scalar.text)
    case .scalar(let scalar):
      self = scalar.hasTypedText ? .quoted(scalar.text) : .text(scalar.text)
    case .sequence(let items, let layout):
      self = .list(items.map(YAMLValue.init), layout == .flow ? .flow : .block)
    case .mapping(let entries, let layout):
      self = .mapping(
        entries.map { Member($0.key, YAMLValue($0.value)) }, layout == .flow ? .flow : .block)
    }
  }
}

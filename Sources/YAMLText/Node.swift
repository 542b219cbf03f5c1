/// A value in a YAML file with its place.
package struct Node: Sendable {
  package let value: Value
  package let range: SourceRange

  package init(_ value: Value, at range: SourceRange) {
    self.value = value
    self.range = range
  }

  package enum Value: Sendable {
    case scalar(Scalar)
    case sequence([Node], Layout)
    case mapping([Entry], Layout)
  }

  /// Text without a type: the type is that expected at its place.
  package struct Scalar: Sendable {
    package let text: String
    package let style: Style

    package init(_ text: String, style: Style) {
      self.text = text
      self.style = style
    }

    /// A plain scalar without text, or a null of YAML 1.2.
    package var isNull: Bool {
      style == .plain && ["", "~", "null", "Null", "NULL"].contains(text)
    }
  }

  /// One `key: value` of a mapping, in the order of the file. Keys are distinct.
  package struct Entry: Sendable {
    package let key: String
    package let keyRange: SourceRange
    package let value: Node

    package init(key: String, keyRange: SourceRange, value: Node) {
      self.key = key
      self.keyRange = keyRange
      self.value = value
    }
  }

  /// How a scalar is written.
  package enum Style: Sendable { case plain, singleQuoted, doubleQuoted, literal, folded }

  /// Whether a collection is written with indentation or in brackets.
  package enum Layout: Sendable { case block, flow }
}

extension Node {
  package var scalar: Scalar? { if case .scalar(let scalar) = value { scalar } else { nil } }

  package var items: [Node]? { if case .sequence(let items, _) = value { items } else { nil } }

  package var entries: [Entry]? {
    guard case .mapping(let entries, _) = value else { return nil }
    return entries
  }

  package var isNull: Bool { scalar?.isNull ?? false }

  /// The kind of value, for a message: `a list`, `a mapping`, `text`, `nothing`.
  package var kind: String {
    switch value {
    case .scalar(let scalar): scalar.isNull ? "nothing" : "text"
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }
}

/// Writes values in the layout style of a file.
struct ValueWriter {
  let layoutStyle: LayoutStyle

  /// The preferred maximum width of lines.
  static let width = 80

  /// On one line, in brackets if it is a collection.
  func inline(
    _ value: YAMLValue, as style: Node.Style = .plain, in context: ScalarText.Context
  ) -> String {
    switch value {
    case .text(let text): return ScalarText.written(text, as: style, in: context)
    case .quoted(let text):
      let quotes = style == .singleQuoted ? style : .doubleQuoted
      return ScalarText.written(text, as: quotes, in: context)
    case .null: return "null"
    case .list(let items, _):
      return "[" + items.map { inline($0, in: .flow) }.joined(separator: ", ") + "]"
    case .mapping(let members, _):
      guard !members.isEmpty else { return "{}" }
      let entries = members.map { key($0.key, in: .flow) + ": " + inline($0.value, in: .flow) }
      let pad = layoutStyle.isPadded ? " " : ""
      return "{" + pad + entries.joined(separator: ", ") + pad + "}"
    }
  }

  func key(
    _ key: String, as style: Node.Style = .plain, in context: ScalarText.Context = .key
  ) -> String {
    ScalarText.written(key, as: style, in: context)
  }

  /// A key with its value. Lines are relative to the column of the key; the value of a one-line
  /// entry begins at least `column` columns after the key's start.
  func entry(_ member: YAMLValue.Member, indent: Int, valueColumn: Int? = nil) -> [String] {
    let key = key(member.key) + ":"
    if isInline(member.value, behind: indent + key.utf8.count + 1) {
      let blanks = max(1, (valueColumn ?? 0) - key.displayWidth)
      return [key + String(repeating: " ", count: blanks) + inline(member.value, in: .block)]
    }
    let step = member.value.isList ? layoutStyle.listStep : layoutStyle.step
    return [key] + lines(member.value, indent: indent + step).indented(by: step)
  }

  /// An item with its dash; lines are relative to the column of the dash.
  func item(_ value: YAMLValue, indent: Int) -> [String] {
    if isInline(value, behind: indent + 2, inList: true) {
      return ["- " + inline(value, in: .block)]
    }
    let lines = lines(value, indent: indent + 2)
    return ["- " + (lines.first ?? "")] + Array(lines.dropFirst()).indented(by: 2)
  }

  /// A collection without brackets, one entry below the other.
  func lines(_ value: YAMLValue, indent: Int) -> [String] {
    switch value {
    case .list(let items, _) where !items.isEmpty: items.flatMap { item($0, indent: indent) }
    case .mapping(let members, _) where !members.isEmpty:
      members.flatMap { entry($0, indent: indent) }
    default: [inline(value, in: .block)]
    }
  }

  /// Whether a value is written on the line of its key: scalars, empty collections, flow style, and
  /// short flat collections.
  func isInline(_ value: YAMLValue, behind column: Int, inList: Bool = false) -> Bool {
    switch value {
    case .text, .quoted, .null: return true
    case .list([], _), .mapping([], _), .list(_, .flow), .mapping(_, .flow): return true
    case .list(_, .block), .mapping(_, .block): return false
    case .list(let items, .automatic):
      return items.allSatisfy(\.isScalar) && isShort(value, behind: column)
    case .mapping(let members, .automatic):
      return !inList && members.allSatisfy(\.value.isFlat) && isShort(value, behind: column)
    }
  }

  private func isShort(_ value: YAMLValue, behind column: Int) -> Bool {
    column + inline(value, in: .block).displayWidth <= Self.width
  }
}

extension YAMLValue {
  var isScalar: Bool {
    switch self {
    case .text, .quoted, .null: true
    case .list, .mapping: false
    }
  }

  var isList: Bool {
    if case .list = self { true } else { false }
  }

  /// A scalar, or a list of scalars.
  fileprivate var isFlat: Bool {
    if case .list(let items, _) = self { items.allSatisfy(\.isScalar) } else { isScalar }
  }

  var style: Style {
    switch self {
    case .list(_, let style), .mapping(_, let style): style
    case .text, .quoted, .null: .automatic
    }
  }

  func styled(_ style: Style) -> YAMLValue {
    switch self {
    case .list(let items, _): .list(items, style)
    case .mapping(let members, _): .mapping(members, style)
    case .text, .quoted, .null: self
    }
  }
}

extension [String] {
  func indented(by count: Int) -> [String] {
    let margin = String(repeating: " ", count: count)
    return map { $0.isEmpty ? $0 : margin + $0 }
  }
}

extension String {
  /// Columns on a terminal.
  var displayWidth: Int { unicodeScalars.reduce(0) { $0 + $1.displayWidth } }
}

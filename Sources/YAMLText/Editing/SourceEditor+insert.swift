extension SourceEditor {
  /// Adds an entry to a block collection that has others, directly after the entry before it, or
  /// directly before the one after it; if blank lines separate all entries, they also separate the
  /// new one.
  func inserting(
    _ key: String?, _ value: YAMLValue, at index: Int, of node: Node, isBefore: Bool
  ) throws(EditRefusal) -> [Splice] {
    let entries = try blockEntries(of: node)
    let column = entries[0].column
    let writer = ValueWriter(layoutStyle: LayoutStyle(neighbours: node, root: root, bytes: bytes))
    let value = styled(value, among: entries, near: index)
    var lines: [String]
    if let key {
      try checkLength(of: key, at: entries[min(index, entries.count - 1)])
      let aligned = valueColumn(around: isBefore ? index : index - 1, in: entries)
      lines = writer.entry(.init(key, value), indent: column, valueColumn: aligned)
    } else {
      lines = writer.item(value, indent: column)
    }
    let isSpaced = isSpaced(entries)
    let margin = String(repeating: " ", count: column)
    if index == 0 {
      let first = entries[0]
      let lineBreak = lineBreakText(near: line(at: first.start))
      if isSpaced { lines.append("") }
      guard isFirstOnLine(first) else {
        let text = joined(lines, lineBreak, margin) + lineBreak + margin
        return [.insertion(text, at: first.start)]
      }
      let start = lineStart(at: regionStart(first))
      return [.insertion(margin + joined(lines, lineBreak, margin) + lineBreak, at: start)]
    }
    let end = regionEnd(entries[index - 1])
    if isBefore, !isSpaced {
      let start = lineStart(at: regionStart(entries[index]))
      if start > nextLine(after: line(at: end)) {
        let lineBreak = lineBreakText(near: line(at: start))
        return [.insertion(margin + joined(lines, lineBreak, margin) + lineBreak, at: start)]
      }
    }
    let lineBreak = lineBreakText(near: line(at: end))
    let text = (isSpaced ? lineBreak : "") + lineBreak + margin + joined(lines, lineBreak, margin)
    return [.insertion(text, at: end)]
  }

  /// Lines relative to a column, as text after that column.
  func joined(_ lines: [String], _ lineBreak: String, _ margin: String) -> String {
    lines.enumerated().map {
      $0.offset == 0 || $0.element.isEmpty ? $0.element : margin + $0.element
    }
    .joined(separator: lineBreak)
  }

  /// Whether there are several entries and blank lines between all of them.
  private func isSpaced(_ entries: [BlockEntry]) -> Bool {
    guard entries.count > 1 else { return false }
    for index in entries.indices.dropFirst() {
      guard isBlank(line(at: regionEnd(entries[index - 1])) + 1) else { return false }
    }
    return true
  }

  /// libyaml reads keys on one line and up to 1,024 characters.
  func checkLength(of key: String, at entry: BlockEntry) throws(EditRefusal) {
    guard ValueWriter(layoutStyle: LayoutStyle()).key(key).utf8.count > 1000 else { return }
    throw refusal(
      entry.start..<entry.markEnd, "the new key is longer than 1,000 bytes",
      help: "choose a shorter key")
  }

  /// A collection of automatic style is written as the nearest collection of its siblings.
  private func styled(
    _ value: YAMLValue, among entries: [BlockEntry], near index: Int
  ) -> YAMLValue {
    guard value.style == .automatic, !value.isScalar else { return value }
    for place in [index - 1, index] where entries.indices.contains(place) {
      switch entries[place].value.value {
      case .mapping(let entries, let layout) where !entries.isEmpty && !value.isList:
        return value.styled(layout == .flow ? .flow : .block)
      case .sequence(let items, let layout) where !items.isEmpty && value.isList:
        return value.styled(layout == .flow ? .flow : .block)
      default: continue
      }
    }
    return value
  }
}

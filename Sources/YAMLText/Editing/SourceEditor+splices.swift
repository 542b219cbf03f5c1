extension SourceEditor {
  /// The splices that make a change.
  func splices(for change: Change) throws(EditRefusal) -> [Splice] {
    guard let root else { return [newRoot(change)] }
    switch change {
    case .replace(let path, let value): return try replacing(path, by: value, in: root)
    case .insert(let path, let index, let key, let value, let isBefore):
      guard let node = root.value(at: path) else { return [] }
      let isInFlow = isInBrackets(path, in: root)
      if node.isBlockCollection {
        return try inserting(key, value, at: index, of: node, isBefore: isBefore)
      }
      if node.count > 0 || isInFlow {
        return try insertingInFlow(key, value, at: index, of: node)
      }
      let content: YAMLValue =
        key.map { .mapping([.init($0, value)], .block) } ?? .list([value], .block)
      return try replacing(path, by: content, in: root)
    case .remove(let path, let index):
      guard let node = root.value(at: path) else { return [] }
      guard node.isBlockCollection else { return try removingFromFlow(index, of: node) }
      return node.count > 1
        ? try removing(index, of: node) : try removingOnly(path, node, in: root)
    case .rename(let path, let index, let name):
      guard let node = root.value(at: path) else { return [] }
      return try renaming(index, of: node, to: name, isInFlow: !node.isBlockCollection)
    case .move(let path, let from, let to):
      guard let node = root.value(at: path), from != to else { return [] }
      return node.isBlockCollection
        ? try moving(from: from, to: to, of: node)
        : try movingInFlow(from: from, to: to, of: node)
    }
  }

  private func isInBrackets(_ path: DocumentPath, in root: Node) -> Bool {
    guard let parent = path.parent, let node = root.value(at: parent) else { return false }
    return !node.isBlockCollection
  }

  private func replacing(
    _ path: DocumentPath, by value: YAMLValue, in root: Node
  ) throws(EditRefusal) -> [Splice] {
    guard let node = root.value(at: path) else { return [] }
    if isInBrackets(path, in: root) { return try replacingInFlow(path, node, by: value, in: root) }
    let slot = try slot(path, in: root)
    let parent = path.parent.flatMap { root.value(at: $0) }
    var blanks: Int?
    if let parent, node.range.start == node.range.end, let step = path.steps.last,
      let index = parent.index(of: step)
    {
      let entries = try blockEntries(of: parent)
      blanks = valueColumn(around: index, in: entries, without: index).map {
        $0 - width(entries[index].start..<entries[index].markEnd)
      }
    }
    return try replacing(slot, by: value, near: parent, valueColumn: blanks)
  }

  private func slot(_ path: DocumentPath, in root: Node) throws(EditRefusal) -> Slot {
    guard let parent = path.parent, let step = path.steps.last, let node = root.value(at: parent),
      let index = node.index(of: step)
    else { return Slot(markEnd: root.range.start.offset, column: nil, isItem: false, value: root) }
    let entry = try blockEntries(of: node)[index]
    return Slot(
      markEnd: entry.markEnd, column: entry.column, isItem: entry.key == nil, value: entry.value)
  }

  private func replacingInFlow(
    _ path: DocumentPath, _ node: Node, by value: YAMLValue, in root: Node
  ) throws(EditRefusal) -> [Splice] {
    let parent = path.parent.flatMap { root.value(at: $0) }
    let layoutStyle = LayoutStyle(neighbours: parent, root: root, bytes: bytes)
    let text = ValueWriter(layoutStyle: layoutStyle).inline(
      value, as: node.scalar?.style ?? .plain, in: .flow)
    let range = node.range.start.offset..<node.range.end.offset
    try checkNoComment(in: range)
    guard range.isEmpty else {
      let splices = [Splice(range, text)]
      guard
        let comment = comment(
          behind: range.upperBound, movedTo: column(after: text, at: range.lowerBound))
      else { return splices + afterBrackets(range, text) }
      return splices + [comment]
    }
    guard let step = path.steps.last, case .key(let key) = step, let entry = parent?.entry(key)
    else { return [Splice(range, text)] }
    if let colon = flowColon(entry) { return [.insertion(" " + text, at: colon + 1)] }
    return [.insertion(": " + text, at: entry.keyRange.end.offset)]
  }

  /// A comment after the closing brackets of a line keeps its column.
  private func afterBrackets(_ range: Range<Int>, _ text: String) -> [Splice] {
    guard line(at: range.lowerBound) == line(at: range.upperBound),
      let hash = comments.first(in: range.upperBound..<lineEnd(at: range.upperBound))
    else { return [] }
    let end = hash - bytes[range.upperBound..<hash].reversed().prefix { $0 == 0x20 }.count
    let shift = text.displayWidth - width(range)
    let newEnd = width(lineStart(at: end)..<end) + shift
    return comment(behind: end, movedTo: newEnd).map { [$0] } ?? []
  }

  /// Removes the only entry with its comments and leaves empty brackets.
  private func removingOnly(
    _ path: DocumentPath, _ node: Node, in root: Node
  ) throws(EditRefusal) -> [Splice] {
    let entries = try blockEntries(of: node)
    let region = region(entries[0])
    let brackets = node.entries != nil ? "{}" : "[]"
    let slot = try slot(path, in: root)
    guard slot.column != nil, line(at: slot.markEnd) < line(at: region.lowerBound) else {
      return [Splice(entries[0].start..<region.upperBound, brackets)]
        + (region.lowerBound < entries[0].start
          ? [.removal(region.lowerBound..<entries[0].start)] : [])
    }
    let end = column(after: " " + brackets, at: slot.markEnd)
    let above = span(line(at: region.lowerBound) - 1).upperBound
    return [.insertion(" " + brackets, at: slot.markEnd), .removal(above..<region.upperBound)]
      + (comment(behind: slot.markEnd, movedTo: end).map { [$0] } ?? [])
  }

  /// Appends the first value to a file that has only comments.
  private func newRoot(_ change: Change) -> Splice {
    guard case .replace(_, let value) = change else { return .removal(0..<0) }
    let writer = ValueWriter(layoutStyle: LayoutStyle())
    let lines = writer.lines(value.styled(.block), indent: 0)
    let last = source.lineCount
    let lineBreak = lineBreakText(near: last)
    let text = joined(lines, lineBreak, "")
    return span(last).isEmpty
      ? .insertion(text + lineBreak, at: bytes.count)
      : .insertion(lineBreak + text, at: bytes.count)
  }
}

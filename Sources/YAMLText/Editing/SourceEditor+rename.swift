extension SourceEditor {
  /// Renames a key; aligned values and comments keep their columns, if there is room.
  func renaming(
    _ index: Int, of node: Node, to name: String, isInFlow: Bool
  ) throws(EditRefusal) -> [Splice] {
    guard let entry = node.entries?[index] else { return [] }
    let range = entry.keyRange.start.offset..<entry.keyRange.end.offset
    guard entry.keyRange.start.line == entry.keyRange.end.line else {
      throw refusal(range, "this key goes over several lines", help: "write it on one line")
    }
    let writer = ValueWriter(layoutStyle: LayoutStyle())
    let style: Node.Style =
      switch bytes[range.lowerBound..<range.upperBound].first {
      case UInt8(ascii: "'"): .singleQuoted
      case UInt8(ascii: "\""): .doubleQuoted
      default: .plain
      }
    let text = writer.key(name, as: style, in: isInFlow ? .flow : .key)
    guard !isInFlow else { return [Splice(range, text)] }

    let entries = try blockEntries(of: node)
    let block = entries[index]
    try checkLength(of: name, at: block)
    var splices = [Splice(range, text)]
    let newMark = text.displayWidth + width(range.upperBound..<block.markEnd)
    let left = width(lineStart(at: block.start)..<block.start)
    var end = left + newMark
    var oldEnd = block.markEnd
    if let (column, gap) = valueColumn(block) {
      let target = gap > 1 ? column : returnColumn(of: block, column, index, entries)
      let blanks = max(1, (target ?? 0) - newMark)
      let value = block.value.range
      splices.append(
        Splice(block.markEnd..<value.start.offset, String(repeating: " ", count: blanks)))
      oldEnd = value.end.offset
      end += blanks + width(value.start.offset..<oldEnd)
    } else if block.value.range.start.line == block.value.range.end.line,
      line(at: block.start) == block.value.range.start.line
    {
      oldEnd = max(oldEnd, block.value.range.end.offset)
      end += width(block.markEnd..<oldEnd)
    }
    if let comment = comment(behind: oldEnd, movedTo: end) { splices.append(comment) }
    return splices
  }

  /// The column of the neighbours' values, if this one is there too or was pushed to the right of
  /// it.
  private func returnColumn(
    of entry: BlockEntry, _ column: Int, _ index: Int, _ entries: [BlockEntry]
  ) -> Int? {
    guard let aligned = valueColumn(around: index, in: entries, without: index),
      column >= aligned
    else { return nil }
    return aligned
  }
}

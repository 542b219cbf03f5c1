extension SourceEditor {
  /// One blank after a colon, unless the value of the entry before or after is in the same column.
  func colonSplices() -> [Splice]? {
    guard let root else { return nil }
    var splices: [Splice] = []
    do throws(EditRefusal) { try space(root, &splices) } catch { return nil }
    return splices
  }

  private func space(_ node: Node, _ splices: inout [Splice]) throws(EditRefusal) {
    guard node.isBlockCollection else { return }
    let entries = try blockEntries(of: node)
    for (index, entry) in entries.enumerated() {
      try space(entry.value, &splices)
      guard entry.key != nil, let (column, gap) = valueColumn(entry), gap > 1,
        !isAligned(column, index, entries)
      else { continue }
      let start = entry.value.range.start.offset
      splices.append(Splice(entry.markEnd..<start, " "))
      let end = entry.value.range.end.offset
      let newEnd = width(lineStart(at: end)..<end) - gap + 1
      if let comment = comment(behind: end, movedTo: newEnd) { splices.append(comment) }
    }
  }

  private func isAligned(_ column: Int, _ index: Int, _ entries: [BlockEntry]) -> Bool {
    [index - 1, index + 1].contains { other in
      guard entries.indices.contains(other) else { return false }
      return valueColumn(entries[other])?.column == column
    }
  }

  /// Two blanks before a comment, unless it is aligned with its neighbour.
  func commentSplices() -> [Splice]? {
    comments.offsets.compactMap { hash in
      let line = line(at: hash)
      guard ownLineComment(line) == nil else { return nil }
      let gap = bytes[..<hash].reversed().prefix { $0 == 0x20 }.count
      guard gap < 2, !isAlignedComment(line) else { return nil }
      guard hash > 0, bytes[hash - 1] != 0x09 else { return nil }
      return Splice(hash - gap..<hash, "  ")
    }
  }

  private func isAlignedComment(_ line: Int) -> Bool {
    guard let column = commentColumn(line) else { return false }
    return commentColumn(line - 1) == column || commentColumn(line + 1) == column
  }
}

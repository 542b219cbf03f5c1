extension SourceEditor {
  /// Removes one of several entries of a block collection: its lines with its comments, and the
  /// blank lines that only separate it.
  func removing(_ index: Int, of node: Node) throws(EditRefusal) -> [Splice] {
    let entries = try blockEntries(of: node)
    let entry = entries[index]
    guard isFirstOnLine(entry) else { return [try removingFirst(entries)] }
    let region = region(entry)
    let lines = line(at: region.lowerBound)...line(at: region.upperBound)
    var (first, last) = (lines.lowerBound, lines.upperBound)
    let isLast = index == entries.count - 1
    let isAtEnd = nextLine(after: last) == bytes.count
    if index == 0 {
      while isBlank(last + 1) { last += 1 }
    } else if isBlank(last + 1) || isLast || isAtEnd {
      let floor = line(at: regionEnd(entries[index - 1]))
      while first - 1 > floor, isBlank(first - 1) { first -= 1 }
    }
    guard lineBreak(last).isEmpty, first > 1 else {
      return [.removal(span(first).lowerBound..<nextLine(after: last))]
    }
    return [.removal(span(first - 1).upperBound..<bytes.count)]
  }

  /// Removes the first key after a dash: the second one takes its place.
  private func removingFirst(_ entries: [BlockEntry]) throws(EditRefusal) -> Splice {
    let end = regionEnd(entries[0])
    guard regionStart(entries[1]) == entries[1].start,
      comments.first(in: end..<entries[1].start) == nil
    else {
      throw refusal(
        entries[0].start..<entries[0].markEnd,
        "a comment is between this key and the next, which would move after the dash",
        help: "move the comment, or remove the key by hand")
    }
    return .removal(entries[0].start..<entries[1].start)
  }
}

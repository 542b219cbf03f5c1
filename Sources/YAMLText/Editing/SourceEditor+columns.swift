/// Columns that people have aligned.
extension SourceEditor {
  /// The splice that moves the comment after `end` when the end of the text before it changes;
  /// `nil` without a comment.
  ///
  /// A comment that is aligned with one above or below keeps its column, or returns to it, if there
  /// is room. One that is far to the right also keeps its column. Any other keeps its distance.
  func comment(behind end: Int, movedTo newEnd: Int) -> Splice? {
    guard let hash = trailingComment(behind: end), isSpaces(end..<hash) else { return nil }
    let start = lineStart(at: end)
    let (oldEnd, column) = (width(start..<end), width(start..<hash))
    let gap = column - oldEnd
    var blanks = gap
    let neighbours = [line(at: end) - 1, line(at: end) + 1].compactMap(commentColumn)
    if neighbours.contains(column) {
      blanks = newEnd < column ? column - newEnd : 2
    } else if let aligned = neighbours.filter({ $0 < column && $0 <= oldEnd }).max(), gap == 2,
      newEnd < aligned
    {
      blanks = aligned - newEnd
    } else if gap > 2 {
      blanks = max(2, column - newEnd)
    }
    return Splice(end..<hash, String(repeating: " ", count: blanks))
  }

  /// The column of a trailing comment.
  func commentColumn(_ line: Int) -> Int? {
    guard line >= 1, line <= source.lineCount, let hash = comments.first(in: span(line)),
      ownLineComment(line) == nil
    else { return nil }
    return width(span(line).lowerBound..<hash)
  }

  /// The column after a splice on one line, counted from the start of the line.
  func column(after text: String, at offset: Int) -> Int {
    width(lineStart(at: offset)..<offset) + text.displayWidth
  }

  /// The column in which the values of one-line entries around a place are aligned, counted from
  /// the start of the key; `nil` unless blanks were put in to align them.
  func valueColumn(around index: Int, in entries: [BlockEntry], without own: Int? = nil) -> Int? {
    for step in [-1, 1] {
      var place = step < 0 ? min(index, entries.count - 1) : max(0, index)
      while entries.indices.contains(place), place == index || follows(place, step, entries) {
        if place != own, let (column, gap) = valueColumn(entries[place]), gap > 1 { return column }
        guard place == own || valueColumn(entries[place]) != nil else { break }
        place += step
      }
    }
    return nil
  }

  /// Whether only comments are between an entry and the adjacent one in the given direction.
  private func follows(_ place: Int, _ step: Int, _ entries: [BlockEntry]) -> Bool {
    guard entries.indices.contains(place - step) else { return true }
    let (upper, lower) = (entries[min(place, place - step)], entries[max(place, place - step)])
    return line(at: regionStart(lower)) - line(at: upper.start) == 1
  }

  /// The column of the value of a one-line entry, from the start of the key, and the number of
  /// blanks before it.
  func valueColumn(_ entry: BlockEntry) -> (column: Int, gap: Int)? {
    let start = entry.value.range.start.offset
    guard start > entry.markEnd, isSpaces(entry.markEnd..<start), entry.value.isOneLine else {
      return nil
    }
    return (width(entry.start..<start), start - entry.markEnd)
  }
}

extension Node {
  var isOneLine: Bool { range.start.line == range.end.line }
}

/// The new indentation of the lines of a document.
private struct Indentation {
  /// Columns of lines that begin with a key or a dash.
  var columns: [Int: Int] = [:]
  /// The shift of lines inside a value.
  var shifts: [Int: Int] = [:]
  /// The former columns of keys and dashes, by line.
  var oldColumns: [Int: Int] = [:]
  /// The lines of enclosing keys and dashes so far.
  var open: [Int] = []
  /// The next line that is neither blank nor a comment, by line.
  var following: [Int] = []

  /// Adds a line with a key or a dash.
  mutating func open(_ line: Int) {
    guard let column = oldColumns[line] else { return }
    while let last = open.last, oldColumns[last] ?? 0 >= column { open.removeLast() }
    open.append(line)
  }
  var splices: [Splice] = []
}

extension SourceEditor {
  /// Two spaces per level, also before the dashes of a list; one blank after a dash.
  func indentationSplices() -> [Splice]? {
    guard let root else { return nil }
    var layout = Indentation()
    do throws(EditRefusal) { try lay(root, column: 0, &layout) } catch { return nil }
    layout.following = followingLines()
    for line in 1...source.lineCount {
      layout.open(line)
      guard let column = newColumn(of: line, layout) else { continue }
      let range = span(line).lowerBound..<textStart(line)
      guard column != range.count, isSpaces(range) else { continue }
      layout.splices.append(Splice(range, String(repeating: " ", count: column)))
      if layout.columns[line] != nil, let comment = shiftedComment(line, by: column - range.count) {
        layout.splices.append(comment)
      }
    }
    return layout.splices
  }

  private func lay(
    _ node: Node, column: Int, _ layout: inout Indentation
  ) throws(EditRefusal) {
    guard node.isBlockCollection else { return }
    for entry in try blockEntries(of: node) {
      let entryLine = line(at: entry.start)
      if isFirstOnLine(entry) {
        layout.columns[entryLine] = column
        layout.oldColumns[entryLine] = entry.column
      }
      let start = entry.value.range.start.offset
      let isOnLine = line(at: start) == entryLine && start > entry.markEnd
      if entry.key == nil, isOnLine, start - entry.markEnd > 1, isSpaces(entry.markEnd..<start) {
        layout.splices.append(Splice(entry.markEnd..<start, " "))
      }
      if entry.value.isBlockCollection {
        try lay(entry.value, column: column + 2, &layout)
      } else {
        let last = line(at: end(of: entry.value, behind: entry.markEnd))
        for line in entryLine..<max(last, entryLine) {
          layout.shifts[line + 1] = column - entry.column
        }
      }
    }
  }

  private func newColumn(of line: Int, _ layout: Indentation) -> Int? {
    let old = textStart(line) - span(line).lowerBound
    if let column = layout.columns[line] { return column }
    if let shift = layout.shifts[line] { return max(0, old + shift) }
    guard let hash = ownLineComment(line) else { return nil }
    let column = hash - span(line).lowerBound
    let next = layout.following[line]
    if layout.oldColumns[next] == column { return layout.columns[next] }
    for above in layout.open.reversed() {
      if let old = layout.oldColumns[above], old <= column {
        return layout.columns[above].map { $0 + column - old }
      }
    }
    return nil
  }

  private func followingLines() -> [Int] {
    var following = [Int](repeating: source.lineCount + 1, count: source.lineCount + 2)
    for line in (1..<max(1, source.lineCount)).reversed() {
      let isEmpty = isBlank(line + 1) || ownLineComment(line + 1) != nil
      following[line] = isEmpty ? following[line + 1] : line + 1
    }
    return following
  }

  /// An aligned comment keeps its column when its line moves.
  private func shiftedComment(_ line: Int, by shift: Int) -> Splice? {
    guard let hash = comments.first(in: span(line)) else { return nil }
    let end = hash - bytes[..<hash].reversed().prefix { $0 == 0x20 }.count
    guard end > textStart(line) else { return nil }
    return comment(behind: end, movedTo: width(span(line).lowerBound..<end) + shift)
  }

  /// The end of a line's indentation.
  private func textStart(_ line: Int) -> Int {
    let span = span(line)
    return span.lowerBound + bytes[span].prefix { $0 == 0x20 || $0 == 0x09 }.count
  }
}

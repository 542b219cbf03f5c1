extension SourceEditor {
  /// Removes blanks at line ends, and repeated empty lines, outside of scalars.
  func blankSplices() -> [Splice]? {
    let inside = textLines()
    var splices: [Splice] = []
    var blanks = 1
    for line in 1...source.lineCount {
      guard !inside.contains(line) else {
        blanks = 0
        continue
      }
      if isBlank(line) {
        blanks += 1
        let range = blanks > 1 ? span(line).lowerBound..<nextLine(after: line) : span(line)
        if !range.isEmpty { splices.append(.removal(range)) }
        continue
      }
      blanks = 0
      guard !inside.contains(-line) else { continue }
      let span = span(line)
      let count = bytes[span].reversed().prefix { $0 == 0x20 || $0 == 0x09 }.count
      if count > 0 { splices.append(.removal(span.upperBound - count..<span.upperBound)) }
    }
    return splices
  }

  /// Ends the file with one line end, unless that would change a text.
  func endSplices() -> [Splice]? {
    var last = source.lineCount
    let inside = textLines()
    while last > 1, span(last).isEmpty || isBlank(last), !inside.contains(last) { last -= 1 }
    let end = span(last).upperBound
    guard end > 0, !span(last).isEmpty else { return nil }
    let lineBreak = lineBreakText(near: last)
    guard !bytes[end...].elementsEqual(lineBreak.utf8) else { return nil }
    return [Splice(end..<bytes.count, lineBreak)]
  }

  /// The kind of line end that most lines have.
  func lineEndSplices() -> [Splice]? {
    let breaks = (1...source.lineCount).map(lineBreak).filter { !$0.isEmpty }
    let windows = breaks.count { $0.count == 2 }
    let usual = windows * 2 > breaks.count ? "\r\n" : "\n"
    return breaks.compactMap {
      bytes[$0].elementsEqual(usual.utf8) ? nil : Splice($0, usual)
    }
  }

  /// Lines that begin inside a scalar, and, as negative numbers, lines that end inside one.
  private func textLines() -> Set<Int> {
    var lines: Set<Int> = []
    if let root { collect(root, &lines) }
    return lines
  }

  private func collect(_ node: Node, _ lines: inout Set<Int>) {
    switch node.value {
    case .scalar(let scalar):
      let first = node.range.start.line
      let last = line(at: end(of: node))
      guard first < last else { return }
      let isBlock = scalar.style == .literal || scalar.style == .folded
      lines.formUnion(first + 1...last)
      lines.formUnion((first + (isBlock ? 1 : 0)..<last + (isBlock ? 1 : 0)).map { -$0 })
    case .sequence(let items, _): for item in items { collect(item, &lines) }
    case .mapping(let entries, _): for entry in entries { collect(entry.value, &lines) }
    }
  }
}

/// A key with its value, or an item with its dash, in a collection without brackets.
struct BlockEntry {
  /// The start of the key or the dash.
  var start: Int
  /// The end of the colon or the dash.
  var markEnd: Int
  var value: Node
  /// Bytes before the key or the dash on its line.
  var column: Int
  /// The key; `nil` for an item.
  var key: Node.Entry?
}

extension SourceEditor {
  /// The entries of a block collection, if they can be edited: each on a line of its own, indented
  /// with spaces, in the same column.
  func blockEntries(of node: Node) throws(EditRefusal) -> [BlockEntry] {
    var result: [BlockEntry] = []
    var cursor = node.range.start.offset
    for entry in node.entries ?? [] {
      result.append(try blockEntry(entry))
    }
    for item in node.items ?? [] {
      let dash = dash(from: cursor)
      result.append(BlockEntry(start: dash, markEnd: dash + 1, value: item, column: column(dash)))
      cursor = end(of: item)
    }
    for entry in result.dropFirst() where !isFirstOnLine(entry) {
      throw refusal(
        entry.start..<entry.markEnd, "this line is not indented with spaces alone",
        help: "write 'key: value' without '?' and without tabs, then edit again")
    }
    if let first = result.first, !opensLine(first) {
      throw refusal(
        first.start..<first.markEnd, "this key is written with '?' or indented with a tab",
        help: "write 'key: value' without '?' and without tabs, then edit again")
    }
    return result
  }

  private func blockEntry(_ entry: Node.Entry) throws(EditRefusal) -> BlockEntry {
    var colon = entry.keyRange.end.offset
    while colon < bytes.count, bytes[colon] == 0x20 || bytes[colon] == 0x09 { colon += 1 }
    guard colon < bytes.count, bytes[colon] == UInt8(ascii: ":") else {
      throw refusal(
        entry.keyRange.start.offset..<entry.keyRange.end.offset,
        "this key is written in a form that cannot be edited",
        help: "write it as 'key: value' on one line, without '?', then edit again")
    }
    let start = entry.keyRange.start.offset
    return BlockEntry(
      start: start, markEnd: colon + 1, value: entry.value, column: column(start), key: entry)
  }

  /// The next dash, past blanks and comments.
  private func dash(from start: Int) -> Int {
    var offset = start
    while offset < bytes.count, bytes[offset] != UInt8(ascii: "-") {
      offset = bytes[offset] == UInt8(ascii: "#") ? lineEnd(at: offset) : offset + 1
    }
    return offset
  }

  func isFirstOnLine(_ entry: BlockEntry) -> Bool {
    isSpaces(entry.start - entry.column..<entry.start)
  }

  private func opensLine(_ entry: BlockEntry) -> Bool {
    bytes[entry.start - entry.column..<entry.start].allSatisfy {
      $0 == 0x20 || $0 == UInt8(ascii: "-")
    }
  }
}

/// The region of an entry.
extension SourceEditor {
  /// Returns the range from the comments directly above an entry to the end of its last line,
  /// without that line's end.
  func region(_ entry: BlockEntry) -> Range<Int> { regionStart(entry)..<regionEnd(entry) }

  /// Comments directly above, in the same column, belong to an entry; those that begin on the first
  /// line of the file belong to the file.
  func regionStart(_ entry: BlockEntry) -> Int {
    guard isFirstOnLine(entry) else { return entry.start }
    var start = entry.start
    var line = line(at: start) - 1
    while let hash = ownLineComment(line), column(hash) == entry.column {
      start = hash
      line -= 1
    }
    return line == 0 ? entry.start : start
  }

  /// The end of the last line, with its comment. Comments below that are indented deeper than the
  /// entry are inside of it.
  func regionEnd(_ entry: BlockEntry) -> Int {
    var end = lineEnd(at: self.end(of: entry.value, behind: entry.markEnd))
    var line = line(at: end) + 1
    while line <= source.lineCount {
      if let hash = ownLineComment(line), column(hash) > entry.column {
        end = span(line).upperBound
      } else if !isBlank(line) {
        break
      }
      line += 1
    }
    return end
  }

  /// The end of a value; not before the end of its colon or dash.
  func end(of node: Node, behind mark: Int = 0) -> Int {
    switch node.value {
    case .scalar(let scalar) where scalar.style == .literal || scalar.style == .folded:
      return blockScalarEnd(node)
    case .scalar(let scalar) where scalar.isNull && node.range.start == node.range.end:
      return max(mark, node.range.end.offset)
    case .scalar: return max(mark, node.range.end.offset)
    case .sequence(let items, .block): return items.last.map { end(of: $0) } ?? mark
    case .mapping(let entries, .block): return entries.last.map { end(of: $0.value) } ?? mark
    case .sequence, .mapping: return node.range.end.offset
    }
  }

  /// The end of a block scalar with the blank lines that are part of its text.
  func blockScalarEnd(_ node: Node) -> Int {
    let header = blockHeader(node)
    let keeps = bytes[header].contains(UInt8(ascii: "+"))
    let first = line(at: header.upperBound) + 1
    let last = line(at: node.range.end.offset)
    let indent = first <= last ? indentation(first...last) : nil
    var end = lineEnd(at: max(header.upperBound, node.range.end.offset))
    var line = line(at: end) + 1
    while isBlank(line) {
      if keeps || span(line).count > (indent ?? 0) { end = span(line).upperBound }
      line += 1
    }
    return end
  }

  /// `|`, `>-` or `|2+`.
  func blockHeader(_ node: Node) -> Range<Int> {
    let start = node.range.start.offset
    return start..<start + bytes[start...].prefix { "|>+-0123456789".utf8.contains($0) }.count
  }

  /// Spaces before the first line that is not blank.
  func indentation(_ lines: ClosedRange<Int>) -> Int? {
    lines.first { !isBlank($0) }.map { line in bytes[span(line)].prefix { $0 == 0x20 }.count }
  }
}

/// The text of one file, with the means to say where in it something stands.
package struct SourceText: Sendable {
  /// As diagnostics name it: relative to the folder that was asked for.
  package let path: String
  package let text: String
  /// Byte offsets at which the lines begin. `\n`, `\r\n` and `\r` end a line.
  private let lineStarts: [Int]

  package init(path: String, text: String) {
    self.path = path
    self.text = text
    var starts = [0]
    var previous: UInt8 = 0
    for (offset, byte) in text.utf8.enumerated() {
      if previous == 0x0D, byte != 0x0A { starts.append(offset) }
      if byte == 0x0A { starts.append(offset + 1) }
      previous = byte
    }
    if previous == 0x0D { starts.append(text.utf8.count) }
    self.lineStarts = starts
  }

  /// The position of a byte offset; an offset beyond the end is the end.
  package func position(at offset: Int) -> Position {
    let offset = min(max(0, offset), text.utf8.count)
    var (low, high) = (0, lineStarts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    let bytes = text.utf8.dropFirst(lineStarts[low]).prefix(offset - lineStarts[low])
    let scalars = bytes.reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
    let mark = low == 0 && text.utf8.starts(with: [0xEF, 0xBB, 0xBF]) && offset > 0 ? 1 : 0
    return Position(offset: offset, line: low + 1, column: scalars + 1 - mark)
  }

  package func range(_ offsets: Range<Int>) -> SourceRange {
    SourceRange(start: position(at: offsets.lowerBound), end: position(at: offsets.upperBound))
  }

  /// A line by its number from 1, without its line end and without a byte order mark.
  package func line(_ number: Int) -> String {
    guard lineStarts.indices.contains(number - 1) else { return "" }
    let start = lineStarts[number - 1]
    let end = number < lineStarts.count ? lineStarts[number] : text.utf8.count
    var bytes = Array(text.utf8.dropFirst(start).prefix(end - start))
    while let last = bytes.last, last == 0x0A || last == 0x0D { bytes.removeLast() }
    if number == 1, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    return String(decoding: bytes, as: UTF8.self)
  }

  package var lineCount: Int { lineStarts.count }
}

/// A place in a text.
package struct Position: Hashable, Comparable, Sendable {
  /// Bytes of UTF-8 before it.
  package let offset: Int
  /// From 1.
  package let line: Int
  /// From 1, in Unicode scalars; a byte order mark does not count.
  package let column: Int

  package init(offset: Int, line: Int, column: Int) {
    self.offset = offset
    self.line = line
    self.column = column
  }

  package static func < (left: Position, right: Position) -> Bool { left.offset < right.offset }
}

/// A half-open stretch of a text; it may be empty.
package struct SourceRange: Hashable, Sendable {
  package let start: Position
  package let end: Position

  package init(start: Position, end: Position) {
    self.start = start
    self.end = end
  }
}

/// The text of one file, with its lines and positions.
package struct SourceText: Sendable {
  /// The path in diagnostics, relative to the given folder.
  package let path: String
  package let text: String
  /// Byte offsets at which the lines begin. `\n`, `\r\n` and `\r` end a line.
  private let lineStarts: [Int]
  /// The number of scalars before every 64th byte; `nil` if every scalar is one byte. Without it,
  /// positions in one long line would take quadratic time.
  private let scalarsBeforeBlock: [Int]?
  private let hasByteOrderMark: Bool

  package init(path: String, text: String) {
    self.init(path: path, text: text, Array(text.utf8))
  }

  /// - Parameter bytes: those of the text.
  init(path: String, text: String, _ bytes: [UInt8]) {
    self.path = path
    self.text = text
    var starts = [0]
    var previous: UInt8 = 0
    var isASCII = true
    for (offset, byte) in bytes.enumerated() {
      if byte >= 0x80 { isASCII = false }
      if previous == 0x0D, byte != 0x0A { starts.append(offset) }
      if byte == 0x0A { starts.append(offset + 1) }
      previous = byte
    }
    if previous == 0x0D { starts.append(bytes.count) }
    self.lineStarts = starts
    self.scalarsBeforeBlock = isASCII ? nil : Self.scalarsBeforeBlocks(of: bytes)
    self.hasByteOrderMark = bytes.starts(with: byteOrderMark)
  }

  private static func scalarsBeforeBlocks(of bytes: [UInt8]) -> [Int] {
    var blocks: [Int] = []
    var scalars = 0
    for (offset, byte) in bytes.enumerated() {
      if offset % block == 0 { blocks.append(scalars) }
      if byte & 0xC0 != 0x80 { scalars += 1 }
    }
    return blocks
  }

  /// Whether every scalar is one byte.
  var isASCII: Bool { scalarsBeforeBlock == nil }

  /// The position of a byte offset; an offset beyond the end is the end.
  package func position(at offset: Int) -> Position {
    let offset = min(max(0, offset), text.utf8.count)
    var (low, high) = (0, lineStarts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    let mark = low == 0 && hasByteOrderMark && offset > 0 ? 1 : 0
    let column = scalars(before: offset) - scalars(before: lineStarts[low]) + 1 - mark
    return Position(offset: offset, line: low + 1, column: column)
  }

  package func range(_ offsets: Range<Int>) -> SourceRange {
    SourceRange(start: position(at: offsets.lowerBound), end: position(at: offsets.upperBound))
  }

  /// A line by its number from 1, without its line end and without a byte order mark.
  package func line(_ number: Int) -> String { text(in: lineOffsets(number)) }

  /// The byte offset at which a line begins, by its number from 1.
  package func lineStart(_ number: Int) -> Int { lineOffsets(number).lowerBound }

  package var lineCount: Int { lineStarts.count }

  /// The bytes of a line by its number from 1, without its line end and a byte order mark.
  func lineOffsets(_ number: Int) -> Range<Int> {
    guard lineStarts.indices.contains(number - 1) else { return 0..<0 }
    let start = number == 1 && hasByteOrderMark ? byteOrderMark.count : lineStarts[number - 1]
    var end = number < lineStarts.count ? lineStarts[number] : text.utf8.count
    if end > start, byte(at: end - 1) == 0x0A { end -= 1 }
    if end > start, byte(at: end - 1) == 0x0D { end -= 1 }
    return start..<end
  }

  /// The text of a range. A scalar that the range cuts becomes a replacement character.
  package func text(in offsets: Range<Int>) -> String {
    let bytes = text.utf8.dropFirst(offsets.lowerBound).prefix(offsets.count)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// `nil` at the end of the text and beyond it.
  func byte(at offset: Int) -> UInt8? { text.utf8.dropFirst(offset).first }

  private func scalars(before offset: Int) -> Int {
    guard let scalarsBeforeBlock, offset > 0 else { return offset }
    let block = (offset - 1) / Self.block
    let bytes = text.utf8.dropFirst(block * Self.block).prefix(offset - block * Self.block)
    return bytes.reduce(scalarsBeforeBlock[block]) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
  }

  private static let block = 64
}

/// U+FEFF in UTF-8, with which some editors begin a file.
let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

/// A place in a text.
package struct Position: Hashable, Comparable, Sendable {
  /// Bytes of UTF-8 before it.
  package let offset: Int
  /// The line, from 1.
  package let line: Int
  /// The column, from 1, in Unicode scalars; a byte order mark does not count.
  package let column: Int

  package static func < (left: Position, right: Position) -> Bool { left.offset < right.offset }
}

/// A half-open range of a text; it may be empty.
package struct SourceRange: Hashable, Sendable {
  package let start: Position
  package let end: Position

  package init(start: Position, end: Position) {
    self.start = start
    self.end = end
  }
}

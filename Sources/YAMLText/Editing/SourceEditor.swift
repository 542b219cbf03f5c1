/// Edits the source of a document: its bytes, its lines and its comments.
struct SourceEditor {
  let source: SourceText
  let bytes: [UInt8]
  let root: Node?
  let comments: Comments

  init(_ document: Document) {
    source = document.source
    bytes = Array(document.source.text.utf8)
    root = document.root
    let start = bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0
    comments = Comments(in: bytes, from: start, root: document.root)
  }

  func refusal(_ range: Range<Int>, _ message: String, help: String) -> EditRefusal {
    EditRefusal(
      Diagnostic(
        .error, code: .editByHand, in: source.path, at: source.range(range), message, help: help))
  }
}

/// Lines, by number from 1.
extension SourceEditor {
  func line(at offset: Int) -> Int { source.position(at: offset).line }

  /// Returns the range of a line without its end.
  func span(_ line: Int) -> Range<Int> { source.lineOffsets(line) }

  func lineStart(at offset: Int) -> Int { span(line(at: offset)).lowerBound }
  func lineEnd(at offset: Int) -> Int { span(line(at: offset)).upperBound }

  /// The start of the next line; the end of the text on the last line.
  func nextLine(after line: Int) -> Int {
    line < source.lineCount ? max(span(line + 1).lowerBound, span(line).upperBound) : bytes.count
  }

  /// The characters that end a line; empty on the last line.
  func lineBreak(_ line: Int) -> Range<Int> { span(line).upperBound..<nextLine(after: line) }

  /// The line end of this line, else of the line above it, else `\n`.
  func lineBreakText(near line: Int) -> String {
    for number in [line, line - 1] where number >= 1 {
      let range = lineBreak(number)
      if !range.isEmpty { return String(decoding: bytes[range], as: UTF8.self) }
    }
    return "\n"
  }

  /// The empty rest after the last line end is no blank line.
  func isBlank(_ line: Int) -> Bool {
    guard line >= 1, line <= source.lineCount else { return false }
    if line == source.lineCount, span(line).isEmpty { return false }
    return isBlank(span(line))
  }

  func isBlank(_ range: Range<Int>) -> Bool {
    bytes[range].allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }

  func isSpaces(_ range: Range<Int>) -> Bool { bytes[range].allSatisfy { $0 == 0x20 } }

  /// Bytes before it on its line.
  func column(_ offset: Int) -> Int { offset - lineStart(at: offset) }

  /// The terminal columns of a range within one line.
  func width(_ range: Range<Int>) -> Int {
    String(decoding: bytes[range], as: UTF8.self).displayWidth
  }

  /// The start of a comment on a line of its own.
  func ownLineComment(_ line: Int) -> Int? {
    guard line >= 1, line <= source.lineCount, let hash = comments.first(in: span(line)),
      isBlank(span(line).lowerBound..<hash)
    else { return nil }
    return hash
  }

  /// The comment after a position on its line, with only blanks between.
  func trailingComment(behind offset: Int) -> Int? {
    guard let hash = comments.first(in: offset..<lineEnd(at: offset)), isBlank(offset..<hash)
    else { return nil }
    return hash
  }
}

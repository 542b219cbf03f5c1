extension SourceText {
  /// The bytes as text, or the reason for refusal: too many, or not UTF-8.
  package static func decoded(
    _ bytes: [UInt8], path: String
  ) -> (SourceText, refusal: Diagnostic?) {
    if bytes.count > Document.maximumBytes {
      let empty = SourceText(path: path, text: "")
      return (
        empty,
        empty.unreadable(
          at: 0, "the file has \(bytes.count) bytes; the most is \(Document.maximumBytes)",
          help: "split the file, or keep large data elsewhere and link to it")
      )
    }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      let empty = SourceText(path: path, text: "")
      return (
        empty,
        empty.unreadable(at: 0, "the file is UTF-16", help: "save it as UTF-8 in your editor")
      )
    }
    if let text = String(validating: bytes, as: UTF8.self) {
      return (SourceText(path: path, text: text, bytes), nil)
    }
    let source = SourceText(path: path, text: String(decoding: bytes, as: UTF8.self))
    let wrong = zip(bytes, source.text.utf8).enumerated().first { $1.0 != $1.1 }?.offset
    guard let wrong else { return (source, nil) }
    let byte = String(bytes[wrong], radix: 16, uppercase: true)
    return (
      source,
      source.unreadable(
        at: wrong, "byte 0x\(byte) is not UTF-8 here", help: "save the file as UTF-8 in your editor"
      )
    )
  }

  /// The first character that ends a line for libyaml, as in YAML 1.1, but not in editors: U+0085,
  /// U+2028 or U+2029. They come with text pasted from design tools, and would silently cut a value
  /// in two.
  func hiddenLineBreak(in bytes: [UInt8]) -> Diagnostic? {
    guard !isASCII else { return nil }
    var (first, second): (UInt8, UInt8) = (0, 0)
    for (offset, byte) in bytes.enumerated() {
      let name: (hex: String, start: Int)? =
        switch (first, second, byte) {
        case (_, 0xC2, 0x85): ("U+0085", offset - 1)
        case (0xE2, 0x80, 0xA8): ("U+2028", offset - 2)
        case (0xE2, 0x80, 0xA9): ("U+2029", offset - 2)
        default: nil
        }
      if let name {
        return unreadable(
          at: name.start, to: offset + 1, "an invisible line break, \(name.hex), is in the text",
          help: "delete it; it often comes with text that is pasted from another program")
      }
      (first, second) = (second, byte)
    }
    return nil
  }

  /// The first line that git writes where two changes meet.
  func conflict(in bytes: [UInt8]) -> Diagnostic? {
    var (column, run, mark): (Int, Int, UInt8) = (0, 0, 0)
    for (offset, byte) in bytes.enumerated() {
      let endsLine = byte == 0x0A || byte == 0x0D
      if column == 7, run == 7, endsLine || byte == 0x20 {
        return unreadable(
          at: offset - 7, to: offset, "git left a conflict here",
          help: "keep the lines of one side, and delete the lines that start with '<<<<<<<', "
            + "'=======' and '>>>>>>>'")
      }
      if column == 0 {
        let isMark = byte == 0x3C || byte == 0x3D || byte == 0x3E || byte == 0x7C
        (run, mark) = (isMark ? 1 : 0, byte)
      }
      if column > 0, run == column, byte == mark { run += 1 }
      column = endsLine ? 0 : column + 1
    }
    return nil
  }

  /// libyaml compares each directive (`%TAG`) with all before it, and a file needs none.
  func tooManyDirectives(in bytes: [UInt8]) -> Diagnostic? {
    var isLineStart = true
    var count = 0
    for (offset, byte) in bytes.enumerated() {
      if isLineStart, byte == UInt8(ascii: "%") {
        count += 1
        guard count <= Self.mostDirectives else {
          return unreadable(
            at: offset, to: offset + 1, "more than \(Self.mostDirectives) lines start with '%'",
            help: "indent them, or quote the text; directives are not needed here")
        }
      }
      isLineStart = byte == 0x0A || byte == 0x0D
    }
    return nil
  }

  private static let mostDirectives = 100

  private func unreadable(
    at start: Int, to end: Int? = nil, _ message: String, help: String
  ) -> Diagnostic {
    Diagnostic(
      .error, code: .unreadableText, in: path, at: range(start..<(end ?? start)), message,
      help: help)
  }
}

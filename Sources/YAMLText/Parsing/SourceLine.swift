/// A line that cannot be read, and what could be changed in it. Offsets count bytes of the text.
struct SourceLine {
  private let source: SourceText
  private let number: Int
  let start: Int
  let bytes: [UInt8]

  init(_ source: SourceText, _ number: Int) {
    self.source = source
    self.number = number
    let range = source.lineOffsets(number)
    start = range.lowerBound
    bytes = Array(source.text(in: range).utf8)
  }

  var end: Int { start + bytes.count }

  var indent: Int { bytes.prefix { $0 == 0x20 }.count }
}

// Invisible spaces, which come with text that is pasted from another program.
extension SourceLine {
  /// Plain spaces instead of the others, at the start of the line and after ':' and '-'.
  var withoutNoBreakSpaces: [RepairAttempt] {
    let text = source.text(in: start..<end)
    var splices: [Splice] = []
    var first: (range: Range<Int>, name: String)?
    var isStart = true
    var offset = start
    for scalar in text.unicodeScalars {
      let range = offset..<offset + String(scalar).utf8.count
      offset = range.upperBound
      if let name = scalar.nameOfSpace, isStart {
        splices.append(Splice(range, " "))
        first = first ?? (range, name)
      } else {
        isStart = [" ", ":", "-"].contains(scalar)
      }
    }
    guard let first else { return [] }
    return [
      RepairAttempt(
        splices: splices,
        repair: SyntaxRepair(
          message: "this is not a space, but \(first.name)",
          help: "delete it and type a space; it often comes with text that is pasted",
          place: first.range), end: end)
    ]
  }
}

extension Unicode.Scalar {
  /// The name of a character that looks like a space.
  package var nameOfSpace: String? {
    switch value {
    case 0xA0: "a no-break space (U+00A0)"
    case 0x2007: "a figure space (U+2007)"
    case 0x202F: "a narrow no-break space (U+202F)"
    case 0x3000: "an ideographic space (U+3000)"
    case 0x2000...0x200B: "a typographic space (U+\(String(value, radix: 16, uppercase: true)))"
    default: nil
    }
  }
}

// Colons.
extension SourceLine {
  /// `title:Winter` and `title = Winter`, which have to be `title: Winter`.
  var withColon: [RepairAttempt] {
    let key = bytes.dropFirst(indent).drop { $0 == UInt8(ascii: "-") || $0 == 0x20 }
    let name = key.prefix { $0.isPartOfName }
    guard !name.isEmpty else { return [] }
    let rest = key.dropFirst(name.count)
    let mark = rest.prefix { [0x20, UInt8(ascii: ":"), UInt8(ascii: "=")].contains($0) }
    let value = rest.dropFirst(mark.count)
    guard mark.contains(where: { $0 != 0x20 }), !mark.elementsEqual(": ".utf8),
      value.count <= 60
    else { return [] }
    let written =
      String(decoding: name, as: UTF8.self) + ": " + String(decoding: value, as: UTF8.self)
    return [
      RepairAttempt(
        splices: [Splice(start + mark.startIndex..<start + mark.endIndex, ": ")],
        repair: SyntaxRepair(
          message: "a ':' with a space is missing after this key", help: "write '\(written)'",
          place: start + name.startIndex..<start + name.endIndex), end: end)
    ]
  }
}

// Brackets.
extension SourceLine {
  /// The bracket that is missing at a problem or at the end of the line, or instead of another one.
  func closed(at problem: Int) -> [RepairAttempt] {
    let brackets = "]}".utf8
    var attempts: [RepairAttempt] = []
    if let found = source.byte(at: problem), brackets.contains(found) {
      for byte in brackets where byte != found {
        let (wrong, right) = (String(UnicodeScalar(found)), String(UnicodeScalar(byte)))
        attempts += [
          RepairAttempt(
            splices: [.insertion(right, at: problem)],
            repair: SyntaxRepair(help: "write '\(right)' before this '\(wrong)'")),
          RepairAttempt(
            splices: [Splice(problem..<problem + 1, right)],
            repair: SyntaxRepair(help: "write '\(right)' instead of this '\(wrong)'")),
        ]
      }
    }
    guard bytes.contains(where: { "[{".utf8.contains($0) }) else { return attempts }
    let comment = comment(after: indent)
    let place = comment == nil ? "at the end" : "before the '#'"
    var last = comment ?? bytes.endIndex
    while last > 0, bytes[last - 1] == 0x20 { last -= 1 }
    return attempts
      + ["]", "}", " }", "]}", "] }", "}]"].map { text in
        RepairAttempt(
          splices: [.insertion(text, at: start + last)],
          repair: SyntaxRepair(
            help: "write '\(text.drop { $0 == " " })' \(place) of line \(number)"))
      }
  }
}

// Quotes.
extension SourceLine {
  /// The value around a problem in double quotes: in brackets up to the next comma, else up to the
  /// end of the line, with and without a comment.
  func quoted(around problem: Int) -> [RepairAttempt] {
    guard problem >= start, problem < end else { return [] }
    let at = problem - start
    guard !"]}".utf8.contains(bytes[at]) else { return [] }
    var attempts: [RepairAttempt] = []
    if let open = startOfPart(before: at) {
      let close =
        bytes[at...].firstIndex { [0x2C, 0x5D, 0x7D].contains($0) } ?? bytes.endIndex
      attempts.append(contentsOf: quoted(valueStart(from: open + 1)..<close, at))
    }
    let first = valueStart(from: indent)
    if let comment = comment(after: at) { attempts += quoted(first..<comment, at) }
    return attempts + quoted(first..<bytes.endIndex, at)
  }

  /// The bracket that is open before a place, or the last ',' in it.
  func startOfPart(before at: Int) -> Int? {
    var open: [Int] = []
    for index in bytes[..<at].indices {
      switch bytes[index] {
      case 0x5B, 0x7B: open.append(index)
      case 0x5D, 0x7D: _ = open.popLast()
      case 0x2C: if !open.isEmpty { open[open.count - 1] = index }
      default: break
      }
    }
    return open.last
  }

  private func quoted(_ range: Range<Int>, _ problem: Int) -> [RepairAttempt] {
    var range = range
    while range.upperBound > range.lowerBound, bytes[range.upperBound - 1] == 0x20 {
      range = range.lowerBound..<range.upperBound - 1
    }
    guard !range.isEmpty, range.lowerBound > indent, range.lowerBound <= problem,
      problem <= range.upperBound
    else { return [] }
    let text = Self.withoutQuotes(String(decoding: bytes[range], as: UTF8.self))
    let quoted = ScalarText.doubleQuoted(text)
    return [
      RepairAttempt(
        splices: [Splice(start + range.lowerBound..<start + range.upperBound, quoted)],
        repair: SyntaxRepair(
          message: bytes[problem] == UInt8(ascii: ":") ? "a ':' does not belong here" : nil,
          help: quoted.utf8.count <= 100
            ? "put quotes around the whole text: \(quoted)" : "put double quotes around the text"),
        end: start + range.upperBound)
    ]
  }

  /// After the key of a `key: value`, or after the dash of an item.
  func valueStart(from first: Int) -> Int {
    var index = first
    while index < bytes.count, bytes[index] == 0x20 { index += 1 }
    while index + 1 < bytes.count, bytes[index] == UInt8(ascii: "-"), bytes[index + 1] == 0x20 {
      index += 2
    }
    var key = index
    while key < bytes.count, bytes[key].isPartOfName { key += 1 }
    guard key > index, bytes[key...].starts(with: ": ".utf8) else { return index }
    index = key + 1
    while index < bytes.count, bytes[index] == 0x20 { index += 1 }
    return index
  }

  func comment(after index: Int) -> Int? {
    bytes.indices.dropFirst(index + 1).first {
      bytes[$0] == UInt8(ascii: "#") && bytes[$0 - 1] == 0x20
    }
  }

  /// The text without quotes that are around all of it, or that only begin it.
  private static func withoutQuotes(_ text: String) -> String {
    guard let first = text.unicodeScalars.first, first == "'" || first == "\"" else { return text }
    let inner = text.unicodeScalars.dropFirst()
    return inner.last == first && inner.count > 1 ? String(inner.dropLast()) : text
  }
}

// Indentation.
extension SourceLine {
  /// The line, with those that belong to it, indented like a line above it.
  var indented: [RepairAttempt] {
    let body = bytes.dropFirst(indent)
    guard let first = body.first, first != UInt8(ascii: "#"), first != 0x09 else { return [] }
    var last = number
    while last < source.lineCount, indent(of: last + 1).map({ $0 > indent }) ?? false { last += 1 }
    let before = "\(indent) \(indent == 1 ? "space" : "spaces")"
    // Lines below a key without a value belong to it.
    let isOpen = body.last { $0 != 0x20 } == UInt8(ascii: ":")
    let lasts = last == number ? [number] : isOpen ? [last, number] : [number, last]
    return candidates().flatMap { column, model in lasts.map { (column, model, $0) } }
      .map { column, model, last in
        let splices = (number...last).map { line in
          let offset = source.lineOffsets(line).lowerBound
          return column < indent
            ? Splice.removal(offset..<offset + indent - column)
            : Splice.insertion(String(repeating: " ", count: column - indent), at: offset)
        }
        let spaces = column == 0 ? "no space" : column == 1 ? "1 space" : "\(column) spaces"
        let below = last == number + 1 ? "the line" : "the \(last - number) lines"
        let more = last == number ? "" : ", and move \(below) below with it"
        return RepairAttempt(
          splices: splices,
          repair: SyntaxRepair(
            help: "indent this line with \(spaces) instead of \(before), like line \(model)\(more)"),
          end: source.lineOffsets(last).upperBound)
      }
  }

  /// The columns of keys and items in the lines above, the nearest first, each with a line.
  private func candidates() -> [(column: Int, line: Int)] {
    var found: [Int: Int] = [:]
    for line in stride(from: number - 1, through: max(1, number - Self.mostLines), by: -1) {
      guard let column = indent(of: line) else { continue }
      let text = source.text(in: source.lineOffsets(line)).utf8.dropFirst(column)
      if text.first == UInt8(ascii: "#") { continue }
      found[column] = found[column] ?? line
      if text.starts(with: "- ".utf8) { found[column + 2] = found[column + 2] ?? line }
      if column == 0 { break }
    }
    found[indent] = nil
    return found.map { (column: $0.key, line: $0.value) }.sorted {
      (abs($0.column - indent), -$0.column) < (abs($1.column - indent), -$1.column)
    }.prefix(6).map { $0 }
  }

  /// `nil` for a blank line.
  private func indent(of line: Int) -> Int? {
    let text = source.text(in: source.lineOffsets(line)).utf8
    let column = text.prefix { $0 == 0x20 }.count
    return column == text.count ? nil : column
  }

  private static let mostLines = 100
}

extension UInt8 {
  /// Letters, digits, `_`, `-` and `.`.
  var isPartOfName: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x2D, 0x2E, 0x80...0xFF: true
    default: false
    }
  }
}

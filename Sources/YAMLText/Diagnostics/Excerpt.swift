/// The line of a diagnostic with carets below it, cut to the width of a terminal.
struct Excerpt {
  var line = ""
  /// Blanks before the carets.
  var margin = ""
  var carets = ""

  /// Columns of a terminal.
  private static let width = 120

  init(of range: SourceRange, in source: SourceText) {
    let offsets = source.lineOffsets(range.start.line)
    guard !offsets.isEmpty else { return }
    let start = min(max(range.start.offset, offsets.lowerBound), offsets.upperBound)
    let end = range.end.line == range.start.line ? range.end.offset : offsets.upperBound
    let before = Cell.cells(source.tail(of: offsets.lowerBound..<start, bytes: Self.width * 4))
    let behind = Cell.cells(source.head(of: start..<offsets.upperBound, bytes: Self.width * 4))

    let isWhole = before.columns + behind.columns <= Self.width
    let shownBefore =
      isWhole || before.columns <= Self.width / 2 ? before[...] : before.suffix(Self.width / 4)
    let shownBehind = behind.prefix(columns: Self.width - shownBefore.columns)
    let prefix = shownBefore.count < before.count ? "…" : ""
    let suffix = shownBehind.count < behind.count ? "…" : ""
    line = prefix + shownBefore.text + shownBehind.text + suffix
    margin = String(repeating: " ", count: shownBefore.columns + (prefix.isEmpty ? 0 : 1))
    var rest = max(start, min(end, offsets.upperBound)) - start
    let marked = shownBehind.prefix { cell in
      defer { rest -= cell.bytes }
      return rest > 0
    }
    carets = String(repeating: "^", count: max(1, marked.columns))
  }
}

/// A Unicode scalar as a terminal shows it.
private struct Cell {
  var text: String
  var columns: Int
  /// Its bytes in the file.
  var bytes: Int

  /// A tab is shown as blanks, so that the carets are below the token at any tab width.
  static func cells(_ text: String) -> [Cell] {
    var cells: [Cell] = []
    for scalar in text.unicodeScalars {
      let bytes = UTF8.width(scalar)
      let last = cells.endIndex - 1
      if scalar == "\t" {
        cells.append(Cell(text: "    ", columns: 4, bytes: bytes))
      } else if scalar == "\u{FE0F}", last >= 0, cells[last].columns == 1 {
        // The variation selector that turns the character before it into an emoji.
        cells[last] = Cell(
          text: cells[last].text + "\u{FE0F}", columns: 2, bytes: cells[last].bytes + bytes)
      } else {
        let shown = scalar.shown
        cells.append(Cell(text: String(shown), columns: shown.displayWidth, bytes: bytes))
      }
    }
    return cells
  }
}

extension Collection where Element == Cell {
  fileprivate var columns: Int { reduce(0) { $0 + $1.columns } }
  fileprivate var text: String { map(\.text).joined() }

  fileprivate func prefix(columns most: Int) -> SubSequence {
    var columns = 0
    return prefix { cell in
      columns += cell.columns
      return columns <= most
    }
  }
}

extension SourceText {
  /// The end of a range, at most `bytes` long, beginning with a whole scalar.
  fileprivate func tail(of offsets: Range<Int>, bytes: Int) -> String {
    var start = max(offsets.lowerBound, offsets.upperBound - bytes)
    while start < offsets.upperBound, let byte = byte(at: start), byte & 0xC0 == 0x80 { start += 1 }
    return text(in: start..<offsets.upperBound)
  }

  /// The beginning of a range, at most `bytes` long, ending with a whole scalar.
  fileprivate func head(of offsets: Range<Int>, bytes: Int) -> String {
    var end = min(offsets.upperBound, offsets.lowerBound + bytes)
    while end > offsets.lowerBound, let byte = byte(at: end), byte & 0xC0 == 0x80 { end -= 1 }
    return text(in: offsets.lowerBound..<end)
  }
}

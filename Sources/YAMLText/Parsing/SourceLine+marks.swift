// Marks that were typed in another way, or left out.
extension SourceLine {
  /// `-item` and `– item`, which have to be `- item`.
  var asItem: [RepairAttempt] {
    let body = bytes.dropFirst(indent)
    let text = String(decoding: body, as: UTF8.self)
    guard let dash = text.unicodeScalars.first, Self.dashes.contains(dash.value) else { return [] }
    let item = text.unicodeScalars.dropFirst().drop { $0 == " " }
    guard let first = item.first, !Self.dashes.contains(first.value), item.count <= 60,
      !text.hasPrefix("- ")
    else { return [] }
    let place = start + indent..<start + indent + String(dash).utf8.count
    let end = start + bytes.count - String(item).utf8.count
    return [
      RepairAttempt(
        splices: [Splice(place.lowerBound..<end, "- ")],
        repair: SyntaxRepair(
          message: dash == "-"
            ? "a space is missing after the '-' of this item"
            : "this is '\(dash)', and an item begins with '-'",
          help: "write '- \(String(item))'", place: place), end: start + bytes.count)
    ]
  }

  /// The minus, and what keyboards and programs make of it.
  private static let dashes: Set<UInt32> = [
    0x2D, 0x2010, 0x2011, 0x2012, 0x2013, 0x2014, 0x2022, 0x2212, 0xFF0D,
  ]

  /// `ja：text` and `de text`, which have to be `ja: text` and `de: text`. A line without a mark may
  /// go on with the text above it instead, if it is indented more.
  var asEntry: [RepairAttempt] {
    let line = content
    let wide = Array("：".utf8)
    if let mark = line.indices.first(where: { line[$0...].starts(with: wide) }), mark > indent {
      let after = mark + wide.count
      return [
        entry(
          splicing: mark..<line[after...].drop { $0 == 0x20 }.startIndex, place: mark..<after,
          message: "this is '：', and a key ends with ':'", help: { "write '\($0)'" })
      ]
    }
    let word = line.prefix { $0.isPartOfName }
    let gap = line[word.endIndex...].prefix { $0 == 0x20 }
    guard !word.isEmpty, word.first != UInt8(ascii: "-"), !line.contains(UInt8(ascii: ":")) else {
      return []
    }
    if word.endIndex == line.endIndex { return [goingOn] }
    guard !gap.isEmpty else { return [] }
    return [
      entry(
        splicing: gap.startIndex..<gap.endIndex, place: line.startIndex..<line.endIndex,
        message: nil,
        help: { "write '\($0)', or indent the line more if the text above goes on here" })
    ]
  }

  /// The texts in brackets that a '#' cuts, in quotes: `{ en: The #1 app, de: … }`.
  var withHashes: [RepairAttempt] {
    var texts: [(range: Range<Int>, quoted: String)] = []
    var next = indent
    while let hash = comment(after: next) {
      let value = valueStart(from: startOfPart(before: hash).map { $0 + 1 } ?? indent)
      let before = bytes[..<hash].lastIndex { $0 != 0x20 }.map { $0 + 1 } ?? 0
      next = bytes[hash...].firstIndex { ",]}".utf8.contains($0) } ?? bytes.endIndex
      guard bytes[before...].textFromHash != nil, value <= hash,
        !"'\"".utf8.contains(bytes[value])
      else { continue }
      let end = (bytes[..<next].lastIndex { $0 != 0x20 } ?? value) + 1
      let text = String(decoding: bytes[value..<end], as: UTF8.self)
      texts.append((start + value..<start + end, ScalarText.doubleQuoted(text)))
    }
    guard let first = texts.first else { return [] }
    let all = texts.map(\.quoted).joined(separator: ", ")
    return [
      RepairAttempt(
        splices: texts.map { Splice($0.range, $0.quoted) },
        repair: SyntaxRepair(
          message: "' #' begins a comment",
          help:
            "put quotes around \(texts.count == 1 ? "the whole text" : "each of the texts"): \(all)",
          place: first.range), end: end)
    ]
  }

  /// The line without the indentation, the comment and the blanks before it.
  private var content: ArraySlice<UInt8> {
    var end = comment(after: indent) ?? bytes.endIndex
    while end > indent, bytes[end - 1] == 0x20 { end -= 1 }
    return bytes[min(indent, end)..<end]
  }

  private func entry(
    splicing range: Range<Int>, place: Range<Int>, message: String?, help: (String) -> String
  ) -> RepairAttempt {
    let line = content
    let key = String(decoding: line[..<range.lowerBound], as: UTF8.self)
    let value = String(decoding: line[range.upperBound...], as: UTF8.self)
    return RepairAttempt(
      splices: [Splice(start + range.lowerBound..<start + range.upperBound, ": ")],
      repair: SyntaxRepair(
        message: message, help: help("\(key): \(value.utf8.count <= 60 ? value : "…")"),
        place: start + place.lowerBound..<start + place.upperBound), end: start + bytes.count)
  }

  /// The line as the end of a text that began on the line above it.
  private var goingOn: RepairAttempt {
    let word = String(decoding: content, as: UTF8.self)
    return RepairAttempt(
      splices: [.insertion("  ", at: start)],
      repair: SyntaxRepair(
        help: "write '\(word): …', or indent it with \(indent + 2) spaces if the text above "
          + "goes on here"), end: start + bytes.count)
  }
}

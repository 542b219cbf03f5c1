import TestSupport

/// The contents of a made-up document.
indirect enum Shape {
  case text(String)
  case block(String)
  case list([Shape])
  case map([(String, Shape)])
}

/// Writes shapes as a person would: with habits that are drawn once per document, and with
/// comments, blank lines, aligned tables and brackets where they happen to fall.
struct Scribe {
  var random: SplitMix
  var lines: [String] = []
  let step: Int
  let listStep: Int
  let commentRate: Int
  let blankRate: Int
  let flowRate: Int
  let quoteRate: Int
  let isAligned: Bool
  let isPadded: Bool

  init(seed: UInt64) {
    var random = SplitMix(state: seed)
    step = [2, 2, 2, 4, 3][Int(random.next() % 5)]
    listStep = random.next() % 3 == 0 ? 0 : step
    commentRate = [3, 6, 20][Int(random.next() % 3)]
    blankRate = [4, 9, 50][Int(random.next() % 3)]
    flowRate = [2, 3, 9][Int(random.next() % 3)]
    quoteRate = [3, 8][Int(random.next() % 2)]
    isAligned = random.next() % 2 == 0
    isPadded = random.next() % 3 != 0
    self.random = random
  }

  mutating func pick(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
  mutating func once(in rate: Int) -> Bool { pick(rate) == 0 }

  /// The document, with drawn line ends, and maybe a mark, a header, a footer or no last line end.
  mutating func document(_ shape: Shape) -> String {
    if once(in: 3) { lines += ["# yaml-language-server: $schema=schema.json"] }
    if once(in: 6) { lines += ["# Überschrift 日本語", ""] }
    if once(in: 12) { lines += ["---"] }
    write(shape, indent: 0)
    if once(in: 5) { lines += ["", "# the end"] }
    if once(in: 8) { lines += ["# directly behind"] }
    let lineEnd = once(in: 5) ? "\r\n" : "\n"
    let isMixed = once(in: 25)
    var text = once(in: 12) ? "\u{FEFF}" : ""
    for line in lines { text += line + (isMixed && once(in: 2) ? "\r\n" : lineEnd) }
    if once(in: 6) { text.unicodeScalars.removeLast(lineEnd.unicodeScalars.count == 2 ? 2 : 1) }
    return isMixed ? text.replacing("\r\r", with: "\r") : text
  }

  mutating func write(_ shape: Shape, indent: Int) {
    switch shape {
    case .map(let members) where !members.isEmpty: write(members, indent: indent, dash: nil)
    case .list(let items) where !items.isEmpty:
      for item in items { write(item: item, indent: indent) }
    default: lines.append(flow(shape, inFlow: false))
    }
  }

  /// The members of a mapping; the first stands behind a dash if there is one.
  private mutating func write(_ members: [(String, Shape)], indent: Int, dash: String?) {
    let margin = String(repeating: " ", count: indent)
    let widest = members.map { key($0.0).utf8.count }.max() ?? 0
    let isTable = isAligned && members.allSatisfy { isSmall($0.1) }
    let commentColumn = once(in: 2) ? 34 : 0
    for (index, (name, value)) in members.enumerated() {
      let isFirst = index == 0 && dash != nil
      if !isFirst { interlude(margin, isFirst: index == 0) }
      var line = (isFirst ? dash ?? "" : margin) + key(name) + ":"
      switch value {
      case .map(let inner)
      where !inner.isEmpty && !(isSmall(value) && (isTable || once(in: flowRate))):
        lines.append(line + comment(after: line, at: commentColumn))
        write(inner, indent: indent + step, dash: nil)
      case .list(let inner) where !inner.isEmpty && !(isSmall(value) && once(in: flowRate)):
        lines.append(line + comment(after: line, at: commentColumn))
        for item in inner { write(item: item, indent: indent + listStep) }
      case .block(let text):
        let style = ["|", "|-", "|+", ">", ">-", ">+"][pick(6)]
        lines.append(line + " " + style + (once(in: 4) ? "  # header" : ""))
        let inside = String(repeating: " ", count: indent + step)
        lines += text.split(separator: "\n", omittingEmptySubsequences: false)
          .map { $0.isEmpty ? "" : inside + $0 }
      default:
        if case .text("") = value, once(in: 2) {
          lines.append(line + comment(after: line, at: commentColumn))
          continue
        }
        line += String(repeating: " ", count: isTable ? widest - key(name).utf8.count + 1 : 1)
        line += flow(value, inFlow: false, indent: indent)
        lines.append(line + comment(after: line, at: commentColumn))
      }
    }
  }

  private mutating func write(item: Shape, indent: Int) {
    let margin = String(repeating: " ", count: indent)
    if once(in: commentRate * 2) { lines.append(margin + "# about an item") }
    switch item {
    case .map(let members) where !members.isEmpty && !(isSmall(item) && once(in: flowRate)):
      write(members, indent: indent + 2, dash: margin + "- ")
    case .list(let items) where !items.isEmpty && once(in: 3):
      lines.append(margin + "-")
      for item in items { write(item: item, indent: indent + 2) }
    default:
      let line = margin + "- " + flow(item, inFlow: false)
      lines.append(line + comment(after: line, at: 0))
    }
  }

  private mutating func interlude(_ margin: String, isFirst: Bool) {
    if !isFirst, once(in: blankRate) { lines.append("") }
    if once(in: blankRate * 4) { lines += ["# somewhere else: [", ""] }
    if once(in: commentRate) { lines.append(margin + "# about this: it's \"quoted\"") }
    if once(in: commentRate * 3) { lines.append(margin + "# - more") }
  }

  private mutating func comment(after line: String, at column: Int) -> String {
    guard once(in: commentRate) else { return "" }
    let blanks = max(1 + pick(2), column - line.unicodeScalars.count)
    return String(repeating: " ", count: blanks) + "# note: " + ["x", "日本", "a 'b"][pick(3)]
  }

  private func isSmall(_ shape: Shape) -> Bool {
    switch shape {
    case .text(let text): !text.contains("\n")
    case .block: false
    case .list(let items): items.count < 5 && items.allSatisfy(isSmall)
    case .map(let members): members.count < 5 && members.allSatisfy { isSmall($0.1) }
    }
  }

  private mutating func flow(_ shape: Shape, inFlow: Bool, indent: Int = 0) -> String {
    switch shape {
    case .text(let text), .block(let text): return scalar(text, inFlow: inFlow)
    case .list(let items):
      let parts = items.map { flow($0, inFlow: true) }
      if !inFlow, parts.count > 2, once(in: 5) {
        let margin = "\n" + String(repeating: " ", count: indent + 4)
        let end = (once(in: 2) ? "," : "") + "\n" + String(repeating: " ", count: indent + 2)
        let comment = once(in: 4) ? " # inside" : ""
        let text = "[" + margin + parts.joined(separator: "," + comment + margin) + end + "]"
        // Lines are joined with the line end of the document later.
        return text.replacing("\n", with: "\n")
      }
      return "[" + parts.joined(separator: ", ") + "]"
    case .map(let members):
      let parts = members.map { "\(key($0.0, inFlow: true)): \(flow($0.1, inFlow: true))" }
      let pad = isPadded && !parts.isEmpty ? " " : ""
      return "{" + pad + parts.joined(separator: ", ") + pad + "}"
    }
  }

  private func key(_ name: String, inFlow: Bool = false) -> String {
    isPlain(name) ? name : "\"\(name)\""
  }

  private mutating func scalar(_ text: String, inFlow: Bool) -> String {
    if isPlain(text), !once(in: quoteRate) { return text }
    if !text.contains("\n"), once(in: 2) { return "'" + text.replacing("'", with: "''") + "'" }
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"" + escaped.replacing("\n", with: "\\n") + "\""
  }

  private func isPlain(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first,
      first.properties.isAlphabetic || ("0"..."9").contains(first)
    else { return false }
    return !text.unicodeScalars.contains { ":#,[]{}\n\"'&*!|>%@`?\t".unicodeScalars.contains($0) }
      && !text.hasSuffix(" ")
  }
}

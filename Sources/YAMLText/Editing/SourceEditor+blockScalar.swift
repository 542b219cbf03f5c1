/// Texts after `|` and `>`.
extension SourceEditor {
  /// Replaces a block scalar. A text that can be a block scalar stays one, with the same
  /// indentation; comments after the header stay.
  func replacingBlockScalar(
    _ slot: Slot, _ scalar: Node.Scalar, by value: YAMLValue, _ writer: ValueWriter
  ) throws(EditRefusal) -> [Splice] {
    let node = slot.value
    let header = blockHeader(node)
    let head = lineEnd(at: header.upperBound)
    let end = max(head, blockScalarEnd(node))
    if case .text(let text) = value,
      let (mark, lines) = blockLines(text, header: self.text(header))
    {
      let first = line(at: head) + 1
      let last = line(at: end)
      let indent =
        (first <= last ? indentation(first...last) : nil)
        ?? (slot.column ?? 0) + writer.layoutStyle.step
      let lineBreak = lineBreakText(near: line(at: head))
      let margin = String(repeating: " ", count: indent)
      let body = lines.map { $0.isEmpty ? lineBreak : lineBreak + margin + $0 }.joined()
      let moved = comment(
        behind: header.upperBound, movedTo: column(after: mark, at: header.lowerBound))
      return [Splice(header, mark), Splice(head..<end, body)] + (moved.map { [$0] } ?? [])
    }
    let column = (slot.column ?? 0) + writer.layoutStyle.step
    guard writer.isInline(value, behind: column, inList: slot.isItem) else {
      throw refusal(
        header, "a text over several lines would become a collection",
        help: "write the new value by hand")
    }
    let text = writer.inline(value, as: .doubleQuoted, in: .block)
    let moved = comment(
      behind: header.upperBound, movedTo: self.column(after: text, at: header.lowerBound))
    return [Splice(header, text), .removal(head..<end)] + (moved.map { [$0] } ?? [])
  }

  /// The header and the lines of a text as a block scalar; `nil` if only quotes can hold it.
  private func blockLines(_ text: String, header: String) -> (header: String, lines: [String])? {
    guard let first = text.utf8.first, first != 0x20, first != 0x09, first != 0x0A,
      !header.utf8.contains(where: { (0x30...0x39).contains($0) })
    else { return nil }
    var lines: [String] = [""]
    for scalar in text.unicodeScalars {
      if scalar == "\n" {
        lines.append("")
      } else if scalar == "\t" || ScalarText.isPrintable(String(scalar)) {
        lines[lines.count - 1].unicodeScalars.append(scalar)
      } else {
        return nil
      }
    }
    let trailing = lines.reversed().prefix(while: \.isEmpty).count
    lines.removeLast(min(trailing, 1))
    if trailing > 1, !header.utf8.contains(UInt8(ascii: "+")) { return nil }
    if lines.contains(where: { !$0.isEmpty && $0.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 } }) {
      return nil
    }
    let chomping =
      trailing == 0 ? "-" : header.utf8.contains(UInt8(ascii: "+")) ? "+" : ""
    let isFolded = header.hasPrefix(">") && lines.count == max(1, trailing)
    return ((isFolded ? ">" : "|") + chomping, lines)
  }
}

/// The surroundings of a value: the text before it on its line, and the indentation of its lines.
struct Slot {
  /// The end of the colon or the dash; the start of the value for the root.
  var markEnd: Int
  /// Bytes before the key or the dash on its line; `nil` for the root.
  var column: Int?
  var isItem: Bool
  var value: Node
}

extension SourceEditor {
  /// Replaces a value in a block collection, or the root.
  func replacing(
    _ slot: Slot, by value: YAMLValue, near neighbours: Node?, valueColumn: Int?
  ) throws(EditRefusal) -> [Splice] {
    let layoutStyle = LayoutStyle(neighbours: neighbours, root: root, bytes: bytes)
    let writer = ValueWriter(layoutStyle: layoutStyle)
    if let scalar = slot.value.scalar, scalar.style == .literal || scalar.style == .folded {
      return try replacingBlockScalar(slot, scalar, by: value, writer)
    }
    let value = styled(value, like: slot.value, near: neighbours)
    let column = slot.column.map { $0 + layoutStyle.step } ?? 0
    guard writer.isInline(value, behind: column, inList: slot.isItem) else {
      return try replacing(slot, byLines: value, writer)
    }
    let style = slot.value.scalar?.style ?? .plain
    return try replacing(
      slot, inline: writer.inline(value, as: style, in: .block), valueColumn: valueColumn)
  }

  /// Replaces anything but a block scalar by a value on one line.
  func replacing(
    _ slot: Slot, inline text: String, valueColumn: Int? = nil
  ) throws(EditRefusal) -> [Splice] {
    let range = slot.value.range
    if slot.value.isBlockCollection { return try collapsing(slot, to: text) }
    if range.start == range.end, slot.column != nil {
      let blanks = max(1, (valueColumn ?? 0))
      let text = String(repeating: " ", count: blanks) + text
      return [.insertion(text, at: slot.markEnd)]
        + following(slot.markEnd, column(after: text, at: slot.markEnd))
    }
    try checkNoComment(in: range.start.offset..<range.end.offset)
    return [Splice(range.start.offset..<range.end.offset, text)]
      + following(range.end.offset, column(after: text, at: range.start.offset))
  }

  private func following(_ end: Int, _ newEnd: Int) -> [Splice] {
    comment(behind: end, movedTo: newEnd).map { [$0] } ?? []
  }

  /// Replaces a block collection by one line; a comment after its key stays.
  func collapsing(_ slot: Slot, to text: String) throws(EditRefusal) -> [Splice] {
    let (start, end) = (slot.value.range.start.offset, lineEnd(at: self.end(of: slot.value)))
    try checkNoComment(in: start..<end)
    guard slot.column != nil, line(at: slot.markEnd) < line(at: start) else {
      return [Splice(start..<end, text)]
    }
    let head = lineEnd(at: slot.markEnd)
    try checkNoComment(in: head..<start)
    return [.insertion(" " + text, at: slot.markEnd), .removal(head..<end)]
      + following(slot.markEnd, column(after: " " + text, at: slot.markEnd))
  }

  /// Replaces anything but a block scalar by lines.
  private func replacing(
    _ slot: Slot, byLines value: YAMLValue, _ writer: ValueWriter
  ) throws(EditRefusal) -> [Splice] {
    let (start, end) = (
      slot.value.range.start.offset, self.end(of: slot.value, behind: slot.markEnd)
    )
    let isCollection = slot.value.isBlockCollection
    try checkNoComment(in: start..<(isCollection ? lineEnd(at: end) : end))
    let head = lineEnd(at: slot.markEnd)
    if head < start { try checkNoComment(in: head..<start) }
    let lineBreak = lineBreakText(near: line(at: slot.markEnd))
    guard let column = slot.column else {
      let lines = writer.lines(value, indent: 0)
      return [Splice(start..<end, joined(lines, lineBreak, ""))]
    }
    if slot.isItem, comments.first(in: slot.markEnd..<lineEnd(at: end)) == nil {
      let margin = column + 2
      let text = joined(
        writer.lines(value, indent: margin), lineBreak, String(repeating: " ", count: margin))
      return [Splice(slot.markEnd..<end, " " + text)]
    }
    let step =
      slot.isItem ? 2 : value.isList ? writer.layoutStyle.listStep : writer.layoutStyle.step
    let margin = String(repeating: " ", count: column + step)
    let text =
      lineBreak + margin
      + joined(writer.lines(value, indent: column + step), lineBreak, margin)
    let oldLine = lineEnd(at: end)
    if head < start { return [.insertion(text, at: head), .removal(head..<end)] }
    var splices = [Splice.removal(slot.markEnd..<end), .insertion(text, at: oldLine)]
    if let moved = comment(behind: end, movedTo: self.column(after: "", at: slot.markEnd)) {
      splices.append(moved)
    }
    return splices
  }

  func checkNoComment(in range: Range<Int>) throws(EditRefusal) {
    guard let hash = comments.first(in: range) else { return }
    throw refusal(
      hash..<lineEnd(at: hash), "this comment is inside the value that would be replaced",
      help: "edit what is inside the value one by one, or move the comment")
  }

  /// A collection of automatic style is written as the one it replaces, else as a sibling.
  private func styled(_ value: YAMLValue, like old: Node, near neighbours: Node?) -> YAMLValue {
    guard value.style == .automatic, !value.isScalar else { return value }
    let siblings = neighbours?.entries?.map(\.value) ?? neighbours?.items ?? []
    for node in [old] + siblings where node.count > 0 && (node.items != nil) == value.isList {
      return value.styled(node.isBlockCollection ? .block : .flow)
    }
    return value
  }
}

extension Node {
  var isBlockCollection: Bool {
    switch value {
    case .scalar: false
    case .sequence(_, let layout), .mapping(_, let layout): layout == .block
    }
  }
}

/// Collections in brackets.
extension SourceEditor {
  /// The range of each entry or item in brackets, if there is no comment inside.
  func flowParts(of node: Node) throws(EditRefusal) -> [Range<Int>] {
    let range = node.range.start.offset..<node.range.end.offset
    if let hash = comments.first(in: range) {
      throw refusal(
        hash..<lineEnd(at: hash), "a comment is inside the brackets that would be rewritten",
        help: "edit these brackets by hand, or move the comment out of them")
    }
    guard let first = bytes[range].first, first == 0x7B || first == 0x5B else {
      throw refusal(
        range, "this is a mapping of one key without braces",
        help: "write it in braces, then edit again")
    }
    if let entries = node.entries {
      return entries.map { $0.keyRange.start.offset..<flowEnd($0) }
    }
    return (node.items ?? []).map { $0.range.start.offset..<$0.range.end.offset }
  }

  /// The end of a flow entry; one without a value ends with its colon, or its key.
  private func flowEnd(_ entry: Node.Entry) -> Int {
    let value = entry.value.range
    if value.end > value.start { return value.end.offset }
    return flowColon(entry).map { $0 + 1 } ?? entry.keyRange.end.offset
  }

  /// The colon of an entry that has no value.
  func flowColon(_ entry: Node.Entry) -> Int? {
    let end = entry.keyRange.end.offset
    let colon = end + bytes[end...].prefix { [0x20, 0x09, 0x0A, 0x0D].contains($0) }.count
    return colon < bytes.count && bytes[colon] == UInt8(ascii: ":") ? colon : nil
  }

  func insertingInFlow(
    _ key: String?, _ value: YAMLValue, at index: Int, of node: Node
  ) throws(EditRefusal) -> [Splice] {
    let parts = try flowParts(of: node)
    let writer = ValueWriter(layoutStyle: LayoutStyle(neighbours: node, root: root, bytes: bytes))
    var text = writer.inline(value, in: .flow)
    if let key { text = writer.key(key, in: .flow) + ": " + text }
    guard let first = parts.first, let last = parts.last else {
      let pad = key != nil && writer.layoutStyle.isPadded ? " " : ""
      let inside = node.range.start.offset + 1..<node.range.end.offset - 1
      return [Splice(inside, pad + text + pad)]
    }
    if index > 0 {
      let separator = index < parts.count ? index : max(1, parts.count - 1)
      let between =
        parts.count > 1
        ? self.text(parts[separator - 1].upperBound..<parts[separator].lowerBound)
        : separatorOfOne(first, in: node)
      return [.insertion(between + text, at: parts[index - 1].upperBound)]
    }
    let between =
      parts.count > 1
      ? self.text(parts[0].upperBound..<parts[1].lowerBound) : separatorOfOne(last, in: node)
    return [.insertion(text + between, at: first.lowerBound)]
  }

  /// A comma and, if the only part has a line for itself, the line end and indentation before it.
  private func separatorOfOne(_ part: Range<Int>, in node: Node) -> String {
    let before = text(node.range.start.offset + 1..<part.lowerBound)
    return before.utf8.contains { $0 == 0x0A || $0 == 0x0D } ? "," + before : ", "
  }

  func removingFromFlow(_ index: Int, of node: Node) throws(EditRefusal) -> [Splice] {
    let parts = try flowParts(of: node)
    if parts.count == 1 {
      return [.removal(node.range.start.offset + 1..<node.range.end.offset - 1)]
    }
    if index == 0 { return [.removal(parts[0].lowerBound..<parts[1].lowerBound)] }
    return [.removal(parts[index - 1].upperBound..<parts[index].upperBound)]
  }

  func movingInFlow(from: Int, to: Int, of node: Node) throws(EditRefusal) -> [Splice] {
    let parts = try flowParts(of: node)
    return [permuted(Array(parts[min(from, to)...max(from, to)]), isForward: from < to)]
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}

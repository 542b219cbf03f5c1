internal import YAMLText

/// Texts in braces that a comma cuts: `{ en: Long evenings, warm light }` has a key 'warm light'.
struct CutTexts {
  private let source: SourceText
  private(set) var diagnostics: [Diagnostic] = []

  init(in document: Document) {
    source = document.source
    if let root = document.root { find(in: root) }
  }

  private mutating func find(in node: Node) {
    switch node.value {
    case .scalar: return
    case .sequence(let items, _): for item in items { find(in: item) }
    case .mapping(let entries, let layout):
      if layout == .flow { find(among: entries) }
      for entry in entries { find(in: entry.value) }
    }
  }

  /// Entries that are only a key, after an entry whose value is a text without quotes.
  private mutating func find(among entries: [Node.Entry]) {
    var text: Node?
    var last: SourceRange?
    for entry in entries {
      if let text, isOnlyKey(entry), isSentence(text, entry.key) {
        last = entry.keyRange
        continue
      }
      report(text, until: last)
      last = nil
      let isText = entry.value.scalar.map { $0.style == .plain && !$0.isNull } ?? false
      text = isText ? entry.value : nil
    }
    report(text, until: last)
  }

  private mutating func report(_ text: Node?, until last: SourceRange?) {
    guard let text, let last else { return }
    let range = SourceRange(start: text.range.start, end: last.end)
    let written = source.text(in: range.start.offset..<range.end.offset)
    diagnostics.append(
      Diagnostic(
        .error, code: .cutText, in: source.path, at: range, "this text is cut at the ','",
        help: written.utf8.count <= 200 && !written.utf8.contains(where: { $0 == 0x0A })
          ? "put quotes around the whole text: \"\(written.escaped)\""
          : "put double quotes around the whole text"))
  }

  /// Names have no spaces: `{ country: GB, vip }` is another mistake.
  private func isSentence(_ text: Node, _ key: String) -> Bool {
    key.utf8.contains(0x20) || text.scalar?.text.utf8.contains(0x20) ?? false
  }

  private func isOnlyKey(_ entry: Node.Entry) -> Bool {
    guard entry.value.isNull, entry.value.range.start == entry.value.range.end else { return false }
    let between =
      entry.keyRange.end
      .offset..<max(
        entry.keyRange.end.offset, entry.value.range.start.offset)
    return !source.text(in: between).utf8.contains(UInt8(ascii: ":"))
  }
}

extension String {
  fileprivate var escaped: String { replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") }
}

extension Diagnostic.Code {
  fileprivate static let cutText = Diagnostic.Code("cutText")
}

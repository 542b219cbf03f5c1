extension Document {
  /// The document in the standard layout, with the same content and comments: two spaces per level,
  /// one blank after a colon unless neighbours are aligned, two before a comment, no blanks at line
  /// ends, at most one empty line in a row, one kind of line end, one at the end of the file. Parts
  /// that cannot be formatted safely stay. Formatting is idempotent.
  package func formatted() throws(EditRefusal) -> Document {
    if let error = diagnostics.first(where: { $0.severity == .error }) { throw EditRefusal(error) }
    var document = self
    for _ in 0..<Self.mostRounds {
      let before = document.source.text
      for step in SourceEditor.layoutSteps { document = document.laidOut(by: step) }
      if document.source.text.utf8.elementsEqual(before.utf8) { return document }
    }
    return document
  }

  /// One step may make room for another.
  private static let mostRounds = 5

  private func laidOut(by step: (SourceEditor) -> [Splice]?) -> Document {
    let manuscript = SourceEditor(self)
    guard let splices = step(manuscript), !splices.isEmpty else { return self }
    let (document, diagnostics) = Document.parse(
      splices.applied(to: manuscript.bytes), path: source.path)
    guard diagnostics.isEmpty, says(document),
      manuscript.commentTexts == SourceEditor(document).commentTexts
    else { return self }
    return document
  }

  private func says(_ other: Document) -> Bool {
    guard let root, let otherRoot = other.root else { return root == nil && other.root == nil }
    return root.means(otherRoot)
  }
}

extension SourceEditor {
  /// Each step is kept only if the content stays the same.
  static var layoutSteps: [(SourceEditor) -> [Splice]?] {
    [
      { $0.lineEndSplices() }, { $0.indentationSplices() }, { $0.colonSplices() },
      { $0.commentSplices() }, { $0.blankSplices() }, { $0.endSplices() },
    ]
  }

  /// The comments in their order, without blanks at their ends.
  var commentTexts: [[UInt8]] {
    comments.offsets.map { hash in
      var end = lineEnd(at: hash)
      while end > hash, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
      return Array(bytes[hash..<end])
    }
  }
}

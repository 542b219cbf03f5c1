extension Document {
  /// The document after the edits, in their order. Everything outside of the edited places is
  /// byte-identical. After each edit the text is parsed again and compared with the same edit of
  /// the tree; if they differ, nothing is changed.
  package func applying(_ edits: [Edit]) throws(EditRefusal) -> Document {
    var document = self
    for edit in edits { document = try document.applying(edit) }
    return document
  }

  /// A value at a path, which may be new.
  package func setting(
    _ path: DocumentPath, to value: YAMLValue
  ) throws(EditRefusal) -> Document {
    try applying(Edit.set(path, value))
  }

  package func applying(_ edit: Edit) throws(EditRefusal) -> Document {
    if let error = diagnostics.first(where: { $0.severity == .error }) { throw EditRefusal(error) }
    let nothing = Node(.scalar(Node.Scalar("", style: .plain)), at: source.range(0..<0))
    let tree = root ?? nothing
    let change: Change
    do throws(ImpossibleEdit) { change = try tree.change(for: edit) } catch {
      throw refusal(error)
    }
    let wanted = tree.applying(change)
    if wanted.means(tree) { return self }
    let manuscript = SourceEditor(self)
    let splices = try manuscript.splices(for: change)
    let edited = splices.applied(to: manuscript.bytes)
    let (document, diagnostics) = Document.parse(edited, path: source.path)
    if let problem = diagnostics.first(where: { $0.code == .unreadableText }) {
      throw EditRefusal(problem)
    }
    guard diagnostics.isEmpty, document.root?.means(wanted) == true else {
      throw manuscript.refusal(
        splices.map(\.range).min { $0.lowerBound < $1.lowerBound } ?? 0..<0,
        "this edit would change what another part of the file says, so it was not made",
        help: "make the edit by hand; a plainer layout at this place can be edited")
    }
    return document
  }

  private func refusal(_ problem: ImpossibleEdit) -> EditRefusal {
    EditRefusal(
      Diagnostic(
        .error, code: problem.code, in: source.path, at: place(of: problem.path), problem.message,
        help: problem.help))
  }
}

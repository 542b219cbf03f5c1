internal import YAMLText

/// Warns of text that the author wrote and that no visitor would read.
struct LostText {
  let context: DecodingContext

  /// A text that is empty, or that a `#` cuts.
  func check(_ scalar: Node.Scalar, at range: SourceRange) {
    if let rest = rest(after: scalar, at: range) {
      let whole = scalar.text.isEmpty ? rest : "\(scalar.text) \(rest)"
      return context.warning(
        .lostText, at: range, "this text is cut at the '#', which begins a comment",
        help: "put quotes around the whole text: \(Self.quoted(whole)); or, for a comment, write "
          + "a space after the '#'")
    }
    guard Self.isEmpty(scalar) else { return }
    context.warning(
      .lostText, at: range, "this text is empty",
      help: "write the text, or take the key out; for no value write 'null'")
  }

  /// Values of other languages whose type is not that of the first one.
  func check(_ entries: [Node.Entry], first: String?) {
    let typed = entries.filter { ContentType(of: $0.value) != nil }
    guard let model = typed.first(where: { $0.key == first }) ?? typed.first,
      let type = ContentType(of: model.value)
    else { return }
    for entry in entries where !(entry.value.scalar.map(Self.isEmpty) ?? false) {
      let found = ContentType(of: entry.value)
      if let wanted = model.value.items?.count, let items = entry.value.items,
        items.count != wanted
      {
        context.warning(
          .lostText, at: entry.value.range,
          "'\(entry.key.shortened)' lists \(items.count) where '\(model.key.shortened)' lists "
            + "\(wanted)", help: "write as many in each language")
      }
      guard found != type else { continue }
      context.warning(
        type == .text ? .lostText : .contentType, at: entry.value.range,
        "'\(entry.key.shortened)' has \(found?.words ?? "nothing") where "
          + "'\(model.key.shortened)' has \(type.words)",
        help: help(for: entry, found, type, as: model))
    }
  }

  private func help(
    for entry: Node.Entry, _ found: ContentType?, _ type: ContentType, as model: Node.Entry
  ) -> String {
    guard found != nil else {
      let value = type == .text ? "the text" : type.words
      return "write \(value), or take '\(entry.key.shortened)' out"
    }
    if type == .text, let scalar = entry.value.scalar {
      return "put quotes around it: \(Self.quoted(scalar.text))"
    }
    if found == .text, let scalar = model.value.scalar {
      return "write \(type.words), or, if both are texts, \(Self.quoted(scalar.text)) in "
        + "'\(model.key.shortened)'"
    }
    return "write \(type.words), as apps expect one type in every language"
  }

  /// Returns the text that a plain scalar loses behind a `#` that does not look like a comment's: a
  /// letter or digit comes right after it, or, after a single space, a digit.
  private func rest(after scalar: Node.Scalar, at range: SourceRange) -> String? {
    guard scalar.style == .plain, let source = context.source else { return nil }
    let line = source.line(range.end.line).utf8
    let rest = line.dropFirst(range.end.offset - source.lineStart(range.end.line))
    return rest.textFromHash.map { String(decoding: $0, as: UTF8.self).trimmed }
  }

  private static func isEmpty(_ scalar: Node.Scalar) -> Bool {
    scalar.text.utf8.allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.shortened.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"\(escaped)\""
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = self[...]
    while text.last?.isWhitespace ?? false { text.removeLast() }
    return String(text)
  }
}

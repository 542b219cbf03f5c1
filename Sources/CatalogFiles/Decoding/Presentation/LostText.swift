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

  /// Values of other languages that are no text where one is.
  func check(_ entries: [Node.Entry]) {
    guard let text = entries.first(where: { $0.value.isText }) else { return }
    for entry in entries {
      let value = entry.value
      guard let scalar = value.scalar, !Self.isEmpty(scalar) else { continue }
      let kind: String
      switch CoreSchema.resolve(scalar) {
      case .boolean: kind = "a boolean"
      case .integer, .number, .tooLarge, .notFinite: kind = "a number"
      case .null: kind = "nothing"
      case .text: continue
      }
      context.warning(
        .lostText, at: value.range,
        "'\(entry.key.shortened)' has \(kind) where '\(text.key.shortened)' has a text",
        help: kind == "nothing"
          ? "write the text, or take '\(entry.key.shortened)' out"
          : "put quotes around it: \(Self.quoted(scalar.text))")
    }
  }

  /// What follows a plain text behind a `#` that does not look like a comment's: a letter or digit
  /// comes right after it, or, after a single space, a digit.
  private func rest(after scalar: Node.Scalar, at range: SourceRange) -> String? {
    guard scalar.style == .plain, let source = context.source else { return nil }
    let line = source.line(range.end.line).utf8
    let rest = line.dropFirst(range.end.offset - source.lineStart(range.end.line))
    let comment = rest.drop { $0 == 0x20 || $0 == 0x09 }
    guard comment.first == UInt8(ascii: "#") else { return nil }
    let text = comment.dropFirst()
    let isWord = text.first.map(Self.isWord) ?? false
    let isNumber =
      rest.count == comment.count + 1 && text.first == 0x20
      && text.dropFirst().first.map { (0x30...0x39).contains($0) } ?? false
    guard isWord || isNumber else { return nil }
    return String(decoding: comment, as: UTF8.self).trimmed
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      || byte >= 0x80
  }

  private static func isEmpty(_ scalar: Node.Scalar) -> Bool {
    scalar.text.utf8.allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.shortened.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"\(escaped)\""
  }
}

extension Node {
  fileprivate var isText: Bool {
    guard let scalar else { return false }
    if case .text(let text) = CoreSchema.resolve(scalar) { return !text.isEmpty }
    return false
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = self[...]
    while text.last?.isWhitespace ?? false { text.removeLast() }
    return String(text)
  }
}

/// libyaml's problem in plain words, at the place to look at.
struct SyntaxAdvice {
  var message: String
  var help: String
  /// Byte offsets.
  var place: Range<Int>

  init(_ problem: SyntaxProblem, at offset: Int, context: Int?, in source: SourceText) {
    let line = source.lineOffsets(source.position(at: offset).line)
    place = offset..<source.endOfScalar(at: offset, within: line)
    let isFirstOnLine = source.text(in: line.lowerBound..<max(line.lowerBound, offset))
      .utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 }
    let isAtTab = source.byte(at: offset) == 0x09
    let known = Self.known.first {
      problem.message.contains($0.problem) && problem.context.contains($0.context)
        && ($0.isFirstOnLine ?? isFirstOnLine) == isFirstOnLine
        && ($0.isAtTab ?? isAtTab) == isAtTab
    }
    message = known?.message ?? "this is not YAML: \(problem.message)"
    help = known?.help ?? "check the indentation, the colons and the quotes of this line"
    guard let known, let context else { return }
    let contextLine = source.lineOffsets(source.position(at: context).line)
    switch known.place {
    case .problem: break
    case .opening where known.isAcrossLines && contextLine == line && offset < line.upperBound:
      break
    case .opening: place = context..<source.endOfScalar(at: context, within: contextLine)
    case .contextLine: place = context..<max(context, source.endOfText(in: contextLine))
    }
  }

  /// A known problem of libyaml, recognised by its message and the text at the place.
  private struct Known {
    var problem: String
    var context = ""
    var isFirstOnLine: Bool?
    var isAtTab: Bool?
    var place = Place.problem
    /// Shows the opening character only if the problem is on another line or at the end of the
    /// line.
    var isAcrossLines = false
    var message: String
    var help: String

    enum Place {
      case problem
      /// The opening character of the context.
      case opening
      /// The place from the start of the context to the end of that line.
      case contextLine
    }
  }

  private static let known: [Known] = [
    Known(
      problem: "mapping values are not allowed", message: "a ':' does not belong here",
      help: "quote a text that contains ': ', or check the indentation of this line"),
    Known(
      problem: "character that cannot start any token", isAtTab: true,
      message: "a tab is used for indentation", help: "indent with spaces"),
    Known(
      problem: "character that cannot start any token",
      message: "a text cannot start with this character",
      help: "quote a text that starts with '@', '`', '%' or '>', such as \">=3.2.0\""),
    Known(
      problem: "found a tab character", message: "a tab is used for indentation",
      help: "indent with spaces"),
    Known(
      problem: "did not find expected key", isFirstOnLine: true,
      message: "a key was expected here",
      help: "indent this line like the keys above it, and close quotes and brackets before it"),
    Known(
      problem: "did not find expected key",
      message: "this must not follow the value before it",
      help: "quote the whole text; inside single quotes write '' for one quote, inside double \\\""),
    Known(
      problem: "did not find expected '-' indicator", message: "a '- ' was expected here",
      help: "indent this line like the list above it, or move it out of the list"),
    Known(
      problem: "did not find expected ',' or ']'", place: .opening, isAcrossLines: true,
      message: "a ',' or the closing ']' is missing",
      help: "close the bracket, or quote a text that starts with '['"),
    Known(
      problem: "did not find expected ',' or '}'", place: .opening, isAcrossLines: true,
      message: "a ',' or the closing '}' is missing",
      help: "close the brace, or quote a text that starts with '{'"),
    Known(
      problem: "did not find expected node content", message: "a value was expected here",
      help: "remove the extra ',' or bracket, or quote the text"),
    Known(
      problem: "could not find expected ':'", place: .contextLine,
      message: "a ':' is missing after this key",
      help: "write 'key: value', with a space after the colon"
    ),
    Known(
      problem: "unexpected end of stream", place: .opening,
      message: "this quote is never closed", help: "close it, with the same kind of quote"),
    Known(
      problem: "unexpected document indicator", place: .opening,
      message: "this quote is never closed", help: "close it, with the same kind of quote"),
    Known(
      problem: "unknown escape character", message: "this escape is not known in double quotes",
      help: "write '\\\\' for a backslash, or use single quotes"),
    Known(
      problem: "did not find expected hexdecimal number",
      message:
        "the escape needs hexadecimal digits here: two after \\x, four after \\u, eight after \\U",
      help: "complete it, write '\\\\' for a backslash, or use single quotes"),
    Known(
      problem: "invalid Unicode character escape code",
      message: "this escape is no character, or half of one",
      help: "write the character itself, or one escape of eight digits such as \\U0001F600"),
    Known(
      problem: "alphabetic or numeric character", context: "an alias", place: .opening,
      message: "a text cannot start with '*'", help: "quote the text"),
    Known(
      problem: "alphabetic or numeric character", context: "an anchor", place: .opening,
      message: "a text cannot start with '&'", help: "quote the text"),
    Known(
      problem: "comment or line break", context: "a block scalar", place: .opening,
      message: "a text cannot start with '|' or '>'",
      help: "quote the text, or start it on the next line, indented"),
    Known(
      problem: "", context: "directive", place: .opening,
      message: "a line cannot start with '%'", help: "quote the text"),
    Known(
      problem: "", context: "a tag", place: .opening, message: "a text cannot start with '!'",
      help: "quote the text"),
    Known(
      problem: "undefined tag handle", message: "a text cannot start with '!'",
      help: "quote the text"),
    Known(
      problem: "control characters are not allowed", message: "a control character is in the text",
      help: "remove it, or write it as an escape in double quotes"),
    Known(
      problem: "block sequence entries are not allowed", message: "a '- ' does not belong here",
      help: "put the list on the next line, or quote a text that starts with '- '"),
    Known(
      problem: "mapping keys are not allowed", message: "a '? ' does not belong here",
      help: "quote a text that starts with '? '"),
    Known(
      problem: "did not find expected <document start>",
      message: "this does not belong to the value above it",
      help: "indent this line like the first one, with a space after every colon"),
  ]
}

extension SourceText {
  /// The end of the scalar that begins at an offset; the offset itself at the end of its line.
  fileprivate func endOfScalar(at offset: Int, within line: Range<Int>) -> Int {
    guard offset < line.upperBound, let byte = byte(at: offset) else { return offset }
    let width = byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
    return min(offset + width, line.upperBound)
  }

  /// The end of a line without the blanks at its end.
  fileprivate func endOfText(in line: Range<Int>) -> Int {
    var end = line.upperBound
    while end > line.lowerBound, [0x20, 0x09].contains(byte(at: end - 1)) { end -= 1 }
    return end
  }
}

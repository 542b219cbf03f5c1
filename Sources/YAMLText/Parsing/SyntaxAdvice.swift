/// libyaml's messages in the words of somebody who edits a file by hand.
struct SyntaxAdvice {
  var message: String
  var help: String

  init(_ problem: String) {
    let known = Self.known.first { problem.contains($0.fragment) }
    message = known?.message ?? "this is not YAML: \(problem)"
    help = known?.help ?? "check the indentation, the colons and the quotes of this line"
  }

  private static let known: [(fragment: String, message: String, help: String)] = [
    (
      "mapping values are not allowed", "a ':' does not belong here",
      "quote a text that contains ': ', or check the indentation of this line"
    ),
    (
      "character that cannot start any token", "this character cannot start a value",
      "indent with spaces, not with tabs; quote a text that starts with '@', '`', '%' or a tab"
    ),
    (
      "found a tab character", "a tab is used for indentation",
      "indent with spaces"
    ),
    (
      "did not find expected key", "a key was expected here",
      "indent this line like the keys above it; close quotes and brackets before it"
    ),
    (
      "did not find expected '-' indicator", "a '- ' was expected here",
      "indent this line like the list above it, or move it out of the list"
    ),
    (
      "did not find expected ',' or ']'", "a ',' or the closing ']' is missing",
      "close the bracket that is open here"
    ),
    (
      "did not find expected ',' or '}'", "a ',' or the closing '}' is missing",
      "close the brace that is open here"
    ),
    (
      "could not find expected ':'", "a ':' is missing after this key",
      "write 'key: value', with a space after the colon"
    ),
    (
      "unexpected end of stream", "the file ends inside a quoted text",
      "close the quote"
    ),
    (
      "unknown escape character", "this escape is not known in double quotes",
      "write '\\\\' for a backslash, or use single quotes"
    ),
    (
      "control characters are not allowed", "a control character is in the text",
      "remove it, or write it as an escape in double quotes"
    ),
    (
      "block sequence entries are not allowed", "a '- ' does not belong here",
      "put the list on the next line, or quote a text that starts with '- '"
    ),
  ]
}

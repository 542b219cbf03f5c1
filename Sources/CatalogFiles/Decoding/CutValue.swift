internal import YAMLText

/// A value that a ',' cuts: `{ share: 59,5% }` has the share `59` and a key `5%` without a value.
struct CutValue {
  /// The value as it was meant, with the part behind the ','.
  let text: String
  let first: String
  let rest: String
  let range: SourceRange

  /// - Parameter index: of the key that is none.
  init?(_ entries: [Node.Entry], before index: Int) {
    guard index > 0, let first = entries[index - 1].value.scalar, first.style == .plain else {
      return nil
    }
    let rest = entries[index]
    guard rest.value.isNull, rest.value.range.start == rest.value.range.end else { return nil }
    let before = entries[index - 1].value.range
    let isTight = rest.keyRange.start.offset == before.end.offset + 1
    text = "\(first.text),\(isTight ? "" : " ")\(rest.key)"
    (self.first, self.rest) = (first.text, rest.key)
    range = SourceRange(start: before.start, end: rest.keyRange.end)
  }

  /// - Parameter isList: whether a list may be meant.
  func report(in context: DecodingContext, isList: Bool) {
    let isNumber = first.allSatisfy(\.isNumber) && rest.first?.isNumber == true
    context.error(
      .invalidValue, at: range, "this value is cut at the ','",
      help: isNumber
        ? "write a point: \(first).\(rest)"
        : isList ? "write a list: [\(first), \(rest)]" : "put quotes around it: \"\(text)\"")
  }
}

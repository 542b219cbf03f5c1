/// A message about a text: what, where, and what to do next. Diagnostics are collected, not thrown.
package struct Diagnostic: Hashable, Sendable {
  package var severity: Severity
  package var code: Code
  /// The path of the file, relative to the given folder.
  package var file: String
  /// `nil` for the file as a whole, or if it is missing.
  package var range: SourceRange?
  package var message: String
  package var help: String?

  package init(
    _ severity: Severity, code: Code, in file: String, at range: SourceRange?, _ message: String,
    help: String?
  ) {
    self.severity = severity
    self.code = code
    self.file = file
    self.range = range
    self.message = message.cut(toBytes: Self.mostBytes)
    self.help = help?.cut(toBytes: Self.mostBytes)
  }

  /// The limit of `message` and of `help`, because names in them may be as long as the file.
  package static let mostBytes = 1000

  package enum Severity: String, Sendable { case error, warning }

  /// The stable code of a diagnostic; modules add their own in extensions.
  package struct Code: Hashable, Sendable {
    package let name: String

    package init(_ name: String) { self.name = name }

    package static let syntax = Code("syntax")
    package static let unreadableText = Code("unreadableText")
    package static let duplicateKey = Code("duplicateKey")
    package static let severalDocuments = Code("severalDocuments")
    package static let anchorOrAlias = Code("anchorOrAlias")
    package static let tag = Code("tag")
    package static let keyIsNotText = Code("keyIsNotText")
    package static let nestedTooDeep = Code("nestedTooDeep")
  }
}

extension Diagnostic {
  /// Sorted by file, then by place, then errors before warnings.
  package static func inReadingOrder(_ left: Diagnostic, _ right: Diagnostic) -> Bool {
    if left.file != right.file { return left.file < right.file }
    let (leftStart, rightStart) = (left.range?.start.offset ?? -1, right.range?.start.offset ?? -1)
    if leftStart != rightStart { return leftStart < rightStart }
    if left.severity != right.severity { return left.severity == .error }
    return left.message < right.message
  }
}

extension Diagnostic {
  /// A text of the file in quotes, for a message, cut if it is longer than a line.
  package static func quoted(_ text: String) -> String {
    guard text.unicodeScalars.count > 80 else { return "'\(text)'" }
    return "'\(String(text.unicodeScalars.prefix(80)))…'"
  }
}

extension String {
  /// At most `most` bytes, with `…` if it is cut.
  fileprivate func cut(toBytes most: Int) -> String {
    guard utf8.count > most else { return self }
    var end = utf8.index(utf8.startIndex, offsetBy: most)
    while end > utf8.startIndex, end.samePosition(in: unicodeScalars) == nil {
      end = utf8.index(before: end)
    }
    return self[..<end] + "…"
  }
}

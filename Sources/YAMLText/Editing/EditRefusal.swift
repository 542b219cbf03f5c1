/// Why an edit was not made: the reason, the line, and what to do by hand. Nothing was changed.
package struct EditRefusal: Error, Hashable, Sendable {
  package let reason: Diagnostic

  package init(_ reason: Diagnostic) { self.reason = reason }
}

extension Diagnostic.Code {
  /// The path of an edit does not exist, or has a value of another kind.
  package static let noSuchPlace = Diagnostic.Code("noSuchPlace")
  /// A new key or name exists already.
  package static let keyIsTaken = Diagnostic.Code("keyIsTaken")
  /// The edit cannot be made without guessing.
  package static let editByHand = Diagnostic.Code("editByHand")
}

/// Why an edit is impossible for a tree, independently of its text.
package struct ImpossibleEdit: Error, Hashable, Sendable {
  package var code: Diagnostic.Code
  /// The path to report.
  package var path: DocumentPath
  package var message: String
  package var help: String
}

extension ImpossibleEdit {
  init(_ code: Diagnostic.Code, _ path: DocumentPath, _ message: String, help: String) {
    self.init(code: code, path: path, message: message, help: help)
  }

  init(nothingAt path: DocumentPath) {
    self.init(
      .noSuchPlace, path, "there is no \(Diagnostic.quoted(path.description)) here",
      help: "name a key or an item that the file has")
  }

  init(taken path: DocumentPath) {
    self.init(
      .keyIsTaken, path, "\(Diagnostic.quoted(path.description)) is there already",
      help: "choose another name, or set the value that is there")
  }

  init(_ path: DocumentPath, is node: Node, not wanted: String) {
    let name = path.steps.isEmpty ? "the file" : Diagnostic.quoted(path.description)
    self.init(
      .noSuchPlace, path, "\(name) is \(node.kind), not \(wanted)",
      help: "set it to \(wanted) first, or name another place")
  }
}

internal import YAMLText

/// The file that is being read, and what in it is being read: findings and uses are noted here.
struct Page {
  let path: String
  let notebook: Notebook
  /// What the names that are read here are used by.
  var user: Subject?

  init(path: String, notebook: Notebook, user: Subject? = nil) {
    self.path = path
    self.notebook = notebook
    self.user = user
  }

  func read(by user: Subject) -> Page { Page(path: path, notebook: notebook, user: user) }

  func place(_ range: SourceRange?) -> Place { Place(file: path, range: range) }

  func error(
    _ code: Diagnostic.Code, at range: SourceRange, _ message: @autoclosure () -> String,
    help: @autoclosure () -> String
  ) {
    notebook.error(code, at: place(range), message(), help: help())
  }

  func warning(
    _ code: Diagnostic.Code, at range: SourceRange, _ message: @autoclosure () -> String,
    help: @autoclosure () -> String
  ) {
    notebook.warning(code, at: place(range), message(), help: help())
  }

  /// Refuses a list or a mapping with more entries than there is any use for: rules compare them with
  /// each other.
  func refuseMore(than most: Int, _ what: String, in node: Node?) {
    let count = node?.entries?.count ?? node?.items?.count ?? 0
    guard let node, count > most else { return }
    error(
      .tooMany, at: SourceRange(start: node.range.start, end: node.range.start),
      "there are \(count) \(what); the most is \(most)", help: "take some out")
  }

  /// Notes that what is read here uses the thing of this name.
  func use(_ kind: Kind, _ name: String, at range: SourceRange) {
    notebook.add(Use(subject: Subject(kind, name), user: user, place: place(range)))
  }
}

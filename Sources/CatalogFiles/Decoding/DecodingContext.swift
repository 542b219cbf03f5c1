internal import YAMLText

/// The file that is being decoded and the entity in it; reports diagnostics and uses of names.
struct DecodingContext {
  let path: String
  let sink: DiagnosticSink
  /// The text of the file, if what is lost of it is looked for.
  var source: SourceText?
  var vocabulary = Vocabulary.empty
  /// The entity that uses the names that are decoded here.
  var user: Entity?

  func used(by user: Entity) -> DecodingContext {
    var context = self
    context.user = user
    return context
  }

  func place(_ range: SourceRange?) -> Place { Place(file: path, range: range) }

  func error(
    _ code: Diagnostic.Code, at range: SourceRange, _ message: @autoclosure () -> String,
    help: @autoclosure () -> String
  ) {
    sink.error(code, at: place(range), message(), help: help())
  }

  /// Reports an error where a value is expected.
  func refuse<Value>(
    _ code: Diagnostic.Code, at range: SourceRange, _ message: @autoclosure () -> String,
    help: @autoclosure () -> String
  ) -> Value? {
    error(code, at: range, message(), help: help())
    return nil
  }

  func warning(
    _ code: Diagnostic.Code, at range: SourceRange, _ message: @autoclosure () -> String,
    help: @autoclosure () -> String
  ) {
    sink.warning(code, at: place(range), message(), help: help())
  }

  /// Refuses a list or a mapping with too many entries, because rules compare them with each other.
  func refuseMore(than most: Int, _ what: String, in node: Node?) {
    let count = node?.entries?.count ?? node?.items?.count ?? 0
    guard let node, count > most else { return }
    error(
      .tooMany, at: SourceRange(start: node.range.start, end: node.range.start),
      "there are \(count) \(what); the most is \(most)", help: "take some out")
  }

  /// Records that the entity decoded here uses this name.
  func use(_ kind: EntityKind, _ name: String, at range: SourceRange) {
    sink.add(Use(subject: Entity(kind, name), user: user, place: place(range)))
  }
}

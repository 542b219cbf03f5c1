/// Builds located nodes from events, and reports what YAML allows but these files do not.
struct Composer {
  let source: SourceText
  private(set) var diagnostics: [Diagnostic] = []
  /// The number of further diagnostics.
  private(set) var omitted = 0
  /// Whether the document is unusable.
  private(set) var isFatal = false
  private var offsets: ScalarOffsets
  private var reader: EventReader?
  /// Bytes of a byte order mark, which libyaml does not see.
  private let hidden: Int

  init(source: SourceText) {
    self.source = source
    self.offsets = ScalarOffsets(source.text, isASCII: source.isASCII)
    self.hidden = source.text.utf8.starts(with: byteOrderMark) ? byteOrderMark.count : 0
  }

  /// The value of the only document; `nil` when there is none or it cannot be read.
  mutating func compose() -> Node? {
    do throws(SyntaxProblem) {
      let reader = try EventReader(source.text.utf8.dropFirst(hidden))
      self.reader = reader
      var root: Node?
      var documents = 0
      while true {
        let event = try reader.next()
        switch event.kind {
        case .streamEnd: return root
        case .documentStart:
          documents += 1
          guard documents == 1 else {
            refuse(
              .severalDocuments, event, "a second document starts here",
              help: "a file holds one document: remove the '---', or move this to its own file")
            return nil
          }
        case .streamStart, .documentEnd: continue
        default: root = try node(from: event, depth: 1)
        }
        if isFatal { return nil }
      }
    } catch {
      report(error)
      return nil
    }
  }

  private mutating func node(from event: Event, depth: Int) throws(SyntaxProblem) -> Node? {
    switch event.kind {
    case .scalar(let scalar, let properties):
      refuse(properties, at: event)
      return Node(.scalar(scalar), at: range(of: scalar, event))
    case .alias(let name):
      refuse(
        .anchorOrAlias, event, "'*\(name)' is an alias; aliases are not allowed",
        help:
          "write the value out, or use 'extends' on a paywall or a named audience; quote a text "
          + "that starts with '*'")
      return Node(.scalar(Node.Scalar("", style: .plain)), at: range(event.start, event.end))
    case .sequenceStart(let layout, let properties):
      refuse(properties, at: event)
      guard isWithinDepth(event, depth) else { return nil }
      return try sequence(from: event, layout, depth: depth)
    case .mappingStart(let layout, let properties):
      refuse(properties, at: event)
      guard isWithinDepth(event, depth) else { return nil }
      return try mapping(from: event, layout, depth: depth)
    default:
      return nil
    }
  }

  private mutating func sequence(
    from start: Event, _ layout: Node.Layout, depth: Int
  ) throws(SyntaxProblem) -> Node? {
    var items: [Node] = []
    while let event = try reader?.next() {
      if case .sequenceEnd = event.kind {
        let end = items.last?.range.end
        return Node(.sequence(items, layout), at: range(start, end, event))
      }
      guard let item = try node(from: event, depth: depth + 1) else { return nil }
      items.append(item)
    }
    return nil
  }

  private mutating func mapping(
    from start: Event, _ layout: Node.Layout, depth: Int
  ) throws(SyntaxProblem) -> Node? {
    var entries: [Node.Entry] = []
    var seen = SeenKeys()
    while let event = try reader?.next() {
      if case .mappingEnd = event.kind {
        let end = entries.last?.value.range.end
        return Node(.mapping(entries, layout), at: range(start, end, event))
      }
      guard let key = try key(from: event, depth: depth), let next = try reader?.next(),
        let value = try node(from: next, depth: depth + 1)
      else { return nil }
      let keyRange = range(event.start, event.end)
      if let first = seen.first(key, at: keyRange) {
        note(
          .duplicateKey, keyRange,
          "\(Diagnostic.quoted(key)) is here twice; it is first on line \(first.start.line)",
          help: "keep one of the two")
      } else {
        entries.append(Node.Entry(key: key, keyRange: keyRange, value: value))
      }
    }
    return nil
  }

  /// The text of a key. Anything else is skipped and refused, so that the rest is still checked.
  private mutating func key(from event: Event, depth: Int) throws(SyntaxProblem) -> String? {
    switch event.kind {
    case .scalar(let key, let properties):
      refuse(properties, at: event)
      return key.text
    case .alias:
      return try node(from: event, depth: depth + 1).map { _ in "" }
    default:
      guard let key = try node(from: event, depth: depth + 1) else { return nil }
      refuse(
        .keyIsNotText, key.range, "a key must be text",
        help: "quote it if it starts with '[', '{' or '?'")
      return ""
    }
  }

  private mutating func isWithinDepth(_ event: Event, _ depth: Int) -> Bool {
    guard depth > Document.maximumDepth else { return true }
    refuse(
      .nestedTooDeep, event, "nested deeper than \(Document.maximumDepth) levels",
      help: "flatten the structure")
    return false
  }

  private mutating func refuse(_ properties: Event.Properties, at event: Event) {
    let start = offsets.byteOffset(of: event.start)
    let source = source
    if properties.anchor != nil, let written = source.property("&", from: start) {
      refuse(
        .anchorOrAlias, source.range(written),
        "\(Diagnostic.quoted(source.text(in: written))) is an anchor; anchors are not allowed",
        help: "write the value out where it is needed; quote a text that starts with '&'")
    }
    if properties.tag != nil, let written = source.property("!", from: start) {
      refuse(
        .tag, source.range(written),
        "\(Diagnostic.quoted(source.text(in: written))) is a tag; tags are not allowed",
        help: "remove it: the place of a value decides its type; quote a text that starts with '!'")
    }
  }

  private mutating func refuse(
    _ code: Diagnostic.Code, _ event: Event, _ message: @autoclosure () -> String, help: String
  ) {
    refuse(code, range(event.start, event.end), message(), help: help)
  }

  private mutating func refuse(
    _ code: Diagnostic.Code, _ range: SourceRange, _ message: @autoclosure () -> String,
    help: String
  ) {
    isFatal = true
    note(code, range, message(), help: help)
  }

  /// No diagnostic is created if it is only counted: every other byte may be a mistake.
  private mutating func note(
    _ code: Diagnostic.Code, _ range: SourceRange, _ message: @autoclosure () -> String,
    help: String
  ) {
    guard diagnostics.count < Document.mostDiagnostics else {
      omitted += 1
      return
    }
    diagnostics.append(
      Diagnostic(.error, code: code, in: source.path, at: range, message(), help: help))
  }

  private mutating func report(_ problem: SyntaxProblem) {
    let offset =
      switch problem.place {
      case .bytes(let bytes): bytes + hidden
      case .scalars(let scalars): offsets.byteOffset(of: scalars)
      }
    let advice = SyntaxAdvice(
      problem, at: offset, context: problem.contextPlace.map(offsets.byteOffset), in: source)
    let repair = SyntaxRepair(of: source, problem: offset, shown: advice.place)
    refuse(
      .syntax, source.range(repair?.place ?? advice.place), repair?.message ?? advice.message,
      help: repair?.help ?? advice.help)
  }

  private func range(_ start: Int, _ end: Int) -> SourceRange {
    source.range(offsets.byteOffset(of: start)..<offsets.byteOffset(of: end))
  }

  /// A literal or folded scalar ends with its last line that is not blank: libyaml ends it at the
  /// start of the next line.
  private func range(of scalar: Node.Scalar, _ event: Event) -> SourceRange {
    guard scalar.style == .literal || scalar.style == .folded else {
      return range(event.start, event.end)
    }
    let start = offsets.byteOffset(of: event.start)
    var end = offsets.byteOffset(of: event.end)
    while end > start, let last = source.byte(at: end - 1), [0x20, 0x0A, 0x0D].contains(last) {
      end -= 1
    }
    return source.range(start..<end)
  }

  /// A collection that no bracket closes ends with its last item: libyaml ends it at the start of
  /// the next token.
  private func range(_ start: Event, _ lastItem: Position?, _ endEvent: Event) -> SourceRange {
    let isClosed = endEvent.end > endEvent.start
    let start = source.position(at: offsets.byteOffset(of: start.start))
    let end = isClosed ? nil : lastItem
    return SourceRange(
      start: start,
      end: max(start, end ?? source.position(at: offsets.byteOffset(of: endEvent.end))))
  }
}

/// Builds located nodes from events, and reports what YAML allows but these files do not.
struct Composer {
  let source: SourceText
  var diagnostics: [Finding] = []
  private var offsets: ScalarOffsets
  private var reader: EventReader?

  /// A diagnostic, and whether the document is of no use after it.
  struct Finding {
    var diagnostic: Diagnostic
    var isFatal: Bool
  }

  init(source: SourceText) {
    self.source = source
    self.offsets = ScalarOffsets(source.text)
  }

  /// The value of the only document; `nil` when there is none or it cannot be read.
  mutating func compose() -> Node? {
    do throws(SyntaxProblem) {
      let reader = try EventReader(source.text)
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
        if diagnostics.contains(where: \.isFatal) { return nil }
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
      return Node(.scalar(scalar), at: range(event.start, event.end))
    case .alias(let name):
      refuse(
        .anchorOrAlias, event, "'*\(name)' is an alias; aliases are not allowed",
        help: "write the value out, or use 'extends' on a paywall or a named audience")
      return nil
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
        let end = layout == .flow ? nil : items.last?.range.end
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
    var seen: [[UInt8]: SourceRange] = [:]
    while let event = try reader?.next() {
      if case .mappingEnd = event.kind {
        let end = layout == .flow ? nil : entries.last?.value.range.end
        return Node(.mapping(entries, layout), at: range(start, end, event))
      }
      guard case .scalar(let key, let properties) = event.kind else {
        refuse(
          .keyIsNotText, event, "a key must be text",
          help: "quote it if it starts with '[', '{', '*' or '?'")
        return nil
      }
      refuse(properties, at: event)
      let keyRange = range(event.start, event.end)
      guard let next = try reader?.next(), let value = try node(from: next, depth: depth + 1)
      else { return nil }
      if let first = seen.updateValue(keyRange, forKey: Array(key.text.utf8)) {
        seen[Array(key.text.utf8)] = first
        note(
          Diagnostic(
            .error, code: .duplicateKey, in: source.path, at: keyRange,
            "'\(key.text)' is here twice; it is first on line \(first.start.line)",
            help: "keep one of the two"))
      } else {
        entries.append(Node.Entry(key: key.text, keyRange: keyRange, value: value))
      }
    }
    return nil
  }

  private mutating func isWithinDepth(_ event: Event, _ depth: Int) -> Bool {
    guard depth > Document.maximumDepth else { return true }
    refuse(
      .nestedTooDeep, event, "nested deeper than \(Document.maximumDepth) levels",
      help: "flatten the structure")
    return false
  }

  private mutating func refuse(_ properties: Event.Properties, at event: Event) {
    if let anchor = properties.anchor {
      refuse(
        .anchorOrAlias, event, "'&\(anchor)' is an anchor; anchors are not allowed",
        help: "write the value out where it is needed")
    }
    if let tag = properties.tag {
      refuse(
        .tag, event, "'\(tag)' is a tag; tags are not allowed",
        help: "remove it: the place of a value decides its type")
    }
  }

  private mutating func refuse(
    _ code: Diagnostic.Code, _ event: Event, _ message: String, help: String
  ) {
    diagnostics.append(
      Finding(
        diagnostic: Diagnostic(
          .error, code: code, in: source.path, at: range(event.start, event.end), message,
          help: help),
        isFatal: true))
  }

  private mutating func note(_ diagnostic: Diagnostic) {
    diagnostics.append(Finding(diagnostic: diagnostic, isFatal: false))
  }

  private mutating func report(_ problem: SyntaxProblem) {
    let offset = problem.isByteOffset ? problem.place : offsets.byteOffset(of: problem.place)
    let advice = SyntaxAdvice(problem.message)
    diagnostics.append(
      Finding(
        diagnostic: Diagnostic(
          .error, code: .syntax, in: source.path, at: source.range(offset..<offset),
          advice.message, help: advice.help),
        isFatal: true))
  }

  private func range(_ start: Int, _ end: Int) -> SourceRange {
    source.range(offsets.byteOffset(of: start)..<offsets.byteOffset(of: end))
  }

  /// A block collection ends with its last item: libyaml ends it where the next token begins.
  private func range(_ start: Event, _ end: Position?, _ endEvent: Event) -> SourceRange {
    let start = source.position(at: offsets.byteOffset(of: start.start))
    let end = end ?? source.position(at: offsets.byteOffset(of: endEvent.end))
    return SourceRange(start: start, end: max(start, end))
  }
}

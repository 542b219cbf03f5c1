import YAMLText

/// An edit changes its target and no other line: outside of the lines of the target, and of its
/// comments, every byte stays.
///
/// - Parameter bytes: the place in the tree, the kind of change, and the new value.
func checkEdit(of document: Document, _ root: Node, at bytes: [UInt8]) throws {
  let old = Lines(document.source)
  guard let place = Place(in: root, old, bytes[0], bytes[1]) else { return }
  let word = words[Int(bytes[3]) % words.count]
  let edit: Edit =
    switch bytes[2] % 7 {
    case 0: .set(place.path, .text(word))
    case 1: .set(place.path, .mapping([.init("a", .text(word)), .init("b", .list([.null]))]))
    case 2: .remove(place.path)
    case 3: .rename(place.path, word)
    case 4: .move(place.path, bytes[3] % 2 == 0 ? .first : .last)
    case 5: .insert((place.path.parent ?? .root).appending(.key(word)), .quoted(word), .first)
    default: .insertItem(into: place.path, .text(word), .at(Int(bytes[3] % 4)))
    }
  guard let edited = try? document.applying(edit) else { return }
  let (again, diagnostics) = Document.parse(edited.source.text, path: "x.yaml")
  let newRoot = try require(
    again.root, "the edited text is no YAML: \(diagnostics.first?.message ?? "")")
  try require(diagnostics.isEmpty, "the edited text has mistakes")

  let new = Lines(edited.source)
  switch edit {
  case .set(let path, .text):
    try require(newRoot.value(at: path)?.scalar?.text == word, "\(path) is not '\(word)'")
    try require(Outline(newRoot, without: path) == Outline(root, without: path), "more was said")
    try require(
      old.isKept(in: new, before: place.first, after: old.endOfComments(from: place.last)),
      "'\(path)' was on \(place.first)...\(place.last), and other lines changed")
  case .rename(let path, _):
    guard place.isKey else { break }
    try require(
      newRoot.value(at: path) == nil || path.steps.last == .key(word), "\(path) is still there")
    try require(
      old.isKept(in: new, before: place.first, after: place.last),
      "'\(path)' was on \(place.first)...\(place.last), and other lines changed")
  case .remove(let path):
    if place.isKey { try require(newRoot.value(at: path) == nil, "\(path) is still there") }
    let parent = newRoot.value(at: path.parent ?? .root)
    guard parent?.entries?.isEmpty != true, parent?.items?.isEmpty != true else { break }
    try require(
      old.isKept(
        in: new, before: old.startOfComments(from: place.first),
        // The key below takes the place after the dash.
        after: old.endOfComments(from: place.last) + (place.isAfterDash ? 1 : 0)),
      "'\(path)' was on \(place.first)...\(place.last), and other lines changed")
  default: break
  }
}

private let words = [
  "pro", "", "a: b", "#", "é\u{301}", "- x", "true", "12", "line\nbreak", "\"", "'", "{", "50%",
  " blank ", "null", "😀",
  "very long text that goes on and on and on and on and on and on and on and on",
  "\u{FEFF}", "\t", "---",
]

/// A node of a tree, chosen by two numbers, and the lines of the node with its key.
private struct Place {
  var path = DocumentPath.root
  var first = 1
  var last = 1
  var isKey = false
  /// True for the first key of an item, on the line of its dash.
  var isAfterDash = false
  /// The lines of the outermost brackets that it is in.
  private var brackets: ClosedRange<Int>?

  init?(in root: Node, _ lines: Lines, _ first: UInt8, _ second: UInt8) {
    var node = root
    for (level, number) in [first & 15, first >> 4, second & 15, second >> 4].enumerated() {
      if level > 1, number == 15 { break }
      let around = node.range.start.line...node.range.end.line
      switch node.value {
      case .mapping(let entries, let layout) where !entries.isEmpty:
        let entry = entries[Int(number) % entries.count]
        path = path.appending(.key(entry.key))
        self.first = entry.keyRange.start.line
        node = entry.value
        isKey = true
        isAfterDash = layout == .block && !lines.isBlank(before: entry.keyRange.start)
        if layout == .flow { brackets = brackets ?? around }
      case .sequence(let items, let layout) where !items.isEmpty:
        let index = Int(number) % items.count
        path = path.appending(.index(index))
        let start = items[index].range.start
        self.first = layout == .block ? lines.dash(before: start) : start.line
        node = items[index]
        isKey = false
        isAfterDash = false
        if layout == .flow { brackets = brackets ?? around }
      default:
        if level == 0 { return nil }
      }
      last = max(node.range.end.line, self.first)
    }
    self.first = min(self.first, brackets?.lowerBound ?? self.first)
    last = max(last, brackets?.upperBound ?? last)
  }
}

/// A text as its lines.
private struct Lines {
  let lines: [String]

  init(_ source: SourceText) {
    lines = (1...source.lineCount).map { source.line($0) }
  }

  /// True if the lines before one and those after another are the first and the last of a text.
  func isKept(in other: Lines, before first: Int, after last: Int) -> Bool {
    let (head, tail) = (lines.prefix(first - 1), lines.dropFirst(last))
    func isSame(_ left: ArraySlice<String>, _ right: ArraySlice<String>) -> Bool {
      left.count == right.count && zip(left, right).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
    }
    return isSame(head, other.lines.prefix(head.count))
      && isSame(tail, other.lines.suffix(tail.count))
  }

  /// The first line of the comments and blanks above a line.
  func startOfComments(from number: Int) -> Int {
    var number = number
    while number > 1, saysNothing(number - 1) { number -= 1 }
    return number
  }

  /// The last line of the comments and blanks below a line.
  func endOfComments(from number: Int) -> Int {
    var number = number
    while number < lines.count, saysNothing(number + 1) { number += 1 }
    return number
  }

  func isBlank(before place: Position) -> Bool {
    lines[place.line - 1].unicodeScalars.prefix(place.column - 1)
      .allSatisfy { $0 == " " || $0 == "\t" }
  }

  /// The line of an item's dash, which is above the item if nothing else is before it on its line.
  func dash(before item: Position) -> Int {
    guard isBlank(before: item) else { return item.line }
    let above = startOfComments(from: item.line) - 1
    return above > 0 ? above : item.line
  }

  private func saysNothing(_ number: Int) -> Bool {
    let line = lines[number - 1].utf8.drop { $0 == 0x20 || $0 == 0x09 }
    return line.isEmpty || line.first == UInt8(ascii: "#")
  }
}

/// The content of a tree, without its places and styles.
private indirect enum Outline: Equatable {
  case scalar([UInt8], isNull: Bool)
  case list([Outline])
  case mapping([Pair])
  case left

  struct Pair: Equatable {
    let key: [UInt8]
    let value: Outline
  }

  init(_ node: Node, without path: DocumentPath, at place: DocumentPath = .root) {
    if place == path {
      self = .left
      return
    }
    switch node.value {
    case .scalar(let scalar):
      self = .scalar(scalar.isNull ? [] : Array(scalar.text.utf8), isNull: scalar.isNull)
    case .sequence(let items, _):
      self = .list(
        items.enumerated().map {
          Outline($1, without: path, at: place.appending(.index($0)))
        })
    case .mapping(let entries, _):
      self = .mapping(
        entries.map {
          Pair(
            key: Array($0.key.utf8),
            value: Outline($0.value, without: path, at: place.appending(.key($0.key))))
        })
    }
  }
}

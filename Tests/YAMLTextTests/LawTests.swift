import TestSupport
import Testing
import YAMLText

/// A value to write and to find again.
private indirect enum Tree: Equatable {
  case scalar(String)
  case list([Tree])
  case mapping([(String, Tree)])

  static func == (left: Tree, right: Tree) -> Bool {
    switch (left, right) {
    case (.scalar(let left), .scalar(let right)): left.utf8.elementsEqual(right.utf8)
    case (.list(let left), .list(let right)): left == right
    case (.mapping(let left), .mapping(let right)):
      left.count == right.count
        && zip(left, right).allSatisfy { $0.0.utf8.elementsEqual($1.0.utf8) && $0.1 == $1.1 }
    default: false
    }
  }

  init(_ node: Node) {
    switch node.value {
    case .scalar(let scalar): self = .scalar(scalar.text)
    case .sequence(let items, _): self = .list(items.map(Tree.init))
    case .mapping(let entries, _): self = .mapping(entries.map { ($0.key, Tree($0.value)) })
    }
  }
}

/// Makes trees and writes them in every style, and keeps what it wrote for each scalar.
private struct Emitter {
  var random: SplitMix
  var text = ""
  var written: [String] = []

  private static let words = [
    "pro", "Monat", "é", "日本語", "😀 yes", "it's", "a \"b\"", "x: y", "# no", "- a", "", "NO", "3.10",
    "line\nbreak\n", "tab\there", "[x]", "{y}", "*b*", "@c", "back\\slash", "  padded ", "e\u{301}",
    "null", "100%", "a,b",
  ]

  mutating func pick(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

  mutating func tree(depth: Int) -> Tree {
    switch pick(depth > 3 ? 1 : 4) {
    case 2: return .list((0..<pick(4)).map { _ in tree(depth: depth + 1) })
    case 3:
      let keys = Set((0..<pick(4)).map { _ in Self.words[pick(Self.words.count)] })
      // Equal texts in two spellings would be one member of the set; the words hold no such pair.
      return .mapping(keys.sorted().map { ($0, tree(depth: depth + 1)) })
    default: return .scalar(Self.words[pick(Self.words.count)])
    }
  }

  mutating func block(_ tree: Tree, indent: Int) {
    let margin = String(repeating: " ", count: indent)
    switch tree {
    case .list(let items) where !items.isEmpty:
      for item in items {
        text += "\n\(margin)-"
        block(item, indent: indent + 2)
      }
    case .mapping(let entries) where !entries.isEmpty:
      for (key, value) in entries {
        if pick(6) == 0 { text += "\n\(margin)# é 日本語 comment" }
        text += "\n\(margin)\(quoted(key)):"
        block(value, indent: indent + 2)
      }
    case .scalar(let scalar) where scalar.hasSuffix("\n") && pick(2) == 0:
      let lines = scalar.dropLast().split(separator: "\n").map { "\(margin)  \($0)" }
      emit("|\n" + lines.joined(separator: "\n"))
    default:
      text += " "
      flow(tree)
      if pick(5) == 0 { text += "  # c" }
    }
  }

  mutating func flow(_ tree: Tree) {
    switch tree {
    case .list(let items):
      text += "["
      for (index, item) in items.enumerated() {
        text += index > 0 ? ", " : ""
        flow(item)
      }
      text += "]"
    case .mapping(let entries):
      text += "{ "
      for (index, (key, value)) in entries.enumerated() {
        text += (index > 0 ? ", " : "") + quoted(key) + ": "
        flow(value)
      }
      text += " }"
    case .scalar(let scalar):
      let isPlain = ["pro", "Monat", "é", "日本語", "😀 yes", "it's", "NO", "3.10", "100%"].contains(
        scalar)
      if isPlain, pick(2) == 0 {
        emit(scalar, blank: false)
      } else if !scalar.contains("\n"), pick(2) == 0 {
        emit("'" + scalar.replacing("'", with: "''") + "'", blank: false)
      } else {
        emit(quoted(scalar), blank: false)
      }
    }
  }

  private mutating func emit(_ scalar: String, blank: Bool = true) {
    text += (blank ? " " : "") + scalar
    written.append(scalar)
  }

  private func quoted(_ scalar: String) -> String {
    var text = scalar.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    text = text.replacing("\n", with: "\\n").replacing("\t", with: "\\t")
    return "\"\(text)\""
  }
}

@Suite struct LawTests {
  @Test(arguments: ["\n", "\r\n", "\r"])
  func `what was written is what is read, and stands where it was written`(lineEnd: String) throws {
    var random = SplitMix(state: 0x59_414D_4C)
    for round in 0..<500 {
      var emitter = Emitter(random: SplitMix(state: random.next()))
      let tree = emitter.tree(depth: 0)
      emitter.block(tree, indent: 0)
      let text =
        (round % 3 == 0 ? "\u{FEFF}" : "") + "# 日本"
        + (emitter.text.hasPrefix("\n") ? "" : "\n") + emitter.text + "\n"
      let document = try read(text.replacing("\n", with: lineEnd))
      let root = try #require(document.root)
      #expect(Tree(root) == tree)
      let scalars = root.scalars.map { document.written(at: $0.range) }
      #expect(scalars == emitter.written.map { $0.replacing("\n", with: lineEnd) })
      for place in places(outside: root.range, in: root) { Issue.record("\(place) in \(text)") }
    }
  }

  @Test func `2,000 changed bytes never crash it, and every place is inside the text`() {
    let original = """
      # Überschrift 日本語
      title: "Standard \\u00e9 \\"x\\""
      extends: 'ba''se'
      products:
        - product: pro_yearly
          offers: [comeBack, {a: b}, 😀]
        - pro_monthly
      content:
        headline: { en: Unlock, ja: すべてを解放 }
        text: |
          one
          two
        more: >-
          three
        plain: one
          two
      """
    var random = SplitMix(state: 42)
    let special = Array("\t\n\r:-[]{},#&*!|>'\"%@`?\\ \0".utf8) + [0x85, 0xC2, 0xE2, 0xEF, 0xFF]
    for _ in 0..<2000 {
      var bytes = Array(original.utf8)
      for _ in 0...random.next() % 2 {
        let offset = Int(random.next() % UInt64(bytes.count))
        let byte =
          random.next() % 3 == 0
          ? UInt8(truncatingIfNeeded: random.next())
          : special[Int(random.next() % UInt64(special.count))]
        switch random.next() % 3 {
        case 0: bytes[offset] = byte
        case 1: bytes.insert(byte, at: offset)
        default: bytes.remove(at: offset)
        }
      }
      let (document, diagnostics) = Document.parse(bytes, path: "x.yaml")
      #expect(document.root != nil || !diagnostics.isEmpty)
      let count = document.source.text.utf8.count
      for range in diagnostics.compactMap(\.range) {
        #expect(0 <= range.start.offset && range.start <= range.end && range.end.offset <= count)
        #expect(range.start.line >= 1 && range.end.line <= document.source.lineCount)
      }
      for diagnostic in diagnostics { #expect(!diagnostic.text(source: document.source).isEmpty) }
      guard let root = document.root else { continue }
      #expect(root.range.start.offset >= 0 && root.range.end.offset <= count)
      for place in places(outside: root.range, in: root) {
        Issue.record("\(place) in \(document.source.text)")
      }
    }
  }

  /// The ranges that are turned around, or not inside the range of what holds them.
  private func places(outside range: SourceRange, in node: Node) -> [String] {
    func isInside(_ inner: SourceRange) -> Bool {
      range.start <= inner.start && inner.start <= inner.end && inner.end <= range.end
    }
    var wrong = isInside(node.range) ? [] : [node.range.words]
    for item in node.items ?? [] { wrong += places(outside: node.range, in: item) }
    for entry in node.entries ?? [] {
      if !(node.range.start <= entry.keyRange.start
        && entry.keyRange.end <= entry.value.range.start)
      {
        wrong.append(entry.keyRange.words)
      }
      wrong += places(outside: node.range, in: entry.value)
    }
    return wrong
  }
}

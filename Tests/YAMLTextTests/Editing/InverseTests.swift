import TestSupport
import Testing
import YAMLText

/// An edit and its inverse give the bytes back.
@Suite("An edit and its inverse restore the bytes") struct InverseTests {
  /// Edits of each document.
  private static let rounds = TestSupport.rounds(2, all: 5)

  private static func isRestored(
    _ document: Document, _ edits: [Edit]
  ) -> (restored: Bool, text: String)? {
    guard let first = edits.first, let changed = try? document.applying(first) else { return nil }
    do throws(EditRefusal) {
      let back = try changed.applying(Array(edits.dropFirst()))
      let isSame = back.source.text.utf8.elementsEqual(document.source.text.utf8)
      return (isSame, "\(edits)\n\(changed.source.text)\n-->\n\(back.source.text)")
    } catch {
      return (false, "\(edits)\n\(changed.source.text)\n\(error.reason.message)")
    }
  }

  /// Draws edits with their inverses for every document, and counts those that were made.
  private func check(
    seed: UInt64,
    _ make: (Document, DocumentPath, Node, inout RandomEdits) -> [Edit]?
  ) -> Int {
    var random = SplitMix(state: seed)
    var made = 0
    for document in EditLawTests.documents {
      guard let root = document.root else { continue }
      var edits = RandomEdits(random: SplitMix(state: random.next()))
      for _ in 0..<Self.rounds {
        let path = edits.path(in: root)
        guard let node = root.value(at: path), let pair = make(document, path, node, &edits),
          let (restored, text) = Self.isRestored(document, pair)
        else { continue }
        made += 1
        if !restored { Issue.record("\(document.source.text)\n-->\n\(text)") }
      }
    }
    return made
  }

  @Test func `set a text and set it back`() {
    let made = check(seed: 2) { document, path, node, edits in
      guard let scalar = node.scalar, !scalar.isNull, node.range.start.line == node.range.end.line,
        [.plain, .singleQuoted, .doubleQuoted].contains(scalar.style),
        !document.written(at: node.range).contains("\\u")
      else { return nil }
      let words = ["x", "longer-than-before", "50%", "y z", "2026-12-01T09:00Z"]
      let line = node.range.end.line
      let width = document.written(at: node.range).unicodeScalars.count
      let quotes = scalar.style == .plain ? 0 : 2
      let new =
        document.isCommented(line)
        ? String(repeating: "x", count: max(1, width - quotes)) : edits.pick(words)
      guard !document.isCommented(line) || new.utf8.count + quotes == document.width(of: node)
      else { return nil }
      return [.set(path, .text(new)), .set(path, YAMLValue(node))]
    }
    #expect(made > 60 * Self.rounds)
  }

  @Test func `insert and remove`() {
    let made = check(seed: 3) { _, path, node, edits in
      guard (node.entries?.count ?? node.items?.count ?? 0) > 0 else { return nil }
      let placement = edits.placement(in: node)
      if node.entries != nil {
        let new = path.appending(.key("brand-new"))
        return [.insert(path.appending(.key("brand-new")), edits.value(), placement), .remove(new)]
      }
      let count = node.items?.count ?? 0
      let index =
        switch placement {
        case .first: 0
        case .last: count
        case .at(let index), .before(.index(let index)): index
        case .after(.index(let index)): index + 1
        default: 0
        }
      return [
        .insertItem(into: path, edits.value(), placement), .remove(path.appending(.index(index))),
      ]
    }
    #expect(made > 60 * Self.rounds)
  }

  @Test func `rename and rename back, where aligned values had room`() {
    let made = check(seed: 4) { document, path, node, edits in
      guard case .key(let key)? = path.steps.last, let parent = path.parent,
        let entry = document.root?.value(at: parent)?.entry(key)
      else { return nil }
      let line = document.source.line(entry.keyRange.start.line)
      let isFree = !line.contains(":  ") && !line.contains(" :") && !line.contains("#")
      guard document.written(at: entry.keyRange) == key, key != "~", key != "<<" else { return nil }
      let name = isFree ? edits.pick(["k", "a-much-longer-name", "z z"]) : "k"
      if !isFree, document.isCommented(entry.keyRange.start.line) { return nil }
      return [.rename(path, name), .rename(parent.appending(.key(name)), key)]
    }
    #expect(made > 60 * Self.rounds)
  }

  @Test func `move and move back`() {
    let made = check(seed: 5) { document, path, _, edits in
      guard let parent = path.parent, let step = path.steps.last,
        let collection = document.root?.value(at: parent)
      else { return nil }
      let count = collection.entries?.count ?? collection.items?.count ?? 0
      let to = edits.pick(count)
      // Comments on the first line of the file belong to the file, wherever its first key goes.
      let first = collection.entries?.first?.keyRange.start.line ?? 2
      guard
        !document.source.line(1).hasPrefix("#") && first > 1 || parent != .root
          || to * index(step, collection) > 0
      else { return nil }
      switch step {
      case .key(let key):
        guard let from = collection.entries?.firstIndex(where: { $0.key == key }) else {
          return nil
        }
        return [.move(path, .at(to)), .move(path, .at(from))]
      case .index(let from):
        return [.move(path, .at(to)), .move(parent.appending(.index(to)), .at(from))]
      }
    }
    #expect(made > 60 * Self.rounds)
  }

  private func index(_ step: DocumentPath.Step, _ collection: Node) -> Int {
    switch step {
    case .key(let key): collection.entries?.firstIndex { $0.key == key } ?? 0
    case .index(let index): index
    }
  }

  @Test(arguments: [
    ("a: 1\nb: 2\nc: 3\n", "b", 1), ("a: 1\nb: 2", "b", 1), ("# head\na: 1\r\nb: 2\r\n", "a", 0),
    ("a: 1 # x\nb: x y\n# c\nc: 3\n", "b", 1), ("a: 1\n\nb: 2\n\nc: 3\n", "b", 1),
    ("{ a: 1, b: 2 }\n", "b", 1), ("{ a: 1, b: 2 }\n", "a", 0),
    ("a:   1\nbcd: 2\ne:   3\n", "e", 2),
  ])
  func `remove what the writer could have written, and insert it`(
    text: String, key: String, index: Int
  ) throws {
    let document = try read(text)
    let value = try #require(document.root?[key])
    let path = DocumentPath([.key(key)])
    let edits = [Edit.remove(path), .insert(path, YAMLValue(value), .at(index))]
    #expect(try document.applying(edits).source.text == text)
  }
}

extension Document {
  /// Whether a line or one next to it has a comment, with which it may be aligned now or later.
  fileprivate func isCommented(_ line: Int) -> Bool {
    (line - 1...line + 1).contains { source.line($0).contains("#") }
  }

  fileprivate func width(of node: Node) -> Int {
    written(at: node.range).unicodeScalars.reduce(0) { $0 + $1.displayWidth }
  }
}

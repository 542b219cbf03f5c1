import TestSupport
import Testing
import YAMLText

/// Laws that hold for every edit of every document.
@Suite("The laws of edits") struct EditLawTests {
  /// The documents of the corpus that can be read.
  static let documents: [Document] = Corpus.texts.compactMap {
    let (document, diagnostics) = Document.parse($0, path: "x.yaml")
    return diagnostics.isEmpty ? document : nil
  }

  @Test func `the corpus is large, and readable`() {
    #expect(Self.documents.count >= 300)
    #expect(Corpus.texts.count - Self.documents.count <= 12)
    #expect(Set(Corpus.texts).count >= 300)
  }

  @Test func `the edited text says what the edited tree says, and other lines keep their bytes`() {
    var random = SplitMix(state: 1)
    let repeats = rounds(3, all: 10)
    var (made, kept, refused, impossible) = (0, 0, 0, 0)
    for document in Self.documents {
      var edits = RandomEdits(random: SplitMix(state: random.next()))
      for _ in 0..<repeats {
        let edit = edits.edit(of: document)
        let nothing = Node(
          .scalar(Node.Scalar("", style: .plain)), at: document.source.range(0..<0))
        let wanted = try? (document.root ?? nothing).applying(edit)
        do throws(EditRefusal) {
          let edited = try document.applying(edit)
          made += 1
          let (again, diagnostics) = Document.parse(edited.source.text, path: "x.yaml")
          if !diagnostics.isEmpty || wanted == nil || again.root?.means(wanted ?? nothing) != true {
            Issue.record(
              "another meaning: \(edit)\n\(document.source.text)\n-->\n\(edited.source.text)")
          }
          if let line = strayLine(document, edited, edit) {
            Issue.record(
              "line \(line): \(edit)\n\(document.source.text)\n-->\n\(edited.source.text)")
          }
        } catch {
          if wanted == nil {
            impossible += 1
          } else if error.reason.message.contains("comment") {
            kept += 1
          } else {
            refused += 1
          }
          #expect(error.reason.help?.isEmpty == false && !error.reason.message.isEmpty)
        }
      }
    }
    // Edits that would lose a comment are refused, such as a text for a whole mapping: less than
    // one in 8. Edits of text written with '?' and those that need a guess: less than one in 80.
    #expect(made > 200 * repeats && impossible < made / 2)
    #expect(kept * 8 < made)
    #expect(refused * 80 < made)
  }

  @Test func `setting the present value changes nothing`() throws {
    for document in Self.documents {
      for path in document.root?.paths() ?? [] {
        guard let node = document.root?.value(at: path) else { continue }
        let same = try document.setting(path, to: YAMLValue(node))
        #expect(same.source.text.utf8.elementsEqual(document.source.text.utf8))
        guard let text = node.scalar?.text, !node.isEmptyScalar else { continue }
        let again = try document.setting(path, to: .text(text))
        #expect(again.source.text.utf8.elementsEqual(document.source.text.utf8))
      }
    }
  }

  /// The number of a line outside of what an edit is about that lost its bytes; `nil` if none did.
  private func strayLine(_ old: Document, _ new: Document, _ edit: Edit) -> Int? {
    let (before, after) = (old.source.wholeLines, new.source.wholeLines)
    func equal(_ left: Int, _ right: Int) -> Bool {
      // The last line may get a line end, or lose it.
      let isLast = left == before.count - 1 || right == after.count - 1
      let (one, other) = (before[left], after[right])
      return one == other || isLast && one.withoutLineEnd == other.withoutLineEnd
    }
    let most = min(before.count, after.count)
    let first = (0..<most).first { !equal($0, $0) } ?? most
    let same = (0..<most - first).first {
      !equal(before.count - 1 - $0, after.count - 1 - $0)
    }
    let end = before.count - (same ?? most - first)
    let allowed = old.lines(of: edit)
    if first < end, !allowed.contains(first + 1) { return first + 1 }
    return first < end && !allowed.contains(end) ? end : nil
  }
}

extension Node {
  fileprivate var isEmptyScalar: Bool { scalar?.isNull ?? false }
}

extension ArraySlice where Element == UInt8 {
  fileprivate var withoutLineEnd: ArraySlice<UInt8> {
    self[..<(lastIndex { $0 != 0x0A && $0 != 0x0D }.map { $0 + 1 } ?? startIndex)]
  }
}

extension Document {
  /// The lines that an edit may touch: those of the value, key or collection that it names, with
  /// the comments and the blank lines around a removed or moved one. An insertion touches none.
  fileprivate func lines(of edit: Edit) -> Range<Int> {
    guard let root else { return source.lineCount + 1..<source.lineCount + 1 }
    var path = edit.path
    while root.value(at: path) == nil, let parent = path.parent { path = parent }
    guard let node = root.value(at: path) else { return 1..<source.lineCount + 1 }
    let parent = path.parent.flatMap { root.value(at: $0) }
    let key = path.steps.last.flatMap { step -> Int? in
      guard case .key(let key) = step else { return nil }
      return parent?.entry(key)?.keyRange.start.line
    }
    let own = (key ?? firstLine(of: path, node))..<max(key ?? 0, node.range.end.line) + 1
    switch edit {
    case .set where path == edit.path: return padded(own, above: key == nil)
    case .set, .insert, .insertItem:
      // Lines are put between those of a collection without brackets; only the first key behind a
      // dash makes room on its line.
      guard node.isOpen else { return padded(own, above: key == nil) }
      let isBehindDash = source.line(node.range.start.line).contains("- ")
      return node.range.start.line..<node.range.start.line + (isBehindDash ? 1 : 0)
    case .rename: return own.lowerBound..<own.lowerBound + 1
    case .remove, .move:
      guard let parent else { return 1..<source.lineCount + 1 }
      let all = parent.range.start.line..<parent.range.end.line + 1
      let grand = path.parent.flatMap { place(of: $0)?.start.line } ?? all.lowerBound
      let first = path.parent.map { firstLine(of: $0, parent) } ?? grand
      return padded(min(grand, first, all.lowerBound)..<all.upperBound, above: true)
    }
  }

  /// The line of the dash, for an item that begins below it.
  private func firstLine(of path: DocumentPath, _ node: Node) -> Int {
    var line = node.range.start.line
    guard case .index? = path.steps.last else { return line }
    while line > 1, !source.line(line).contains("-") { line -= 1 }
    return line
  }

  /// With the blank lines and the comments that follow and, if asked for, precede.
  private func padded(_ lines: Range<Int>, above: Bool) -> Range<Int> {
    func isEmpty(_ line: Int) -> Bool {
      let text = source.line(line).drop { $0 == " " || $0 == "\t" }
      return text.isEmpty || text.hasPrefix("#")
    }
    var (first, end) = (lines.lowerBound, lines.upperBound)
    while end <= source.lineCount, isEmpty(end) { end += 1 }
    while above, first > 1, isEmpty(first - 1) { first -= 1 }
    return first..<end
  }
}

extension Node {
  fileprivate var isOpen: Bool {
    switch value {
    case .sequence(_, .block), .mapping(_, .block): true
    default: false
    }
  }
}

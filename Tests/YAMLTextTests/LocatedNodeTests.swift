import Testing

@testable import YAMLText

@Suite struct LocatedNodeTests {
  @Test(arguments: [
    ("k: plain", "plain", Node.Style.plain, "1:4-1:9"),
    ("k: 'single ''quoted'''", "single 'quoted'", .singleQuoted, "1:4-1:23"),
    ("k: \"a\\tb\\u00e9\"  # c", "a\tbé", .doubleQuoted, "1:4-1:16"),
    ("k: |\n  one\n  two\nz: 1", "one\ntwo\n", .literal, "1:4-3:6"),
    ("k: |-\n  one\n\n\nz: 1", "one", .literal, "1:4-2:6"),
    ("k: |+\n  one\n\nz: 1", "one\n\n", .literal, "1:4-2:6"),
    ("k: >\n  one\n  two\n", "one two\n", .folded, "1:4-3:6"),
    ("k: one\n  two\n\n  three   # c", "one two\nthree", .plain, "1:4-4:8"),
    ("k: \"one\n  two\"", "one two", .doubleQuoted, "1:4-2:7"),
    ("k:", "", .plain, "1:3-1:3"), ("k:   # nothing", "", .plain, "1:3-1:3"),
    ("k: ~", "~", .plain, "1:4-1:5"), ("k: ''", "", .singleQuoted, "1:4-1:6"),
    ("k: a#b", "a#b", .plain, "1:4-1:7"),
    ("# c\n\nk: x", "x", .plain, "3:4-3:5"),
    ("k: é日本語😀!  ", "é日本語😀!", .plain, "1:4-1:10"),
    ("é日😀: x", "x", .plain, "1:6-1:7"),
    ("a: é\nk: \"日本\"", "日本", .doubleQuoted, "2:4-2:8"),
    ("a: 1\r\nk: x\r\n", "x", .plain, "2:4-2:5"), ("a: 1\rk: x\r", "x", .plain, "2:4-2:5"),
    ("\u{FEFF}k: x", "x", .plain, "1:4-1:5"), ("\u{FEFF}k: é\n", "é", .plain, "1:4-1:5"),
    ("\u{FEFF}é: 1\nk: \"é\"", "é", .doubleQuoted, "2:4-2:7"),
    ("k: |\r\n  é\r\n  y\r\n", "é\ny\n", .literal, "1:4-3:4"),
    ("---\nk: x\n...\n", "x", .plain, "2:4-2:5"), ("k: |\n", "", .literal, "1:4-1:5"),
  ])
  func `a scalar has its text, its style and its place`(
    yaml: String, text: String, style: Node.Style, place: String
  ) throws {
    let document = try read(yaml)
    let node = try #require(
      (document.root?.entries?.last { $0.key != "a" && $0.key != "z" })?.value)
    #expect(node.scalar?.text == text)
    #expect(node.scalar?.style == style)
    #expect(node.range.words == place)
  }

  @Test func `offsets count bytes, columns count characters`() throws {
    let document = try read("é: [日本, \"😀\"]\n")
    let items = try #require(document.root?.entries?.first?.value.items)
    #expect(items.map(\.range.start.offset) == [5, 13])
    #expect(items.map(\.range.end.offset) == [11, 19])
    #expect(items.map(\.range.words) == ["1:5-1:7", "1:9-1:12"])
    #expect(items.map { document.written(at: $0.range) } == ["日本", "\"😀\""])
  }

  @Test(arguments: [
    ("k:\n  a: 1\n  b: 2\n\n# c\nz: 1", "2:3-3:7", "a mapping"),
    ("k:\n- 1\n- 2\n", "2:1-3:4", "a list"),
    ("k:\n  - 1\n  -\nz: 1", "2:3-3:4", "a list"), ("k: [1, 2 ]  # c", "1:4-1:11", "a list"),
    ("k: { a: 1 }", "1:4-1:12", "a mapping"), ("k: []", "1:4-1:6", "a list"),
    ("k: {}", "1:4-1:6", "a mapping"), ("k: [\n  1,\n  2\n]\n", "1:4-4:2", "a list"),
    ("k:\n  - a: |\n      x\n\n\nz: 1", "2:3-3:8", "a list"),
  ])
  func `a collection ends with its bracket or its last item`(
    yaml: String, place: String, kind: String
  ) throws {
    let node = try #require(try read(yaml).root?["k"])
    #expect(node.range.words == place)
    #expect(node.kind == kind)
  }

  @Test func `a pair in a list ends with its value`() throws {
    let document = try read("[a: b , c]")
    #expect(document.root?.items?.map(\.range.words) == ["1:2-1:6", "1:9-1:10"])
  }

  @Test func `keys are located, in the order of the file`() throws {
    let document = try read("b: 1\n'a': {\"é\": x}\n? c\n: 2\n")
    let entries = try #require(document.root?.entries)
    #expect(entries.map(\.key) == ["b", "a", "c"])
    #expect(entries.map(\.keyRange.words) == ["1:1-1:2", "2:1-2:4", "3:3-3:4"])
    #expect(entries[1].value.entries?.first?.keyRange.words == "2:7-2:10")
  }

  @Test(arguments: ["", "# only a comment\n", "\n\n", "\u{FEFF}", "\r"])
  func `a file without a value has no root`(text: String) throws {
    #expect(try read(text).root == nil)
  }

  @Test func `null is plain only`() throws {
    let root = try #require(try read("[~, null, Null, NULL, 'null', nothing, '']").root)
    #expect(root.items?.map(\.isNull) == [true, true, true, true, false, false, false])
    #expect(root.items?.map(\.kind).last == "text")
    #expect(root.items?.first?.kind == "nothing")
    #expect(root.scalar == nil && root.entries == nil && !root.isNull)
    #expect(root.items?.first?.items == nil)
  }

  @Test func `layouts are kept`() throws {
    let root = try #require(try read("a: [x]\nb:\n- {}\n").root)
    guard case .mapping(_, .block) = root.value, case .sequence(_, .flow) = root["a"]?.value,
      case .sequence(let items, .block) = root["b"]?.value, case .mapping(_, .flow) = items[0].value
    else {
      Issue.record("a layout is wrong")
      return
    }
  }
}

@Suite struct SourceTextTests {
  @Test func `every value of a file that is one long line has its place`() throws {
    let count = 20_000
    let document = try read(
      "[" + Array(repeating: "\"é日\"", count: count).joined(separator: ",") + "]")
    let items = try #require(document.root?.items)
    #expect(items.count == count)
    // Four characters, seven bytes and a comma each.
    for (index, item) in items.enumerated() where item.range.start.column != 2 + index * 5 {
      Issue.record("item \(index) is at \(item.range.words)")
    }
    #expect(items.last?.range.end.offset == 1 + count * 8 - 1)
  }

  @Test func `lines end at LF, CRLF and CR, and at nothing else`() {
    let source = SourceText(path: "x", text: "a\nb\r\nc\rd\u{0B}\u{2028}e\n")
    #expect(source.lineCount == 5)
    #expect((0...6).map { source.line($0) } == ["", "a", "b", "c", "d\u{0B}\u{2028}e", "", ""])
  }

  @Test func `offsets outside of the text are its ends`() {
    let source = SourceText(path: "x", text: "é\nb")
    #expect(source.position(at: -5) == Position(offset: 0, line: 1, column: 1))
    #expect(source.position(at: 99) == Position(offset: 4, line: 2, column: 2))
  }

  @Test func `columns of a long line are exact`() {
    let text = String(repeating: "aé日😀", count: 500)
    let source = SourceText(path: "x", text: text)
    var (offset, column) = (0, 1)
    for scalar in text.unicodeScalars {
      #expect(source.position(at: offset).column == column)
      offset += UTF8.width(scalar)
      column += 1
    }
  }
}

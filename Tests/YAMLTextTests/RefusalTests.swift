import Testing
import YAMLText

@Suite struct RefusalTests {
  @Test(arguments: [
    (
      "a: &x 1", Diagnostic.Code.anchorOrAlias, "1:4-1:6",
      "'&x' is an anchor; anchors are not allowed"
    ),
    ("a: &x\n  b: 1", .anchorOrAlias, "1:4-1:6", "'&x' is an anchor; anchors are not allowed"),
    ("a: *x", .anchorOrAlias, "1:4-1:6", "'*x' is an alias; aliases are not allowed"),
    ("*x : 1", .anchorOrAlias, "1:1-1:3", "'*x' is an alias; aliases are not allowed"),
    ("a: !!str 1", .tag, "1:4-1:9", "'!!str' is a tag; tags are not allowed"),
    ("a: !important x", .tag, "1:4-1:14", "'!important' is a tag; tags are not allowed"),
    ("a: !<tag:x,2000:y> 1", .tag, "1:4-1:19", "'!<tag:x,2000:y>' is a tag; tags are not allowed"),
    ("a: 1\n---\nb: 2", .severalDocuments, "2:1-2:4", "a second document starts here"),
    ("[a]: 1", .keyIsNotText, "1:1-1:4", "a key must be text"),
    ("{{a: 1}: 2}", .keyIsNotText, "1:2-1:8", "a key must be text"),
    ("é: 1\né: 2", .duplicateKey, "2:1-2:2", "'é' is here twice; it is first on line 1"),
  ])
  func `what these files do not allow is refused at its place`(
    yaml: String, code: Diagnostic.Code, place: String, message: String
  ) {
    let (_, diagnostics) = Document.parse(yaml, path: "x.yaml")
    #expect(diagnostics.map(\.code) == [code])
    #expect(diagnostics.first?.range?.words == place)
    #expect(diagnostics.first?.message == message)
    #expect(diagnostics.first?.help != nil)
    #expect(diagnostics.first?.severity == .error)
  }

  @Test func `of equal keys the first is kept and each other is reported`() {
    let (document, diagnostics) = Document.parse("a: 1\nb: 2\na: 3\n'a': 4\n", path: "x.yaml")
    #expect(document.root?.entries?.map(\.key) == ["a", "b"])
    #expect(document.root?["a"]?.scalar?.text == "1")
    #expect(diagnostics.map(\.range?.words) == ["3:1-3:2", "4:1-4:4"])
    #expect(
      diagnostics.map(\.message)
        == Array(repeating: "'a' is here twice; it is first on line 1", count: 2))
  }

  @Test func `equal keys are found among many`() {
    let keys = (0..<100).map { "key\($0): 1\n" }.joined()
    let (document, diagnostics) = Document.parse(keys + "key3: 2\nkey90: 2\n", path: "x.yaml")
    #expect(document.root?.entries?.count == 100)
    #expect(
      diagnostics.map(\.message) == [
        "'key3' is here twice; it is first on line 4",
        "'key90' is here twice; it is first on line 91",
      ])
  }

  @Test func `keys that differ in their bytes are two keys`() throws {
    #expect(try read("\u{E9}: 1\ne\u{301}: 2\n").root?.entries?.count == 2)
  }

  @Test func `every anchor, alias, tag and key of a file is reported at once`() {
    let (document, diagnostics) = Document.parse(
      "a: &x 1\nb: *x\nc: !t &y z\n[d]: 1\ne: 1\ne: 2\n", path: "x.yaml")
    #expect(document.root == nil)
    #expect(
      diagnostics.map(\.code) == [
        .anchorOrAlias, .anchorOrAlias, .anchorOrAlias, .tag, .keyIsNotText, .duplicateKey,
      ])
    #expect(
      diagnostics.map(\.range?.words) == [
        "1:4-1:6", "2:4-2:6", "3:7-3:9", "3:4-3:6", "4:1-4:4", "6:1-6:2",
      ])
  }

  @Test(arguments: [("[", "]"), ("{a: ", "}"), ("- ", "")])
  func `64 levels are read, 65 are not`(open: String, close: String) {
    func nested(_ levels: Int) -> String {
      String(repeating: open, count: levels) + "x" + String(repeating: close, count: levels)
    }
    #expect(Document.parse(nested(64), path: "x").1 == [])
    let (document, diagnostics) = Document.parse(nested(65), path: "x")
    #expect(document.root == nil)
    #expect(diagnostics.map(\.code) == [.nestedTooDeep])
    #expect(diagnostics.first?.range?.start.column == 64 * open.count + 1)
  }

  @Test func `a file of one mebibyte is read, one byte more is not`() {
    let fits = [UInt8](repeating: 0x23, count: 1 << 20)
    #expect(Document.parse(fits, path: "x").1 == [])
    #expect(
      Document.parse(fits + [0x23], path: "x").1.map(\.message) == [
        "the file has 1048577 bytes; the most is 1048576"
      ])
  }

  @Test(
    arguments: [
      ([0xFF, 0xFE, 0x61, 0x00], "the file is UTF-16", "1:1-1:1"),
      ([0xFE, 0xFF, 0x00, 0x61], "the file is UTF-16", "1:1-1:1"),
      (Array("a: 1\né: ".utf8) + [0xE9, 0x0A], "byte 0xE9 is not UTF-8 here", "2:4-2:4"),
      ([0x61, 0xC3], "byte 0xC3 is not UTF-8 here", "1:2-1:2"),
      ([0xED, 0xA0, 0x80], "byte 0xED is not UTF-8 here", "1:1-1:1"),
      ([0xC0, 0x80], "byte 0xC0 is not UTF-8 here", "1:1-1:1"),
    ] as [([UInt8], String, String)])
  func `bytes that are no UTF-8 are refused`(bytes: [UInt8], message: String, place: String) {
    let (document, diagnostics) = Document.parse(bytes, path: "x")
    #expect(document.root == nil)
    #expect(diagnostics.map(\.message) == [message])
    #expect(diagnostics.first?.range?.words == place)
  }

  @Test(arguments: [
    ("a: x\u{85}b", "U+0085", "1:5-1:6"), ("é: 'x\u{2028}b'", "U+2028", "1:6-1:7"),
    ("# \u{2029}", "U+2029", "1:3-1:4"),
  ])
  func `line breaks that editors do not show are refused by name`(
    yaml: String, name: String, place: String
  ) {
    let (document, diagnostics) = Document.parse(yaml, path: "x")
    #expect(document.root == nil)
    #expect(diagnostics.map(\.message) == ["an invisible line break, \(name), is in the text"])
    #expect(diagnostics.first?.range?.words == place)
  }
}

@Suite struct SyntaxAdviceTests {
  @Test(arguments: [
    ("a: b: c", "a ':' does not belong here", "1:5-1:6"),
    ("a: 1\n b: 2", "a ':' does not belong here", "2:3-2:4"),
    ("a: @x", "a text cannot start with this character", "1:4-1:5"),
    ("a: 日\nb: `x", "a text cannot start with this character", "2:4-2:5"),
    ("a: %x", "a text cannot start with this character", "1:4-1:5"),
    ("\ta: b", "a tab is used for indentation", "1:1-1:2"),
    ("a:\n\tb: c", "a tab is used for indentation", "2:1-2:2"),
    ("a:\n  b: 1\n\tc: 2", "a tab is used for indentation", "3:1-3:2"),
    ("- a\n\t- b", "a tab is used for indentation", "2:1-2:2"),
    ("a: |\n  x\n\ty", "a tab is used for indentation", "3:1-3:2"),
    ("a: |\n\tx", "a tab is used for indentation", "2:1-2:2"),
    ("a: 1\n- b", "a key was expected here", "2:1-2:2"),
    ("a:\n  b: 1\n c: 2", "a key was expected here", "3:2-3:3"),
    (": b", "a key was expected here", "1:1-1:2"),
    ("a: \"x\" y", "this must not follow the value before it", "1:8-1:9"),
    ("a: 'it's'", "this must not follow the value before it", "1:8-1:9"),
    ("a: {name}, hi", "this must not follow the value before it", "1:10-1:11"),
    ("- a\nb: c", "a '- ' was expected here", "2:1-2:2"),
    ("- a: 1\n b: 2", "a '- ' was expected here", "2:2-2:3"),
    ("a: [1}", "a ',' or the closing ']' is missing", "1:6-1:7"),
    ("a: [1\nb: 2", "a ',' or the closing ']' is missing", "1:4-1:5"),
    ("a: [1, 2", "a ',' or the closing ']' is missing", "1:4-1:5"),
    ("a: {x]", "a ',' or the closing '}' is missing", "1:6-1:7"),
    ("é: {x: 1\nb: 2", "a ',' or the closing '}' is missing", "1:4-1:5"),
    ("a: ]", "a value was expected here", "1:4-1:5"),
    ("a: [,]", "a value was expected here", "1:5-1:6"),
    ("a: 1\nfoo  \nb: 2", "a ':' is missing after this key", "2:1-2:4"),
    ("a: 1\nfoo", "a ':' is missing after this key", "2:1-2:4"),
    ("a: \"x\nb: 1\n", "this quote is never closed", "1:4-1:5"),
    ("a: 日\nb: 'x", "this quote is never closed", "2:4-2:5"),
    ("a: \"x\n---\n\"", "this quote is never closed", "1:4-1:5"),
    ("a: \"\\q\"", "this escape is not known in double quotes", "1:5-1:6"),
    (
      "a: \"\\xZZ\"",
      "the escape needs hexadecimal digits here: two after \\x, four after \\u, eight after \\U",
      "1:7-1:8"
    ),
    ("a: \"\\ud83d\\ude00\"", "this escape is no character, or half of one", "1:7-1:8"),
    ("a: *New* b", "a text cannot start with '*'", "1:4-1:5"),
    ("a: & b", "a text cannot start with '&'", "1:4-1:5"),
    ("a: > b", "a text cannot start with '|' or '>'", "1:4-1:5"),
    ("a: |x", "a text cannot start with '|' or '>'", "1:4-1:5"),
    ("%x: 1", "a line cannot start with '%'", "1:1-1:2"),
    ("%FOO\n---\na", "a line cannot start with '%'", "1:1-1:2"),
    ("a: !<x", "a text cannot start with '!'", "1:4-1:5"),
    ("a: !x!y z", "a text cannot start with '!'", "1:4-1:5"),
    ("a: \u{1}", "a control character is in the text", "1:4-1:5"),
    ("é: 1\nb: \"\u{7}\"", "a control character is in the text", "2:5-2:6"),
    ("\u{FEFF}b: \u{7F}", "a control character is in the text", "1:4-1:5"),
    ("a: \u{9B}", "a control character is in the text", "1:4-1:5"),
    ("a: b\u{0}", "a control character is in the text", "1:5-1:6"),
    ("a: - b", "a '- ' does not belong here", "1:4-1:5"),
    ("a: ? b", "a '? ' does not belong here", "1:4-1:5"),
    ("  a: 1\nb: 2", "this does not belong to the value above it", "2:1-2:2"),
    ("%YAML 2.0\n---\na", "this is not YAML: found incompatible YAML document", "1:1-1:2"),
  ])
  func `a mistake is named in plain words where it is`(
    yaml: String, message: String, place: String
  ) {
    let (document, diagnostics) = Document.parse(yaml, path: "x.yaml")
    #expect(document.root == nil)
    #expect(diagnostics.map(\.message) == [message])
    #expect(diagnostics.map(\.code) == [.syntax])
    #expect(diagnostics.first?.range?.words == place)
    #expect(diagnostics.first?.help?.isEmpty == false)
  }

  @Test func `the place of a control character behind many bytes is exact`() {
    let lines = String(repeating: "# 日本語 and some more text\n", count: 2000)
    let (_, diagnostics) = Document.parse(lines + "k: \u{8}", path: "x.yaml")
    #expect(diagnostics.map(\.range?.words) == ["2001:4-2001:5"])
  }

  /// The help is what to type: a person who does it literally has a text that can be read.
  @Test(arguments: [
    ("title: Hello: world\nb: 1\n", "put quotes around the whole text: \"Hello: world\""),
    ("en: { en: Now: free, de: x }\n", "put quotes around the whole text: \"Now: free\""),
    ("en: { en: Hi, de: %50 ab }\n", "put quotes around the whole text: \"%50 ab\""),
    ("en: { en: @home, de: x }   # note\n", "put quotes around the whole text: \"@home\""),
    ("a: 'it's'   # note\n", "put quotes around the whole text: \"it's\""),
    ("- `x`\n", "put quotes around the whole text: \"`x`\""),
    ("a: 1\n b: 2\n", "indent this line with no space instead of 1 space, like line 1"),
    (
      "p:\n  - product: x\n   offers: [y]\n",
      "indent this line with 4 spaces instead of 3 spaces, like line 2"
    ),
    (
      "p:\n   headline: x\n  other: y\n",
      "indent this line with 3 spaces instead of 2 spaces, like line 2"
    ),
    (
      "p:\n  a: x\n   b:\n     c: 1\n     d: 2\n",
      "indent this line with 2 spaces instead of 3 spaces, like line 2, and move the 2 lines below with it"
    ),
    (
      "p:\n  - a: x\n   b: [y]\n    c: 1\n",
      "indent this line with 4 spaces instead of 3 spaces, like line 2"
    ),
    ("title:Winter\nb: 1\n", "write 'title: Winter'"),
    ("title = Winter\nb: 1\n", "write 'title: Winter'"),
    ("a: [x, y}\n", "write ']' instead of this '}'"),
    ("a: [{ b: [c] ]\n", "write '}' before this ']'"),
    ("a: [x, y\nb: 1\n", "write ']' at the end of line 1"),
    ("a: { b: 1   # note\nb: 1\n", "write '}' before the '#' of line 1"),
    (
      "a: { en: The #1 app, de: x }  # note\nb: 1\n",
      "put quotes around the whole text: \"The #1 app\""
    ),
    (
      "a: { en: The #1 app, de: 'x', ja: Nr. # 1 }\n",
      "put quotes around each of the texts: \"The #1 app\", \"Nr. # 1\""
    ),
    ("a: {\n  en: The #1 app,\n  de: x\n}\n", "put quotes around the whole text: \"The #1 app\""),
    ("a: { b: The '#1' app, c: x #1 }\n", "put quotes around the whole text: \"x #1\""),
    ("a: { b: x  #TODO\nb: 1\n", "write '}' before the '#' of line 1"),
    (
      "t:\n  en: Start\n  de Klein anfangen  # note\n  ja: x\n",
      "write 'de: Klein anfangen', or indent the line more if the text above goes on here"
    ),
    ("t:\n  en: Start\n  ja：まず\n  de: x\n", "write 'ja: まず'"),
    (
      "t:\n  en: Start\n  small\n  de: x\n",
      "write 'small: …', or indent it with 4 spaces if the text above goes on here"
    ),
    (
      "en: {name}, start small\nde: x\n",
      "put quotes around the whole text: \"{name}, start small\""
    ),
    ("p:\n  - a\n  -season_2026\n  - b\n", "write '- season_2026'"),
    ("p:\n  - a\n  – season_2026\n", "write '- season_2026'"),
    ("p:\n  - a\n  •season_2026\n", "write '- season_2026'"),
  ])
  func `the help of a mistake is one that was tried`(yaml: String, help: String) {
    let (_, diagnostics) = Document.parse(yaml, path: "x.yaml")
    #expect(diagnostics.map(\.help) == [help])
  }

  @Test(arguments: [
    ("t:\n  en: x\n  ja：まず\n", "this is '：', and a key ends with ':'", "3:5-3:6"),
    ("p:\n  - a\n  – b\n", "this is '–', and an item begins with '-'", "3:3-3:4"),
    ("p:\n  - a\n  -b\n", "a space is missing after the '-' of this item", "3:3-3:4"),
  ])
  func `a mark of another keyboard is named at its place`(
    yaml: String, message: String, place: String
  ) {
    let (_, diagnostics) = Document.parse(yaml, path: "x.yaml")
    #expect(diagnostics.map(\.message) == [message])
    #expect(diagnostics.first?.range?.words == place)
  }

  @Test(arguments: [
    ("a:\n\u{A0} - b\n", "2:1-2:2", "a no-break space (U+00A0)"),
    ("a:\u{A0}[b]\nc: 1\n", "1:3-1:4", "a no-break space (U+00A0)"),
    ("a: 1\nb:\u{3000}2\nc: 3\n", "2:3-2:4", "an ideographic space (U+3000)"),
  ])
  func `a space that is none is named at its place`(yaml: String, place: String, name: String) {
    let (_, diagnostics) = Document.parse(yaml, path: "x.yaml")
    #expect(diagnostics.map(\.message) == ["this is not a space, but \(name)"])
    #expect(diagnostics.first?.range?.words == place)
  }

  @Test func `a no-break space inside of a text stays`() throws {
    #expect(try read("a: 50\u{A0}%\n").root?["a"]?.scalar?.text == "50\u{A0}%")
  }

  @Test(arguments: [
    ("a: 1\n<<<<<<< HEAD\nb: 1\n=======\nb: 2\n>>>>>>> main\n", "2:1-2:8"),
    ("a: 1\n=======\nb: 2\n", "2:1-2:8"), ("||||||| base\r\na: 1\r\n", "1:1-1:8"),
  ])
  func `a conflict that git left is named at its first line`(yaml: String, place: String) {
    let (document, diagnostics) = Document.parse(yaml, path: "x.yaml")
    #expect(document.root == nil)
    #expect(diagnostics.map(\.message) == ["git left a conflict here"])
    #expect(diagnostics.first?.range?.words == place)
  }

  @Test(arguments: ["a: |\n  =======\n", "# =======\n", "a: 1 # <<<<<<< x\n", "========\n"])
  func `what only looks like a conflict is none`(yaml: String) {
    #expect(Document.parse(yaml, path: "x.yaml").1.isEmpty)
  }
}

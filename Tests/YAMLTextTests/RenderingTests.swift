import Testing
import YAMLText

@Suite struct RenderingTests {
  /// A finding on the first occurrence of `token`, as text without colours.
  private func text(
    _ token: String, in text: String, message: String = "m", help: String? = nil,
    severity: Diagnostic.Severity = .error, colours: Diagnostic.Colours = .none
  ) throws -> String {
    let source = SourceText(path: "f.yaml", text: text)
    let before = try #require(text.ranges(of: token).first).lowerBound
    let start = text.utf8.distance(from: text.startIndex, to: before)
    let range = source.range(start..<start + token.utf8.count)
    return Diagnostic(severity, code: .syntax, in: "f.yaml", at: range, message, help: help)
      .text(source: source, colours: colours)
  }

  @Test func `a finding is its place, its line, carets and help`() throws {
    #expect(
      try text("word", in: "a: 1\nkey: word # c\n", message: "no", help: "do this") == """
        f.yaml:2:6: error: no
          key: word # c
               ^^^^
          help: do this
        """)
  }

  @Test(arguments: [
    ("日本", "é: 日本 x", "   ^^^^"), ("x", "é: 日本 x", "        ^"), ("😀", "k: 😀", "   ^^"),
    ("b", "e\u{301}: b", "   ^"), ("x", "⭐: x", "    ^"), ("x", "☺\u{FE0F}: x", "    ^"),
    ("ｶﾅ", "k: ｶﾅ", "   ^^"), ("한국", "k: 한국", "   ^^^^"),
  ])
  func `carets stand under wide characters and marks`(
    token: String, line: String, carets: String
  ) throws {
    #expect(try text(token, in: line).split(separator: "\n").last ?? "" == "  " + carets)
  }

  @Test func `a tab is shown as four blanks, inside and before the token`() throws {
    #expect(
      try text("b\tc", in: "\ta: b\tc").split(separator: "\n").dropFirst() == [
        "      a: b    c", "         ^^^^^^",
      ])
  }

  @Test func `an empty range has one caret, also at the end of the line`() {
    let source = SourceText(path: "f", text: "abc\n")
    let finding = Diagnostic(
      .warning, code: .syntax, in: "f", at: source.range(3..<3), "m", help: nil)
    #expect(finding.text(source: source) == "f:1:4: warning: m\n  abc\n     ^")
  }

  @Test func `a range over several lines is marked to the end of its first`() throws {
    #expect(
      try text("b: |\n  c", in: "a: 1\nb: |\n  c\n").split(separator: "\n").last ?? "" == "  ^^^^")
  }

  @Test(arguments: [0, 50, 100, 5000, 9990])
  func `a very long line is cut around the token`(position: Int) throws {
    let line =
      String(repeating: "-", count: position) + "TOKEN" + String(repeating: "日", count: 10_000)
    let lines = try text("TOKEN", in: line).split(separator: "\n").map(String.init)
    #expect(lines.count == 3)
    #expect(lines[1].hasSuffix("…"))
    #expect(lines[1].contains("TOKEN"))
    let width = lines[1].unicodeScalars.reduce(0) { $0 + $1.displayWidth }
    #expect(width <= 124, "two blanks, 120 columns, two dots")
    let before = try #require(lines[1].ranges(of: "TOKEN").first).lowerBound
    let carets = try #require(lines[2].ranges(of: "^^^^^").first).lowerBound
    #expect(
      lines[1].distance(from: lines[1].startIndex, to: before)
        == lines[2].distance(from: lines[2].startIndex, to: carets))
    #expect(lines[2].last == "^")
    #expect(lines[2].filter { $0 == "^" }.count == 5)
  }

  @Test func `a token longer than the line is marked as far as it is shown`() throws {
    let lines = try text(String(repeating: "x", count: 500), in: String(repeating: "x", count: 500))
      .split(separator: "\n")
    #expect(lines[1] == "  " + String(repeating: "x", count: 120) + "…")
    #expect(lines[2] == "  " + String(repeating: "^", count: 120))
  }

  @Test func `nothing that a terminal obeys is printed`() throws {
    let bad = "\u{1B}[2J\u{7}\u{9B}\u{7F}\u{202E}\u{2066}\r\u{85}\u{2028}"
    let source = SourceText(path: "f\u{1B}", text: "k\u{1B}\u{9B}\u{202E}: x")
    let finding = Diagnostic(
      .error, code: .syntax, in: "f\u{1B}", at: source.range(0..<1), "'\(bad)'\n", help: bad)
    for text in [finding.text(source: source), finding.github] {
      for scalar in text.unicodeScalars where scalar != "\n" {
        #expect(scalar.properties.generalCategory != .control)
        #expect(![0x202E, 0x2066, 0x2028].contains(scalar.value))
      }
    }
    #expect(finding.text(source: source).split(separator: "\n").count == 4)
  }

  @Test func `an escape in a key is shown as a box`() {
    let (document, diagnostics) = Document.parse("\"\\e[2J\": 1\n\"\\e[2J\": 2", path: "x")
    #expect(
      diagnostics.first?.text(source: document.source).contains("'␣[2J' is here twice") == true)
  }

  @Test func `colours surround the place, the word, the carets and help`() throws {
    let error = try text("b", in: "a: b", help: "h", colours: .ansi)
    #expect(
      error == "\u{1B}[1mf.yaml:1:4:\u{1B}[0m \u{1B}[1;31merror:\u{1B}[0m \u{1B}[1mm\u{1B}[0m\n"
        + "  a: b\n     \u{1B}[1;31m^\u{1B}[0m\n  \u{1B}[36mhelp:\u{1B}[0m h")
    let warning = try text("b", in: "a: b", severity: .warning, colours: .ansi)
    #expect(warning.contains("\u{1B}[1;33mwarning:\u{1B}[0m"))
  }

  @Test func `a finding about a file as a whole has neither place nor excerpt`() {
    let finding = Diagnostic(.error, code: .syntax, in: "f.yaml", at: nil, "gone", help: "h")
    #expect(finding.text(source: nil) == "f.yaml: error: gone\n  help: h")
    #expect(finding.github == "::error file=f.yaml::gone%0Ahelp: h")
  }

  @Test func `GitHub gets its escapes`() {
    let source = SourceText(path: "a,b:c%.yaml", text: "k: v\nw: x")
    let one = Diagnostic(
      .warning, code: .syntax, in: source.path, at: source.range(3..<4), "50% a:b,c\r", help: nil)
    #expect(
      one.github
        == "::warning file=a%2Cb%3Ac%25.yaml,line=1,col=4,endColumn=5::50%25 a:b,c%0D")
    let two = Diagnostic(
      .error, code: .syntax, in: "f", at: source.range(3..<6), "m", help: nil)
    #expect(two.github == "::error file=f,line=1,col=4::m")
  }

  @Test func `findings are in reading order`() {
    let source = SourceText(path: "f", text: "abc")
    func finding(_ file: String, _ at: Int?, _ severity: Diagnostic.Severity, _ message: String)
      -> Diagnostic
    {
      Diagnostic(
        severity, code: .syntax, in: file, at: at.map { source.range($0..<$0) }, message, help: nil)
    }
    let ordered = [
      finding("a", nil, .warning, "z"), finding("a", 0, .error, "b"), finding("a", 0, .error, "c"),
      finding("a", 0, .warning, "a"), finding("a", 2, .error, "a"), finding("b", 0, .error, "a"),
    ]
    #expect(ordered.reversed().sorted(by: Diagnostic.inReadingOrder) == ordered)
  }

  @Test func `a long text is quoted in part`() {
    #expect(Diagnostic.quoted("ab") == "'ab'")
    #expect(
      Diagnostic.quoted(String(repeating: "é", count: 81)) == "'"
        + String(repeating: "é", count: 80) + "…'")
  }
}

@Suite struct NearestTests {
  @Test(
    arguments: [
      ("pro_monhtly", "pro_monthly"), ("PRO_YEARLY", "pro_yearly"), ("pro_yerly", "pro_yearly"),
      ("pro_yearlyy", "pro_yearly"), ("coins", nil), ("", nil), ("pro", nil),
    ] as [(String, String?)])
  func `the name with the fewest editDistance is found`(name: String, nearest: String?) {
    #expect(Nearest.match(for: name, among: ["pro_monthly", "pro_yearly"]) == nearest)
  }

  @Test func `help names the nearest, else all if they are few`() {
    #expect(Nearest.help(for: "bta", among: ["beta", "alpha"]) == "did you mean 'beta'?")
    #expect(
      Nearest.help(for: "xyz", among: ["c", "alpha", "beta"]) == "use 'alpha', 'beta' or 'c'")
    #expect(Nearest.help(for: "xyz", among: [String]()) == nil)
    #expect(Nearest.help(for: "xyz", among: (10..<23).map { "name\($0)" }) == nil)
  }

  @Test func `names are listed with or`() {
    #expect(Nearest.list([]) == "")
    #expect(Nearest.list(["a"]) == "'a'")
    #expect(Nearest.list(["a", "b"]) == "'a' or 'b'")
  }

  @Test func `a name of any length is compared`() {
    let long = String(repeating: "x", count: 1000)
    #expect(Nearest.match(for: long, among: [long + "y"]) == nil)
    #expect(Nearest.match(for: long, among: [long]) == long)
  }
}

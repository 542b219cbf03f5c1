import Testing
import YAMLText

@Suite("A formatted document") struct FormatTests {
  @Test(arguments: [
    ("a:    1\nb: 2\n", "a: 1\nb: 2\n"),
    ("a:   1\nbbb: 2\n", "a:   1\nbbb: 2\n"),
    ("a: 1 # x\nb: 2\n", "a: 1  # x\nb: 2\n"),
    ("a: 1          # x\nbb: 2         # y\n", "a: 1          # x\nbb: 2         # y\n"),
    ("a:\n    b:\n        c: 1\n    # d\n    d: 2\n", "a:\n  b:\n    c: 1\n  # d\n  d: 2\n"),
    ("a:\n- x\n-   y: 1\n    z: 2\n", "a:\n  - x\n  - y: 1\n    z: 2\n"),
    ("\n\na: 1  \n\n\n\nb: 2\n\n\n", "a: 1\n\nb: 2\n"),
    ("a: 1\r\nb: 2\r\nc: 3\n", "a: 1\r\nb: 2\r\nc: 3\r\n"),
    ("a: 1", "a: 1\n"), ("\u{FEFF}a: 1", "\u{FEFF}a: 1\n"),
    ("a: |\n    x  \n\n\n    y\n\n\nb: 1\n", "a: |\n    x  \n\n\n    y\n\nb: 1\n"),
    ("a:\n    b: |\n        x\n", "a:\n  b: |\n      x\n"),
    ("a: |+\n  x\n\n\n", "a: |+\n  x\n\n\n"),
    ("a: [\n      b,\n      c ]\n", "a: [\n      b,\n      c ]\n"),
    ("? a\n:   b\n", "? a\n:   b\n"), ("# only\n\n\n# this", "# only\n\n# this\n"), ("", ""),
  ])
  func `has this layout`(text: String, expected: String) throws {
    let formatted = try read(text).formatted().source.text
    #expect(formatted.utf8.elementsEqual(expected.utf8), "\(formatted)")
  }

  @Test func `says the same, with the same comments, and is formatted`() throws {
    for document in EditLawTests.documents {
      let formatted = try document.formatted()
      let (again, diagnostics) = Document.parse(formatted.source.text, path: "x.yaml")
      #expect(diagnostics == [])
      switch (again.root, document.root) {
      case (let new?, let old?):
        if !new.means(old) { Issue.record("\(document.source.text)\n-->\n\(again.source.text)") }
      case (let new, let old): #expect(new == nil && old == nil)
      }
      #expect(words(formatted) == words(document))
      let twice = try again.formatted().source.text
      if !twice.utf8.elementsEqual(formatted.source.text.utf8) {
        Issue.record("\(document.source.text)\n-->\n\(formatted.source.text)\n-->\n\(twice)")
      }
    }
  }

  @Test func `keeps the files of this package as they are`() throws {
    for text in Corpus.examples {
      #expect(try read(text).formatted().source.text == text)
    }
    #expect(Corpus.examples.count == 12)
  }

  /// The text without any blanks and line ends: formatting adds and removes nothing else.
  private func words(_ document: Document) -> [UInt8] {
    document.source.text.utf8.filter { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
  }
}

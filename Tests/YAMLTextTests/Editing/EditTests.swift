import Testing
import YAMLText

/// An edit of a text, and the text that has to come out.
struct Example: Sendable, CustomTestStringConvertible {
  var name: String
  var text: String
  var edits: [Edit]
  var expected: String

  init(_ name: String, _ text: String, _ edits: Edit..., gives expected: String) {
    (self.name, self.text, self.edits, self.expected) = (name, text, edits, expected)
  }

  var testDescription: String { name }
}

@Suite("An edit") struct EditTests {
  @Test(arguments: scalars + entries + collections + flows + layouts)
  func `changes these bytes and no others`(example: Example) throws {
    let edited = try read(example.text).applying(example.edits)
    #expect(edited.source.text == example.expected)
    #expect(edited.source.text.utf8.elementsEqual(example.expected.utf8))
  }

  static let scalars = [
    Example(
      "a value keeps its comment's column", "slice: 0%-40%      # a\ntraffic: 50%       # b\n",
      .set("traffic", "100%"), gives: "slice: 0%-40%      # a\ntraffic: 100%      # b\n"),
    Example(
      "a comment without room goes two spaces behind", "a: 1   # x\nb: 2   # y\n",
      .set("b", "longer"), gives: "a: 1   # x\nb: longer  # y\n"),
    Example(
      "a comment returns to its neighbours", "a: 1   # x\nb: longer  # y\n", .set("b", "2"),
      gives: "a: 1   # x\nb: 2   # y\n"),
    Example(
      "a lone comment keeps its distance", "a: 1 # x\n", .set("a", "10"), gives: "a: 10 # x\n"),
    Example(
      "quotes stay", "a: 'x'\nb: \"y\"\n", .set("a", "it's"), .set("b", "z"),
      gives: "a: 'it''s'\nb: \"z\"\n"),
    Example("what is not plain is quoted", "a: x\n", .set("a", "b: c"), gives: "a: \"b: c\"\n"),
    Example("a word for null is quoted", "a: x\n", .set("a", "null"), gives: "a: \"null\"\n"),
    Example("null is written", "a: x\n", .set("a", .null), gives: "a: null\n"),
    Example(
      "an empty value is filled", "a:   # c\nb: 1\n", .set("a", "x"), gives: "a: x  # c\nb: 1\n"),
    Example("lines are escaped", "a: x\n", .set("a", "b\nc"), gives: "a: \"b\\nc\"\n"),
    Example(
      "a literal stays one", "a: | # c\n    x\n    y\nb: 1\n", .set("a", "z\n\nw\n"),
      gives: "a: | # c\n    z\n\n    w\nb: 1\n"),
    Example(
      "a literal changes its chomping", "a: |\n  x\n\nb: 1\n", .set("a", "z"),
      gives: "a: |-\n  z\n\nb: 1\n"),
    Example("a value below its key", "a:\n  x\nb: 1\n", .set("a", "y"), gives: "a:\n  y\nb: 1\n"),
    Example(
      "no line end, CRLF and a mark stay", "\u{FEFF}a: 1\r\nb: 2", .set("b", "3"),
      gives: "\u{FEFF}a: 1\r\nb: 3"),
    Example("several lines become one", "a: x\n  y\nb: 1\n", .set("a", "z"), gives: "a: z\nb: 1\n"),
  ]

  static let entries = [
    Example(
      "a new key comes last", "a: 1\nb: 2\n\n# about c\n", .set("c", "3"),
      gives: "a: 1\nb: 2\nc: 3\n\n# about c\n"),
    Example("parents are made", "a: 1\n", .set(["b", "c"], "2"), gives: "a: 1\nb: { c: 2 }\n"),
    Example(
      "a key before another goes above its comment", "a: 1\n# b\nb: 2\n",
      .insert("x", "9", .before("b")), gives: "a: 1\nx: 9\n# b\nb: 2\n"),
    Example(
      "the first key of the file goes below its header", "# modeline\na: 1\n",
      .insert("x", "9", .first), gives: "# modeline\nx: 9\na: 1\n"),
    Example(
      "values of neighbours are aligned",
      "v:\n  control: { share: 50% }\n  trial:   { share: 50% }\n",
      .insert(["v", "lite"], ["share": "0%"], .after("control")),
      gives: "v:\n  control: { share: 50% }\n  lite:    { share: 0% }\n  trial:   { share: 50% }\n"),
    Example(
      "blank lines between all", "a:\n  x: 1\n\nb:\n  x: 2\n",
      .set("c", .mapping([.init("x", "3")])),
      gives: "a:\n  x: 1\n\nb:\n  x: 2\n\nc:\n  x: 3\n"),
    Example(
      "a key goes with its comments", "a: 1\n# b\nb: 2  # two\nc: 3\n", .remove("b"),
      gives: "a: 1\nc: 3\n"),
    Example(
      "a comment after a blank line stays", "a: 1\n# group\n\nb: 2\nc: 3\n", .remove("b"),
      gives: "a: 1\n# group\n\nc: 3\n"),
    Example(
      "the last key leaves braces", "a: # why\n  x: 1 # c\nb: 2\n", .remove(["a", "x"]),
      gives: "a: {} # why\nb: 2\n"),
    Example("the only key of a file", "# head\na: 1\n", .remove("a"), gives: "# head\n{}\n"),
    Example(
      "removing the end keeps the missing line end", "a: 1\nb: 2", .remove("b"), gives: "a: 1"),
    Example(
      "adding at the end keeps the missing line end", "a: 1\r\nb: 2", .set("c", "3"),
      gives: "a: 1\r\nb: 2\r\nc: 3"),
    Example(
      "a name keeps the alignment", "control: 1\ntrial:   2  # t\n", .rename("trial", "b"),
      gives: "control: 1\nb:       2  # t\n"),
    Example(
      "a moved key takes its comments", "a: 1\n\n# b\nb: 2  # two\nc: 3\n", .move("c", .first),
      gives: "c: 3\n\na: 1\n# b\nb: 2  # two\n"),
    Example(
      "the first key behind a dash", "- a: 1\n  b: 2\n",
      .remove(DocumentPath([.index(0), .key("a")])),
      gives: "- b: 2\n"),
    Example(
      "a key before the one behind a dash", "- a: 1\n",
      .insert(DocumentPath([.index(0), .key("b")]), "2", .first),
      gives: "- b: 2\n  a: 1\n"),
  ]

  static let collections = [
    Example(
      "text becomes a mapping", "a: x  # c\nb: 1\n",
      .set("a", .mapping([.init("k", "v")], .block)), gives: "a:  # c\n  k: v\nb: 1\n"),
    Example(
      "a mapping becomes text", "a:  # c\n  k: v\nb: 1\n", .set("a", "x"),
      gives: "a: x  # c\nb: 1\n"),
    Example(
      "the step of the file is kept", "a:\n    b: 1\n",
      .set("c", .mapping([.init("d", "1")], .block)),
      gives: "a:\n    b: 1\nc:\n    d: 1\n"),
    Example(
      "lists that are not indented", "a:\n- x\nb: 1\n", .set("b", .list(["y"], .block)),
      gives: "a:\n- x\nb:\n- y\n"),
    Example(
      "an item is added", "a:\n  - x\n  - y # c\nb: 1\n", .insertItem(into: "a", "z"),
      gives: "a:\n  - x\n  - y # c\n  - z\nb: 1\n"),
    Example(
      "an item of several lines", "a:\n  - x\n", .insertItem(into: "a", ["k": "v", "l": ["m"]]),
      gives: "a:\n  - x\n  - k: v\n    l: [m]\n"),
    Example("empty brackets open", "a: {}\n", .set(["a", "b"], "1"), gives: "a:\n  b: 1\n"),
    Example("an empty file", "# nothing yet\n", .set("a", "1"), gives: "# nothing yet\na: 1\n"),
    Example(
      "a null becomes a mapping", "a:\nb: 1\n", .set(["a", "x"], "1"), gives: "a: { x: 1 }\nb: 1\n"),
  ]

  static let flows = [
    Example(
      "a value in brackets", "a: { b: 1, c: 2 }   # x\n", .set(["a", "b"], "10"),
      gives: "a: { b: 10, c: 2 }  # x\n"),
    Example(
      "a comma is quoted there", "a: [b]\n", .set(DocumentPath([.key("a"), .index(0)]), "x,y"),
      gives: "a: [\"x,y\"]\n"),
    Example("a key is added", "a: {b: 1}\n", .set(["a", "c"], "2"), gives: "a: {b: 1, c: 2}\n"),
    Example(
      "an item on its own line", "a: [\n  b,\n  c\n]\n", .insertItem(into: "a", "d", .at(1)),
      gives: "a: [\n  b,\n  d,\n  c\n]\n"),
    Example(
      "a key is removed", "a: { b: 1, c: 2 }\n", .remove(["a", "b"]), gives: "a: { c: 2 }\n"),
    Example("the last key is removed", "a: { b: 1 }\n", .remove(["a", "b"]), gives: "a: {}\n"),
    Example(
      "items are moved", "a: [b,  c, d]\n", .move(DocumentPath([.key("a"), .index(2)]), .first),
      gives: "a: [d,  b, c]\n"),
  ]

  static let layouts = [
    Example(
      "an experiment is started",
      """
      status: draft
      slice: 0%-40%              # its end may grow into free space
      seed: 7f3a9c21             # never changed while the phase runs
      variants:
        control: { share: 50%, paywall: standard }
        trial:   { share: 50%, paywall: standard-trial }
      schedule: { start: 2026-11-02T09:00Z }

      """,
      .set("status", "running"), .set("seed", "c81b05e4"),
      .set(["schedule", "end"], "2026-12-01T09:00Z"),
      .set(["variants", "trial", "share"], "5%"),
      gives: """
        status: running
        slice: 0%-40%              # its end may grow into free space
        seed: c81b05e4             # never changed while the phase runs
        variants:
          control: { share: 50%, paywall: standard }
          trial:   { share: 5%, paywall: standard-trial }
        schedule: { start: 2026-11-02T09:00Z, end: 2026-12-01T09:00Z }

        """)
  ]
}

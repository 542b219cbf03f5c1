import Foundation
import TestSupport
import YAMLText

/// Documents as they are found in repositories, and some that are only found by bad luck.
enum Corpus {
  /// Some 400 texts; the same every time.
  static let texts: [String] = generated + tricky + examples

  private static let generated: [String] = {
    var random = SplitMix(state: 0x6564_6974)
    return (0..<340).map { index in
      var scribe = Scribe(seed: random.next())
      var shapes = Shapes(random: SplitMix(state: random.next()))
      return scribe.document(shapes.shape(index % 8))
    }
  }()

  /// The files that come with the package.
  static let examples: [String] = {
    let root = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
      .deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let names = [
      "Experiments/annual-trial.yaml", "Experiments/lite-first.yaml",
      "Experiments/team-or-solo.yaml", "Paywalls/standard.yaml", "Paywalls/lite.yaml",
      "Paywalls/store/products.yaml", "Paywalls/store/offers.yaml", "Paywalls/store/app.yaml",
      "Paywalls/targeting/audiences.yaml", "Paywalls/targeting/placements.yaml",
      "Paywalls/targeting/layers.yaml", "Paywalls/targeting/attributes.yaml",
    ]
    return names.compactMap { try? String(contentsOf: root.appending(path: $0), encoding: .utf8) }
  }()

  static let tricky = [
    "a: 1", "a: 1\n", "\u{FEFF}a: 1\r\n", "# only\na: 1\n\n\n# end", "a:\nb:\n", "a: {}\nb: []\n",
    "a: |\n  x\n\n\nb: |+\n  y\n\n\nc: |-\n  z\n\nd: >\n  f\n  g\n\n  h\n",
    "a: |2\n    x\n   y\nb: 1\n",
    "a: |\n  x\n  # text\n # comment\nb: 1\n", "a: >+\n  x\n\n", "a: |+\n  x\n\n# c\nb: 1\n",
    "a: |\n  last", "a: |\nb: 1\n", "- |\n x\n- >-\n y\n",
    "a: one\n  two\n  three # c\nb: 1\n", "a: \"one\n  two\"   # c\nb: 'x\n\n  y'\n",
    "- a\n- b\n-\n- c\n", "- - a\n  - b\n- - c\n", "-   a: 1\n    b: 2\n-   c: 3\n",
    "- a: 1 # x\n  # y\n  b: 2\n- c: 3\n", "-\n  a: 1\n-\n  # about b\n  b: 2\n",
    "a:\n- x\n- y: 1\n  z: 2\nb:\n- c\n", "a:\n  - x\n\n  # floating\n\n  - y\n  # foot\nb: 1\n",
    "a: {b: 1,c: 2}\nd: [1,2 , 3]\n", "a: {b, c: 1, d: }\n", "a: [b: 1, c]\n", "a: [\n]\n",
    "a: { }\n",
    "a: {\n  b: 1, # one\n  c: 2  # two\n}\n", "a: [\n    b,\n    c,\n]  # end\n",
    "{a: 1, b: [x, {y: z}]}\n",
    "[a, b]\n", "{\n  \"a\": 1,\n  \"b\": {\"c\": [1, 2]}\n}\n", "\"a\":1\n",
    "{\"a\":1,\"b\":\"x\"}\n",
    "'a b': 1\n\"c: d\": 2\n? e\n: 3\n", "? a\n: b\n", "? [a]\n", "a : 1\nb   :   2\n",
    "a:\t1\nb: 2\t# c\n",
    "a: 1 \nb: 2   \n", "a: 1\n\n\n\nb: 2\n\n\n\n", "a:   1   # x\nbbb: 2   # y\nc:   3   # z\n",
    "a:\n    b:\n        c: 1\n    d: 2\ne:\n  f: 1\n",
    "a:\n  b: 1\n # odd\n  c: 2\n   # deep\nd: 3\n",
    "---\na: 1\n...\n", "--- \n- a\n", "--- # c\na: 1\n# d\n...\n# e\n", "%YAML 1.1\n---\na: 1\n",
    "text\n", "\"text\" # c\n", "# c\n|\n x\n", "~\n", "a: ~\nb: null\nc: Null\nd: ''\n",
    "a: 0x1F\nb: 1e3\nc: \"1\"\nd: yes\ne: NO\nf: 3.10\n", "日本: 語 # é\né: \"\\u00e9\"\n",
    "a: 😀  # 1\nbc: 語 # 2\n",
    "a: 1\r\nb:\r\n  - x\r\n  - y\r\nc: 3", "a: 1\rb: 2\r", "a: 1\nb: 2\r\nc: 3\r\n",
    "a: http://x.y/z?q=1#f\nb: a#b\n",
    "a: - \n", "a: -1\nb: -\n", "a: \"x\" # c\nb: 'y'# d\n", "a: x:y\nb: x::y\nc: 'it''s'\n",
    "true: 1\n~: 2\n1: 3\n",
    "a:\n  # only comment\nb: 1\n", "a: # x\n  # y\n  b: 1 # z\n  # w\nc: 1\n",
    "a:\n\n  b: 1\n\n  c: 2\n\nd: 3\n",
    "a: [b, [c, [d, {e: f}]]]\n", "a:\n  - [x, y]\n  - {z: 1}\n  - []\n", "- {a: 1}\n- {b: 2}\n",
    "a: [x\n  , y]\n",
    "key with spaces: value with spaces\nother: \"a, b\"\n", "a: 'x'   # q\nb: \"y\" # r\n",
    "on:\n  push:\n    branches: [ main ]\njobs: {}\n", "<<: 1\n", "a: &b\n", "a: 1\na: 2\n",
    "a: [\n", "\t a: 1\n",
  ]
}

/// Real files' outlines with drawn names and values.
struct Shapes {
  var random: SplitMix

  init(random: SplitMix) { self.random = random }

  mutating func pick<T>(_ values: [T]) -> T { values[Int(random.next() % UInt64(values.count))] }
  mutating func some<T>(_ most: Int, _ make: (inout Self, Int) -> T) -> [T] {
    let count = 1 + Int(random.next() % UInt64(most))
    var made: [T] = []
    for index in 0..<count { made.append(make(&self, index)) }
    return made
  }

  private static let names = [
    "control", "trial", "lite", "team", "annual-trial", "pro_yearly", "export", "x", "session-end",
    "comeBack", "日本", "a b", "with: colon",
  ]
  private static let words = [
    "standard", "50%", "0%-40%", "7f3a9c21", "2026-12-01T09:00Z", "true", "3.10", "NO", "x y z",
    "it's", "a: b", "# no", "", "[x]", "すべて", "😀 ok", ">=3.2.0", "null", "12", "P1W", "a, b",
    "line\nbreak", "https://x.y/z", "100", "{y}", "*a", "back\\slash", "tail ",
  ]
  private static let blocks = [
    "one line", "one\ntwo\n", "one\n\n  two\n\n", "# not a comment\nx: y\n", "run: |\n  echo\n",
  ]

  mutating func word() -> Shape { .text(pick(Self.words)) }
  mutating func plain() -> Shape { .text(pick(Array(Self.words.prefix(8)))) }

  /// Names that are all different.
  mutating func named(_ most: Int, _ make: (inout Self) -> Shape) -> [(String, Shape)] {
    var taken: Set<String> = []
    return some(most) { shapes, _ in (shapes.pick(Self.names), make(&shapes)) }
      .filter { taken.insert($0.0).inserted }
  }

  mutating func shape(_ kind: Int) -> Shape {
    switch kind {
    case 0: compose()
    case 1: workflow()
    case 2: manifest()
    case 3: experiment()
    case 4: catalogue()
    case 5: placements()
    case 6: translations()
    default: anything(depth: 0)
    }
  }

  private mutating func compose() -> Shape {
    .map([
      ("version", .text("3.9")),
      (
        "services",
        .map(
          named(4) { shapes in
            .map([
              ("image", shapes.word()), ("ports", .list(shapes.some(3) { s, _ in s.word() })),
              ("environment", .map(shapes.named(4) { $0.word() })),
              ("command", .block(shapes.pick(Self.blocks))), ("restart", shapes.plain()),
            ])
          })
      ), ("volumes", .map(named(3) { _ in .text("") })),
    ])
  }

  private mutating func workflow() -> Shape {
    .map([
      ("name", word()), ("on", .map([("push", .map([("branches", .list([plain(), plain()]))]))])),
      (
        "jobs",
        .map(
          named(3) { shapes in
            .map([
              ("runs-on", shapes.plain()),
              (
                "steps",
                .list(
                  shapes.some(4) { shapes, _ in
                    .map([
                      ("uses", shapes.word()), ("with", .map(shapes.named(3) { $0.word() })),
                      ("run", .block(shapes.pick(Self.blocks))),
                    ])
                  })
              ),
            ])
          })
      ),
    ])
  }

  private mutating func manifest() -> Shape {
    .map([
      ("apiVersion", .text("apps/v1")), ("kind", .text("Deployment")),
      ("metadata", .map([("name", plain()), ("labels", .map(named(4) { $0.word() }))])),
      (
        "spec",
        .map([
          ("replicas", .text("3")),
          (
            "containers",
            .list(
              some(3) { shapes, _ in
                .map([
                  ("name", shapes.plain()), ("args", .list(shapes.some(4) { s, _ in s.word() })),
                  (
                    "env",
                    .list(
                      shapes.some(3) { s, _ in .map([("name", s.plain()), ("value", s.word())]) })
                  ),
                  (
                    "resources",
                    .map([("limits", .map([("cpu", Self.limit), ("memory", Self.limit)]))])
                  ),
                ])
              })
          ),
        ])
      ),
    ])
  }

  private static let limit = Shape.text("100m")

  private mutating func experiment() -> Shape {
    .map([
      ("title", word()), ("status", .text("running")),
      ("placement", .list(some(2) { s, _ in s.plain() })),
      ("slice", .text("0%-40%")), ("traffic", .text("50%")), ("seed", .text("7f3a9c21")),
      (
        "variants",
        .map(named(4) { .map([("share", .text("50%")), ("paywall", $0.plain())]) })
      ), ("schedule", .map([("start", .text("2026-11-02T09:00Z"))])), ("after", word()),
      (
        "metrics",
        .map([("primary", plain()), ("guardrails", .list(some(2) { s, _ in s.plain() }))])
      ),
    ])
  }

  private mutating func catalogue() -> Shape {
    .map([
      (
        "groups",
        .map(
          named(2) {
            .map([("id", $0.plain()), ("levels", .list($0.some(4) { s, _ in s.plain() }))])
          })
      ),
      (
        "products",
        .map(
          named(6) { .map([("type", $0.plain()), ("group", $0.plain()), ("period", $0.plain())]) })
      ),
    ])
  }

  private mutating func placements() -> Shape {
    .map([
      (
        "placements",
        .map(
          named(4) { shapes in
            .map([
              (
                "rules",
                .list(
                  shapes.some(4) { s, _ in
                    .map([("audience", s.word()), ("show", s.plain()), ("from", s.plain())])
                  })
              ), ("default", shapes.plain()),
            ])
          })
      ), ("fallback", word()),
    ])
  }

  private mutating func translations() -> Shape {
    .map([("en", .map(named(8) { $0.word() })), ("ja", .map(named(8) { $0.word() }))])
  }

  private mutating func anything(depth: Int) -> Shape {
    switch depth > 3 ? 0 : Int(random.next() % 5) {
    case 0: word()
    case 1: .block(pick(Self.blocks))
    case 2: .list(some(4) { s, _ in s.anything(depth: depth + 1) })
    default: .map(named(5) { $0.anything(depth: depth + 1) })
    }
  }
}

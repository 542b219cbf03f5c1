import Foundation
import PaywallTextCoding
import Testing

/// Fixed seeds: the same texts on every machine.
@Suite("JSON written and read")
struct JSONRoundTripTests {
  @Test("a value that is written is read as the same", arguments: [1, 2, 3] as [UInt64])
  func roundTrip(seed: UInt64) throws {
    var random = Random(state: seed)
    for _ in 0..<300 {
      let tree = Tree(&random, depth: 4)
      var json = JSONText()
      tree.write(to: &json)
      let document = try JSONDocument(json.bytes, Limits.plain)
      let read = Tree(document, at: 0)
      #expect(read == tree)
      var again = JSONText()
      read.write(to: &again)
      #expect(again.bytes == json.bytes)
      _ = try JSONSerialization.jsonObject(with: Data(json.bytes), options: .fragmentsAllowed)
    }
  }

  @Test(
    "random bytes never crash the reader; what it takes Foundation takes",
    arguments: [4, 5, 6] as [UInt64])
  func randomBytes(seed: UInt64) {
    var random = Random(state: seed)
    let words =
      [
        "{", "}", "[", "]", "\"", ":", ",", "\\", "u", "0", "1", "e", ".", "-", "true", "null", " ",
        "é",
        "\u{1F642}", "\\ud83d", "\"a\":", "\"b\"", "\n",
      ].map { Array($0.utf8) } + [[0xFF], [0xED, 0xA0, 0x80], [0x00]]
    for _ in 0..<3_000 {
      var bytes: [UInt8] = []
      for _ in 0..<Int(random.next(below: 12)) { bytes += words[random.next(below: words.count)] }
      for limits in [
        Limits.plain,
        JSONLimits(depth: .values(3), surrogates: .replaced, duplicates: .listed, numbers: .any),
      ] {
        guard let document = try? JSONDocument(bytes, limits) else { continue }
        _ = Tree(document, at: 0)
        let oracle = try? JSONSerialization.jsonObject(
          with: Data(bytes), options: .fragmentsAllowed)
        if limits == Limits.plain {
          #expect(oracle != nil, "\(String(decoding: bytes, as: UTF8.self))")
        }
      }
    }
  }

  @Test("what is escaped is what has to be, and nothing else")
  func escapes() {
    let text = JSONText { $0.string("\"\\/\u{8}\u{C}\n\r\t\u{0}\u{1F}\u{7F}é🙂\u{2028}") }
    #expect(
      String(decoding: text.bytes, as: UTF8.self)
        == "\"\\\"\\\\/\\u0008\\u000c\\n\\r\\t\\u0000\\u001f\u{7F}é🙂\u{2028}\"")
  }

  @Test(
    "numbers are the shortest that read back",
    arguments: [
      (0.1, "0.1"), (1, "1"), (-0.0, "0"), (1e21, "1e+21"), (1e300, "1e+300"), (.infinity, "null"),
      (.nan, "null"), (9_007_199_254_740_992, "9007199254740992"), (-2.5, "-2.5"),
    ] as [(Double, String)])
  func numbers(number: Double, text: String) {
    #expect(String(decoding: JSONText { $0.number(number) }.bytes, as: UTF8.self) == text)
  }
}

/// Any JSON value.
private indirect enum Tree: Equatable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case number(Double)
  case text([UInt8])
  case list([Tree])
  case object([Member])

  struct Member: Equatable {
    let name: [UInt8]
    let value: Tree
  }

  init(_ random: inout Random, depth: Int) {
    switch random.next(below: depth == 0 ? 5 : 7) {
    case 0: self = .null
    case 1: self = .boolean(random.next(below: 2) == 0)
    case 2:
      self = .integer(Int64(bitPattern: random.next()) >> Int64(random.next(below: 63)))
    case 3:
      let number = Double(bitPattern: random.next())
      self = number.isFinite && Int64(exactly: number) == nil ? .number(number) : .number(0.5)
    case 4: self = .text(random.text())
    case 5: self = .list((0..<random.next(below: 5)).map { _ in Tree(&random, depth: depth - 1) })
    default:
      let count = random.next(below: 10) == 0 ? 40 : random.next(below: 5)
      self = .object(
        (0..<count).map { index in
          Member(name: random.text() + Array("\(index)".utf8), value: Tree(&random, depth: 0))
        })
    }
  }

  init(_ document: JSONDocument, at index: Int) {
    let node = document.nodes[index]
    switch node.kind {
    case .null: self = .null
    case .true: self = .boolean(true)
    case .false: self = .boolean(false)
    case .string, .escapedString:
      self = .text(document.utf8(node))
    case .integer, .decimal:
      switch document.number(node) {
      case .integer(let number): self = .integer(number)
      case .number(let number): self = .number(number)
      }
    case .array: self = .list(document.elements(of: index).map { Tree(document, at: $0) })
    case .object:
      self = .object(
        document.names(of: index).map { name in
          Member(
            name: Array(document.string(document.nodes[name]).utf8),
            value: Tree(document, at: name + 1))
        })
    }
  }

  func write(to json: inout JSONText) {
    switch self {
    case .null: json.raw("null")
    case .boolean(let value): json.boolean(value)
    case .integer(let number): json.integer(number)
    case .number(let number): json.number(number)
    case .text(let text): json.string(String(decoding: text, as: UTF8.self))
    case .list(let items): json.list(items) { $1.write(to: &$0) }
    case .object(let members):
      json.raw("{")
      for (index, member) in members.enumerated() {
        if index > 0 { json.raw(",") }
        json.string(String(decoding: member.name, as: UTF8.self))
        json.raw(":")
        member.value.write(to: &json)
      }
      json.raw("}")
    }
  }
}

/// Knuth's MMIX generator.
private struct Random {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 29
  }

  mutating func next(below bound: Int) -> Int { Int((next() >> 33) % UInt64(bound)) }

  /// Any characters, those that need escapes more often than others.
  mutating func text() -> [UInt8] {
    let special: [Unicode.Scalar] = [
      "\"", "\\", "/", "\n", "\u{0}", "\u{1F}", "é", "\u{2028}", "🙂",
    ]
    var text = String.UnicodeScalarView()
    for _ in 0..<next(below: 20) {
      let any = Unicode.Scalar(UInt32(next(below: 0x11_0000))) ?? "x"
      text.append(next(below: 3) == 0 ? any : special[next(below: special.count)])
    }
    return Array(String(text).utf8)
  }
}

import PaywallTextCoding
import Testing

@Suite("Limits of a JSON reader")
struct JSONLimitsTests {
  /// The depths that readers of this package have.
  @Test("levels of objects and arrays", arguments: [1, 16, 32, 64, 128])
  func containers(most: Int) {
    let limits = JSONLimits(depth: .containers(most))
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
      let nested = { (depth: Int, core: String) in
        String(repeating: open, count: depth) + core + String(repeating: close, count: depth)
      }
      #expect(read(nested(most, "1"), limits) == nil)
      #expect(read(nested(most - 1, "[]"), limits) == nil)
      let mistake = read(nested(most, "[]"), limits)
      #expect(mistake?.kind == .tooDeep && mistake?.offset == most * open.utf8.count)
    }
  }

  @Test("levels that count what is in the innermost one", arguments: [1, 2, 16])
  func values(most: Int) {
    let limits = JSONLimits(depth: .values(most))
    let nested = { (depth: Int, core: String) in
      String(repeating: "[", count: depth) + core + String(repeating: "]", count: depth)
    }
    #expect(read(nested(most, ""), limits) == nil)
    #expect(read(nested(most - 1, "1"), limits) == nil)
    let mistake = read(nested(most, "1"), limits)
    #expect(mistake?.kind == .tooDeep && mistake?.offset == most)
  }

  @Test("values, counting objects, arrays and what is in them, but no names")
  func count() {
    let limits = JSONLimits(depth: .containers(9), values: 4)
    for text in ["[1,2,3]", #"{"a":1,"b":2,"c":3}"#, "[[[[]]]]", #"{"a":[1,2]}"#] {
      #expect(read(text, limits) == nil, "\(text)")
    }
    let mistake = read("[1,2,3, 4]", limits)
    #expect(mistake?.kind == .tooManyValues && mistake?.offset == 8)
    #expect(read(#"{"a":[1,2],"b":0}"#, limits)?.kind == .tooManyValues)
    #expect(read("[1,2,3,", limits)?.kind == .tooManyValues)
  }

  @Test("members of one object, be they few or many", arguments: [1, 31, 32, 33, 128])
  func members(most: Int) {
    let limits = JSONLimits(depth: .containers(9), members: most)
    let object = { (count: Int) in
      "{\((0..<count).map { "\"\($0)\":0" }.joined(separator: ","))}"
    }
    #expect(read("[\(object(most)),\(object(most))]", limits) == nil)
    #expect(read(object(most + 1), limits)?.kind == .tooManyMembers)
  }

  @Test("bytes of a string, as it is written")
  func strings() {
    let limits = JSONLimits(depth: .containers(9), stringBytes: 6)
    for text in [#""123456""#, #""\u0061""#, "\"日本\"", #"{"abcdef":1}"#] {
      #expect(read(text, limits) == nil, "\(text)")
    }
    for text in [#""1234567""#, #""\u0061b""#, "\"日本語\"", #"{"abcdefg":1}"#] {
      #expect(read(text, limits)?.kind == .stringTooLong, "\(text)")
    }
  }

  @Test(
    "halves of pairs become U+FFFD, one each, where they are not refused",
    arguments: [
      (#"\ud800"#, "\u{FFFD}"), (#"\udc00"#, "\u{FFFD}"), (#"a\ud800b"#, "a\u{FFFD}b"),
      (#"\ud800\ud800"#, "\u{FFFD}\u{FFFD}"), (#"\ud800\ud83d\ude42"#, "\u{FFFD}🙂"),
      (#"\udc00\ud800"#, "\u{FFFD}\u{FFFD}"), (#"\ud800\n"#, "\u{FFFD}\n"),
      (#"\ud800\u0041"#, "\u{FFFD}A"), (#"\ud83d\ude42"#, "🙂"),
    ])
  func surrogates(written: String, text: String) throws {
    let lenient = JSONLimits(depth: .containers(9), surrogates: .replaced)
    let document = try JSONDocument(Array("\"\(written)\"".utf8), lenient)
    #expect(document.string(document.nodes[0]) == text)
    #expect((read("\"\(written)\"", Limits.plain) == nil) == (text == "🙂"))
  }

  @Test("an escape that is none is refused even so")
  func brokenSurrogates() {
    let lenient = JSONLimits(depth: .containers(9), surrogates: .replaced)
    for text in [#""\ud800\u""#, #""\ud800\u00""#, #""\ud80""#, #""\ud800\x""#, #""\ud8"#] {
      #expect(read(text, lenient) != nil, "\(text)")
    }
  }

  /// Beyond 32 names another way of comparing them begins.
  @Test("names that come twice are refused or listed", arguments: [1, 2, 31, 32, 33, 34, 100])
  func duplicates(count: Int) throws {
    let names = (0..<count).map { "\"a name of more than eight bytes \($0)\":0" }
    for twice in [0, count / 2, count - 1] {
      for name in [names[twice], names[twice].replacing("a name", with: "\\u0061 name")] {
        let text = "{\((names + [name]).joined(separator: ","))}"
        guard case .duplicate(let found)? = read(text, Limits.plain)?.kind else {
          Issue.record("taken: \(name)")
          continue
        }
        #expect(found == "a name of more than eight bytes \(twice)")
        let listing = JSONLimits(depth: .containers(9), duplicates: .listed)
        let document = try JSONDocument(Array(text.utf8), listing)
        #expect(document.duplicates == [2 * count + 1])
      }
    }
  }

  @Test("names of other objects do not count, nor do names that only look alike")
  func noDuplicates() {
    let long = (0..<30).map { "\"beginning\($0)and the same end\":0" }
    for text in [
      #"{"a":{"a":{"a":1}},"b":[{"a":1},{"a":1}]}"#, #"[{"a":1},{"a":1}]"#,
      #"{"":1," ":2,"a":3,"A":4,"aa":5,"\u0000":6}"#, "{\(long.joined(separator: ","))}",
    ] {
      #expect(read(text, Limits.plain) == nil, "\(text)")
    }
  }

  private func read(_ text: String, _ limits: JSONLimits) -> JSONMistake? {
    do throws(JSONMistake) {
      _ = try JSONDocument(Array(text.utf8), limits)
      return nil
    } catch {
      return error
    }
  }
}

import BundleWriting
import PaywallBundles
import PaywallCatalog
import Serving
import TestSupport
import Testing

@Suite struct PayloadProblemTests {
  private static let small = """
    {"format":1,"release":"00","bundleId":"a","environments":[],"locales":["en"],"attributes":[],\
    "subscriptionAttributes":[],"audiences":{},"placements":{"p":{"id":"p","rules":[],"default":null}},\
    "fallback":null,"layers":{},"experiments":{},"paywalls":{},"products":{},"groups":[],"offers":{},\
    "partialPlacements":[]}
    """

  private func problem(_ text: String) -> BundleProblem? {
    do throws(BundleProblem) {
      _ = try PublishedSnapshot(bundleJSON: Array(text.utf8))
      return nil
    } catch {
      return error
    }
  }

  @Test func `members of the future are passed over`() {
    let text = Self.small.replacing(#"{"format":1"#, with: #"{"soon":[{"x":1e3}],"format":1"#)
      .replacing(#"{"id":"p""#, with: #"{"id":"p","mood":"blue""#)
    #expect(problem(text) == nil)
  }

  @Test(arguments: [
    ("1000", "500", "2026-12-08T09:00:00Z"), ("500", "1000", "2026-12-01T09:00:00Z"),
  ])
  func `steps of traffic that do not grow are no traffic`(
    first: String, second: String, from: String
  ) {
    func steps(_ first: String, _ second: String, _ from: String) -> String {
      let experiment =
        #"{"id":"e","status":"draft","phase":1,"placements":["p"],"traffic":0,"trafficSteps":["#
        + #"{"from":"2026-12-01T09:00:00Z","share":\#(first)},"#
        + #"{"from":"\#(from)","share":\#(second)}],"unit":"visitor","variants":[],"#
        + #""whilePaused":"control","after":"keep","excludeEarlierPhases":true,"#
        + #""visibility":"public"}"#
      return Self.small.replacing(
        #""experiments":{}"#, with: #""experiments":{"e":\#(experiment)}"#)
    }
    #expect(problem(steps("500", "1000", "2026-12-08T09:00:00Z")) == nil)
    let found = problem(steps(first, second, from))
    #expect(found?.code == .badValue && found?.path == "/experiments/e/trafficSteps")
  }

  @Test(arguments: [
    (#""format":1"#, #""format":2"#, BundleProblem.Code.newerFormat, "/format"),
    (#""format":1"#, #""format":0"#, .badValue, "/format"),
    (#""format":1"#, #""format":"1""#, .wrongType, "/format"),
    (#""format":1,"#, "", .missingMember, ""),
    (#""environments":[]"#, #""environments":["moon"]"#, .badValue, "/environments/0"),
    (#""default":null"#, #""default":7"#, .wrongType, "/placements/p/default"),
    (#""id":"p""#, #""id":"q""#, .badValue, "/placements"),
    (#""rules":[]"#, #""rules":[{"show":null}]"#, .missingMember, "/placements/p/rules/0"),
    (
      #""rules":[]"#, #""rules":[{"show":null,"audience":{"audience":"x","not":{"all":[]}}}]"#,
      .badValue, "/placements/p/rules/0/audience"
    ),
    (
      #""rules":[]"#,
      #""rules":[{"show":null,"audience":{"attribute":"a","is":[{"near":1}]}}]"#,
      .badValue, "/placements/p/rules/0/audience/is/0"
    ),
    (#""layers":{}"#, #""layers":{},"layers":{}"#, .duplicateMember, ""),
    (#""groups":[]"#, #""groups":{}"#, .wrongType, "/groups"),
    (
      #""layers":{}"#, #""layers":{},"holdout":{"share":10001,"seed":"x"}"#, .badValue,
      "/holdout/share"
    ),
    (#""release":"00""#, #""release":"\ud800""#, .notJSON, ""),
    (#""release":"00""#, "\"release\":\"\u{1}\"", .notJSON, ""),
    (#""format":1"#, #""format":1e400"#, .badValue, ""),
    ("}]", "}] ", .notJSON, ""),
  ])
  func `a mistake has a code and a place`(
    old: String, new: String, code: BundleProblem.Code, path: String
  ) {
    let text = old == "}]" ? Self.small + "x" : Self.small.replacing(old, with: new)
    let problem = problem(text)
    #expect(problem?.code == code)
    #expect(problem?.path == path)
  }

  @Test func `invalid UTF-8 is told with its offset`() {
    var bytes = Array(Self.small.utf8)
    bytes[30] = 0xC3
    #expect(throws: BundleProblem(.notUTF8, offset: 30, "This byte is not valid UTF-8.")) {
      try PublishedSnapshot(bundleJSON: bytes)
    }
  }

  @Test(arguments: ["[", "{\"a\":", "[[],", "{\"not\":"])
  func `deep nesting is refused`(opening: String) {
    let deep = String(repeating: opening, count: 100_000)
    #expect(problem(deep)?.code == .tooDeep)
    #expect(problem(#"{"format":1,"x":"# + deep)?.code == .tooDeep)
  }

  @Test func `a damaged text is a problem or another snapshot, never a crash`() {
    var numbers = SplitMix(state: 14)
    let repeats = rounds(4, all: 20)
    var refused = 0
    for _ in 0..<repeats {
      let bytes = PublishedSnapshot(numbers.snapshot()).bundleJSON
      for _ in 0..<150 {
        var damaged = bytes
        switch numbers.below(4) {
        case 0: damaged.removeLast(1 + numbers.below(bytes.count))
        case 1: damaged[numbers.below(bytes.count)] ^= UInt8(1 + numbers.below(255))
        case 2:
          let start = numbers.below(bytes.count)
          damaged.removeSubrange(start..<min(bytes.count, start + 1 + numbers.below(30)))
        default: damaged = swapping(bytes, &numbers)
        }
        do throws(BundleProblem) {
          _ = try PublishedSnapshot(bundleJSON: damaged)
        } catch {
          refused += 1
          #expect((0...damaged.count).contains(error.offset))
        }
      }
    }
    #expect(refused > 75 * repeats)
  }

  /// Another type, or an absurd value, instead of a string or a number.
  private func swapping(_ bytes: [UInt8], _ numbers: inout SplitMix) -> [UInt8] {
    let values = [
      "null", "true", "[]", "{}", "-1", "1e308", "9223372036854775807", "-9223372036854775808",
      "\"\"", "0.5", "[[]]", "{\"start\":5,\"end\":1}",
      "{\"months\":20000000,\"days\":10000000,\"seconds\":4000000000}",
    ]
    let colons = bytes.indices.filter { bytes[$0] == UInt8(ascii: ":") }
    let start = colons[numbers.below(colons.count)] + 1
    var end = start
    while end < bytes.count, ![0x2C, 0x7D, 0x5D].contains(bytes[end]) { end += 1 }
    return bytes[..<start] + Array(numbers.pick(values).utf8) + bytes[end...]
  }
}

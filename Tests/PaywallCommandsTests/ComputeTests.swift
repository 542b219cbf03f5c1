import Foundation
import Testing

@testable import CommandSupport
@testable import PaywallCommands

/// `experiment compute` against the results of GrowthBook's gbstats for 504 comparisons: the
/// vectors that `oracle.py` writes, given to the command as a file of sums and read back from its
/// JSON.
@Suite struct ComputeTests {
  private typealias Members = [String: Any]

  private static func vectors() throws -> [Members] {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = tests.appending(path: "ExperimentResultsTests/Vectors/gbstats.json")
    let all = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? Members
    return try #require(all?["comparisons"] as? [Members])
  }

  /// Returns the input that an analyst would write for a case.
  private static func input(_ vector: Members, isFlat: Bool) throws -> Members {
    let kind = try #require(vector["kind"] as? String)
    let prior = try #require(vector["prior"] as? [Double])
    let isLower = try #require(vector["inverse"] as? Bool)
    return [
      "kind": ["adjusted": "mean", "adjustedRatio": "ratio"][kind] ?? kind,
      "direction": isLower ? "lowerIsBetter" : "higherIsBetter",
      "alpha": vector["alpha"] ?? NSNull(), "tuning": vector["tuning"] ?? NSNull(),
      "prior": isFlat ? NSNull() : ["mean": prior[0], "deviation": prior[1]] as Any,
      "control": vector["control"] ?? NSNull(), "variant": vector["variant"] ?? NSNull(),
    ]
  }

  private static func answers(_ inputs: [Members]) throws -> [Members] {
    let data = try JSONSerialization.data(withJSONObject: inputs)
    let answer = try JSONEncoder().encode(ExperimentCompute.answer(to: data))
    return try #require(try JSONSerialization.jsonObject(with: answer) as? [Members])
  }

  private static func number(_ members: Members?, _ path: String...) -> Double? {
    var value: Any? = members
    for name in path {
      if let index = Int(name) {
        value = (value as? [Any]).flatMap { $0.indices.contains(index) ? $0[index] : nil }
      } else {
        value = (value as? Members)?[name]
      }
    }
    return value as? Double
  }

  /// True within 1e-9 of the expected number; gbstats takes 1 − Φ, which is exact to the last bit
  /// of 1 alone.
  private static func isEqual(_ found: Double?, _ expected: Double?, scale: Double = 0) -> Bool {
    guard let found, let expected else { return found == nil && expected == nil }
    return abs(found - expected) <= 1e-9 * max(abs(expected), scale)
  }

  @Test func `every number of a comparison is that of gbstats`() throws {
    let vectors = try Self.vectors()
    #expect(vectors.count >= 400)
    let flat = try Self.answers(vectors.map { try Self.input($0, isFlat: true) })
    let believed = try Self.answers(vectors.map { try Self.input($0, isFlat: false) })
    var wrong: [String] = []
    for (index, vector) in vectors.enumerated() {
      let said = vector["source"] as? Members
      let name = vector["difference"] as? String == "relative" ? "relative" : "absolute"
      let found = flat[index][name] as? Members
      let fixed = said?["fixed"] as? Members
      guard fixed?["gap"] is NSNull || fixed?["gap"] == nil else {
        if found != nil || flat[index]["gap"] == nil { wrong.append("\(index) gap") }
        continue
      }
      func compare(_ value: Double?, _ expected: Double?, _ what: String, scale: Double = 0) {
        if !Self.isEqual(value, expected, scale: scale) {
          wrong.append("\(index) \(what): \(value as Any), not \(expected as Any)")
        }
      }
      compare(Self.number(found, "estimate"), Self.number(said, "fixed", "estimate"), "estimate")
      compare(Self.number(found, "standardError"), Self.number(said, "fixed", "error"), "error")
      for (own, theirs) in [
        ("fixed", "fixed"), ("fixedAtLeast", "atLeast"), ("fixedAtMost", "atMost"),
        ("sequential", "sequential"), ("sequentialAtLeast", "sequentialAtLeast"),
        ("sequentialAtMost", "sequentialAtMost"),
      ] {
        for (end, place) in [("lower", "0"), ("upper", "1")] {
          compare(
            Self.number(found, own, end), Self.number(said, theirs, "interval", place),
            "\(own) \(end)")
        }
      }
      for (own, theirs) in [
        ("p", "fixed"), ("pAtMostZero", "atLeast"), ("pAtLeastZero", "atMost"),
        ("sequentialP", "sequential"),
      ] {
        let expected = Self.number(said, theirs, "p")
        compare(Self.number(found, own), expected, own, scale: (expected ?? 1) < 1e-6 ? 1e-6 : 0)
      }
      for (answer, theirs) in [(flat[index], "flat"), (believed[index], "believed")] {
        let own = (answer[name] as? Members)?["posterior"] as? Members
        let chance = Self.number(said, theirs, "chanceToWin")
        let deviation = Self.number(said, theirs, "deviation") ?? 0
        compare(Self.number(own, "mean"), Self.number(said, theirs, "mean"), "\(theirs) mean")
        compare(Self.number(own, "deviation"), deviation, "\(theirs) deviation")
        compare(
          Self.number(own, "chanceToWin"), chance, "\(theirs) chance",
          scale: (chance ?? 1) < 1e-6 ? 1e-6 : 0)
        for (risk, place) in [("riskOfControl", "0"), ("riskOfVariant", "1")] {
          compare(
            Self.number(own, risk), Self.number(said, theirs, "risk", place), "\(theirs) \(risk)",
            scale: 1e-6 * deviation)
        }
      }
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(5).joined(separator: "; "))")
  }

  /// 0 of 100 against 10 of 100: with no effect both have 5 %, so one person's variance is 0.05 × 0.95, and
  /// the squared error of the difference 0.0475 × (1/100 + 1/100) = 0.00095.
  @Test func `a control that sells nothing is compared with the variance of no effect`() throws {
    let sums = { (bought: Int) -> Members in ["n": 100, "sum": bought, "squares": bought] }
    let answer = try Self.answers([
      ["kind": "proportion", "control": sums(0), "variant": sums(10)]
    ])[0]
    #expect(answer["relative"] == nil && answer["gap"] != nil)
    let error = try #require(Self.number(answer, "pooled", "standardError"))
    #expect(abs(error * error - 0.00095) < 1e-12)
    #expect(Self.number(answer, "pooled", "estimate") == 0.1)
  }

  @Test(arguments: [
    #"{"kind": "share", "control": {"n": 1, "sum": 1}, "variant": {"n": 1, "sum": 1}}"#,
    #"{"kind": "mean", "control": {"n": -1, "sum": 1}, "variant": {"n": 1, "sum": 1}}"#,
    #"{"kind": "mean", "control": {"sum": 1}, "variant": {"n": 1, "sum": 1}}"#,
    #"{"kind": "mean", "control": {"n": 1, "sum": "1.5"}, "variant": {"n": 1, "sum": 1}}"#,
    #"[{"kind": "mean"}]"#, "sums", "",
  ])
  func `what is no comparison is refused with what is wrong`(text: String) {
    #expect(throws: Failure.self) { try ExperimentCompute.answer(to: Data(text.utf8)) }
  }
}

import Foundation
import PaywallDecisions
import Testing

struct BucketTests {
  @Test(
    "fnv32a hashes UTF-16 code units, as DecisionRules.md § 3 has them",
    arguments: [
      ("", 2_166_136_261 as UInt32), ("a", 3_826_002_220), ("foobar", 3_214_735_720),
      ("é", 1_812_687_940), ("🙂", 2_368_824_094),
    ])
  func checkValues(text: String, hash: UInt32) {
    #expect(Bucket.fnv32a(text) == hash)
  }

  @Test(
    "The worked values of DecisionRules.md § 3",
    arguments: [
      ("paywall-onboarding", "user-1", 3470), ("paywall-onboarding", "user-2", 2660),
      ("paywall-onboarding", "user-3", 7301), ("paywall-onboarding", "zo\u{EB}", 3684),
      ("paywall-onboarding", "user-🙂", 5440),
      ("51c0e8d2", "user-7", 759), ("7f3a9c21", "user-7", 7271), ("4be01a77", "user-7", 8893),
      ("51c0e8d2", "user-15", 3768), ("7f3a9c21", "user-15", 1803), ("4be01a77", "user-15", 7676),
    ])
  func workedValues(seed: String, unit: String, bucket: Int) {
    #expect(Bucket.of(unit, seed: seed) == bucket)
  }

  @Test("An id is not normalised: two spellings of one text are two units")
  func spelling() {
    #expect(Bucket.of("zo\u{EB}", seed: "s") != Bucket.of("zoe\u{308}", seed: "s"))
    #expect(HashedUnit("zo\u{EB}") != HashedUnit("zoe\u{308}"))
  }

  @Test(
    "Many draws at once are the draws one by one", arguments: ["sim-000", "", "zo\u{EB}-", "🙂"])
  func series(prefix: String) {
    let seed = Bucket.Seed("paywall-onboarding")
    let buckets = Bucket.Series(seed, prefix: prefix).buckets(ofSuffixes: Array(0..<10_000))
    for number in Array(stride(from: 0, to: 10_000, by: 37)) + [9_999] {
      let digits = String(number)
      let unit = prefix + String(repeating: "0", count: 4 - digits.count) + digits
      #expect(Int(buckets[number]) == Bucket.of(unit, seed: seed.text))
    }
  }

  @Test("The hash cases of GrowthBook, version 2", arguments: try Vectors.load().hash)
  func growthBookHash(vector: Vectors.Hash) {
    #expect(Bucket.of(vector.unit, seed: vector.seed) == Int((vector.expected * 10_000).rounded()))
  }

  @Test(
    "The chooseVariation cases of GrowthBook", arguments: try Vectors.load().chooseVariation)
  func growthBookChoose(vector: Vectors.Choose) {
    let bucket = Int((vector.number * 10_000).rounded())
    let ranges = vector.ranges.map { range in
      Int((range[0] * 10_000).rounded())..<Int((range[1] * 10_000).rounded())
    }
    #expect(Bucket.choose(bucket, among: ranges) ?? -1 == vector.expected)
  }
}

/// The sections of GrowthBook's cases.json that are ours (MIT, © GrowthBook, Inc.).
struct Vectors: Decodable {
  let hash: [Hash]
  let chooseVariation: [Choose]

  struct Hash: Decodable, Sendable {
    let seed: String
    let unit: String
    let expected: Double

    init(from decoder: any Decoder) throws {
      var items = try decoder.unkeyedContainer()
      seed = try items.decode(String.self)
      unit = try items.decode(String.self)
      _ = try items.decode(Int.self)
      expected = try items.decode(Double.self)
    }
  }

  struct Choose: Decodable, Sendable {
    let name: String
    let number: Double
    let ranges: [[Double]]
    let expected: Int

    init(from decoder: any Decoder) throws {
      var items = try decoder.unkeyedContainer()
      name = try items.decode(String.self)
      number = try items.decode(Double.self)
      ranges = try items.decode([[Double]].self)
      expected = try items.decode(Int.self)
    }
  }

  static func load() throws -> Vectors {
    let file = Bundle.module.url(forResource: "Vectors/growthbook", withExtension: "json")
    return try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: #require(file)))
  }
}

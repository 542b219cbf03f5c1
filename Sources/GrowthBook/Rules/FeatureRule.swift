import PaywallCatalog
import PaywallTextCoding

/// One rule of a feature: the first that matches a visitor decides.
struct FeatureRule {
  var condition: Formula
  var filters: [Filter] = []
  var effect: Effect

  enum Effect {
    case show(Show)
    /// A draw with the buckets that are open now.
    case draw(Experiment, [VariantRange], by: HashedAttribute)
  }

  /// The buckets of an attribute under a seed that pass.
  struct Filter {
    let seed: String
    let attribute: HashedAttribute
    let buckets: Range<Int>
  }
}

/// The attributes that can be hashed.
enum HashedAttribute: String {
  case userId, anonymousId

  /// It was sent, and can be hashed.
  var isSent: Formula { .test(rawValue, .identifier) }

  /// It was not sent, or is empty, which is the same.
  var isMissing: Formula {
    .disjunction([.test(rawValue, .exists(false)), .test(rawValue, .equal(""))])
  }

  /// It was sent, but cannot be hashed.
  var isUnreadable: Formula {
    .conjunction([.test(rawValue, .exists(true)), .test(rawValue, .not(.type("string")))])
  }
}

extension JSONMembers {
  /// - Parameter value: the JSON of the value.
  init(_ rule: FeatureRule, at placement: String, value: (Show) -> [UInt8]) {
    self.init()
    switch rule.effect {
    case .show(let show): json("force") { $0.raw(value(show)) }
    case .draw(let experiment, let ranges, let attribute):
      draw(experiment, ranges, by: attribute, at: placement, value: value)
    }
    if case .always = rule.condition {
    } else {
      object("condition", JSONMembers(rule.condition))
    }
    if !rule.filters.isEmpty { objects("filters", rule.filters.map { JSONMembers($0) }) }
  }

  private init(_ filter: FeatureRule.Filter) {
    self.init()
    text("seed", filter.seed)
    number("hashVersion", 2)
    text("attribute", filter.attribute.rawValue)
    json("ranges") { $0.list([filter.buckets]) { $0.range($1) } }
  }

  /// An experiment by its seed and its open ranges; shares and traffic are in the ranges already.
  /// Phases are versions of GrowthBook's own records, for apps that keep some.
  private mutating func draw(
    _ experiment: Experiment, _ ranges: [VariantRange], by attribute: HashedAttribute,
    at placement: String, value: (Show) -> [UInt8]
  ) {
    text("key", experiment.id)
    text("name", experiment.id)
    text("phase", String(experiment.phase))
    text("seed", experiment.seed ?? "")
    number("hashVersion", 2)
    text("hashAttribute", attribute.rawValue)
    number("bucketVersion", experiment.phase)
    number("minBucketVersion", experiment.excludeEarlierPhases ? experiment.phase : nil)
    let shows = experiment.variants.map { $0.show(at: placement) }
    // A variant without a paywall at this placement enrols no visitors here.
    json("ranges") { $0.list(zip(ranges, shows)) { $0.range($1.1 == nil ? 0..<0 : $1.0.open) } }
    objects(
      "meta", experiment.variants.map { variant in JSONMembers { $0.text("key", variant.name) } })
    json("variations") { $0.list(shows) { $0.raw(value($1 ?? .nothing)) } }
  }
}

extension JSONText {
  fileprivate mutating func range(_ buckets: Range<Int>) {
    list([buckets.lowerBound, buckets.upperBound]) { $0.tenThousandths($1) }
  }

  /// 0…10000 as a decimal of at most four places, which compares exactly with a bucket as a double
  /// or a float.
  private mutating func tenThousandths(_ number: Int) {
    guard number % 10_000 != 0 else { return integer(number / 10_000) }
    var digits = String(number)
    digits = String(repeating: "0", count: 4 - digits.count) + digits
    while digits.last == "0" { digits.removeLast() }
    raw("0.")
    raw(digits.utf8)
  }
}

import PaywallCatalog
import PaywallTextCoding

/// One rule of a feature: the first that matches a visitor decides.
struct FeatureRule {
  var condition: Formula
  var filters: [Filter] = []
  var effect: Effect

  enum Effect {
    case show(Show)
    /// With the buckets that are open now.
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

extension JSONText {
  /// - Parameter value: writes the JSON of the value.
  mutating func rule(
    _ rule: FeatureRule, at placement: String, value: (Show) -> [UInt8]
  ) {
    raw("{")
    switch rule.effect {
    case .show(let show):
      raw("\"force\":")
      raw(value(show))
    case .draw(let experiment, let ranges, let attribute):
      draw(experiment, ranges, by: attribute, at: placement, value: value)
    }
    if case .always = rule.condition {
    } else {
      raw(",\"condition\":")
      formula(rule.condition)
    }
    if !rule.filters.isEmpty {
      raw(",\"filters\":")
      list(rule.filters) { $0.filter($1) }
    }
    raw("}")
  }

  private mutating func filter(_ filter: FeatureRule.Filter) {
    raw("{\"seed\":")
    string(filter.seed)
    raw(",\"hashVersion\":2,\"attribute\":")
    string(filter.attribute.rawValue)
    raw(",\"ranges\":[")
    range(filter.buckets)
    raw("]}")
  }

  /// An experiment by its seed and its open ranges; shares and traffic are in the ranges already.
  /// Phases are versions of GrowthBook's own records, for apps that keep some.
  private mutating func draw(
    _ experiment: Experiment, _ ranges: [VariantRange], by attribute: HashedAttribute,
    at placement: String, value: (Show) -> [UInt8]
  ) {
    raw("\"key\":")
    string(experiment.id)
    raw(",\"name\":")
    string(experiment.id)
    raw(",\"phase\":\"")
    integer(experiment.phase)
    raw("\",\"seed\":")
    string(experiment.seed ?? "")
    raw(",\"hashVersion\":2,\"hashAttribute\":")
    string(attribute.rawValue)
    raw(",\"bucketVersion\":")
    integer(experiment.phase)
    if experiment.excludeEarlierPhases {
      raw(",\"minBucketVersion\":")
      integer(experiment.phase)
    }
    let shows = experiment.variants.map { $0.show(at: placement) }
    raw(",\"ranges\":")
    // A variant without a paywall at this placement enrols no visitors here.
    list(zip(ranges, shows)) { $0.range($1.1 == nil ? 0..<0 : $1.0.open) }
    raw(",\"meta\":")
    list(experiment.variants) { json, variant in
      json.raw("{\"key\":")
      json.string(variant.name)
      json.raw("}")
    }
    raw(",\"variations\":")
    list(shows) { $0.raw(value($1 ?? .nothing)) }
  }

  private mutating func range(_ buckets: Range<Int>) {
    raw("[")
    tenThousandths(buckets.lowerBound)
    raw(",")
    tenThousandths(buckets.upperBound)
    raw("]")
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

import PaywallCatalog
import SystemLibrary

/// One variant's name, how wide it is open, and how many persons it has.
package struct ArmCount: Hashable, Sendable {
  package var variant: String
  /// In buckets: what assignment uses, not the share.
  package var width: Int
  package var units: Int

  package init(variant: String, width: Int, units: Int) {
    self.variant = variant
    self.width = width
    self.units = units
  }
}

extension HealthCheck {
  /// Whether persons are split among the variants as planned. A mismatch that looking often does not
  /// explain breaks a result (`SequentialSampleRatio`); one at a single look is a warning, and nothing is
  /// decided meanwhile. `p` is that of the single look.
  package static func sampleRatio(_ arms: [ArmCount]) -> HealthCheck {
    let (observed, expected) = (arms.map(\.units), arms.map(\.width))
    let ratio = SampleRatio.check(observed: observed, expected: expected)
    guard let atAnyMoment = SequentialSampleRatio.p(observed: observed, expected: expected) else {
      return HealthCheck(.sampleRatio, .unknown, "There are no two variants to compare.")
    }
    let mismatch = "People are not split as planned (\(shares(arms))\(missing(arms)))"
    if atAnyMoment < SampleRatio.threshold {
      return HealthCheck(
        .sampleRatio, .broken, p: ratio.p,
        "\(mismatch); chance does this \(Wording.odds(atAnyMoment)) experiments.")
    }
    switch ratio.verdict {
    case .balanced:
      return HealthCheck(
        .sampleRatio, .healthy, p: ratio.p, "People are split as planned (\(shares(arms))).")
    case .mismatch:
      return HealthCheck(
        .sampleRatio, .warning, p: ratio.p,
        "\(mismatch); chance does this \(Wording.odds(ratio.p)) experiments at one look, and more often where many looks are taken."
      )
    case .tooFewVisitors, .nothingToCompare:
      return HealthCheck(
        .sampleRatio, .unknown, "There are too few people to say how they are split.")
    }
  }

  /// Names the arm with missing persons: the one furthest below what the others let expect.
  private static func missing(_ arms: [ArmCount]) -> String {
    let open = arms.filter { $0.width > 0 }
    let (width, units) = (open.reduce(0) { $0 + $1.width }, open.reduce(0) { $0 + $1.units })
    let expected = open.filter { $0.width < width }.map { arm in
      (arm, Double(units - arm.units) * Double(arm.width) / Double(width - arm.width))
    }
    guard
      let (arm, full) = expected.min(by: {
        Double($0.0.units) * $1.1 < Double($1.0.units) * $0.1
      }), full > Double(arm.units)
    else { return "" }
    return ": \(Wording.count(full - Double(arm.units))) are missing in \(arm.variant)"
  }

  /// The worst of many groups, such as days or storefronts, corrected for their number: each group is
  /// a test of its own, of which one in a thousand is a mismatch by chance. A warning: the whole can
  /// be balanced all the same.
  package static func sampleRatio(
    _ kind: Kind, groups: [(subject: String, arms: [ArmCount])]
  ) -> HealthCheck {
    var tests = 0
    var worst: (p: Double, subject: String, arms: [ArmCount])?
    for (subject, arms) in groups {
      let ratio = SampleRatio.check(observed: arms.map(\.units), expected: arms.map(\.width))
      guard ratio.verdict == .balanced || ratio.verdict == .mismatch else { continue }
      tests += 1
      if ratio.p < worst?.p ?? .infinity { worst = (ratio.p, subject, arms) }
    }
    guard let worst else { return HealthCheck(kind, .unknown, "No group has enough people.") }
    let p = min(1, worst.p * Double(tests))
    guard p < SampleRatio.threshold else {
      return HealthCheck(kind, .healthy, p: p, "Every group is split as planned.")
    }
    return HealthCheck(
      kind, .warning, subject: worst.subject, p: p,
      "\(people(worst.subject).capitalizedFirst) are not split as planned (\(shares(worst.arms))).")
  }

  /// A variant from which nothing comes, although something should: exposures soon after a start, or
  /// purchases while the others have many. With a share w of what is expected, the other variants' n
  /// events alone have the probability (1 − w)ⁿ.
  ///
  /// - Parameter events: what is counted, for the sentence: `exposures`, `purchases`.
  package static func silentVariant(_ arms: [ArmCount], events: String) -> HealthCheck {
    let open = arms.filter { $0.width > 0 }
    let width = open.reduce(0.0) { $0 + Double($1.width) }
    let count = open.reduce(0.0) { $0 + Double($1.units) }
    guard open.count > 1, count > 0 else {
      return HealthCheck(.silentVariant, .unknown, "There are no \(events) yet.")
    }
    let silent = open.filter { $0.units == 0 }.map { arm in
      (arm.variant, min(1, exp(count * log1p(-Double(arm.width) / width)) * Double(open.count)))
    }
    guard let worst = silent.min(by: { $0.1 < $1.1 }) else {
      return HealthCheck(.silentVariant, .healthy, "All variants have \(events).")
    }
    let (variant, p) = worst
    guard p < SampleRatio.threshold else {
      return HealthCheck(
        .silentVariant, .unknown, subject: variant, p: p,
        "Variant '\(variant)' has no \(events) yet, which may be chance.")
    }
    return HealthCheck(
      .silentVariant, .broken, subject: variant, p: p,
      "Variant '\(variant)' has no \(events), and the others have \(Wording.count(count)).")
  }

  /// Whether the arms were alike before the exposure: Welch's test of the difference of what persons
  /// had spent, corrected for the number of comparisons.
  package static func preExposureBalance(
    control: Moments, variants: [(variant: String, moments: Moments)]
  ) -> HealthCheck {
    let before = variants.compactMap { variant, moments -> (String, Double)? in
      Comparison(.mean, control: control.covariate, variant: moments.covariate)
        .absolute.map { (variant, $0.p) }
    }
    guard let worst = before.min(by: { $0.1 < $1.1 }) else {
      return HealthCheck(
        .preExposureBalance, .unknown, "Too little is known of the time before the exposure.")
    }
    let p = min(1, worst.1 * Double(before.count))
    guard p < SampleRatio.threshold else {
      return HealthCheck(
        .preExposureBalance, .healthy, p: p, "Variants were alike before the exposure.")
    }
    return HealthCheck(
      .preExposureBalance, .broken, subject: worst.0, p: p,
      "People of variant '\(worst.0)' had spent otherwise than the control's before the exposure.")
  }

  /// `storefront=USA` as `people of storefront USA`, and `new=false` as `returning people`.
  private static func people(_ subject: String) -> String {
    let parts = subject.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, let dimension = ResultDimension(rawValue: parts[0]) else {
      return "people of \(subject)"
    }
    let label = dimension.label(parts[1])
    return dimension == .new ? label : "people of \(label)"
  }

  private static func shares(_ arms: [ArmCount]) -> String {
    arms.filter { $0.width > 0 }.map { "\($0.variant) \(Wording.count($0.units))" }.joined(
      separator: ", ")
  }
}

extension Moments {
  /// The covariate as a value of its own.
  fileprivate var covariate: Moments {
    Moments(units: units, sum: covariateSum, squares: covariateSquares)
  }
}

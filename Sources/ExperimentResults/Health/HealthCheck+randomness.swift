#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

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
  /// Whether persons are distributed among the variants as intended. `p` is that of the usual test for
  /// a single look; only a mismatch that looking often does not explain breaks a result
  /// (`SequentialSampleRatio`).
  package static func sampleRatio(_ arms: [ArmCount]) -> HealthCheck {
    let (observed, expected) = (arms.map(\.units), arms.map(\.width))
    let ratio = SampleRatio.check(observed: observed, expected: expected)
    let counts = shares(arms)
    switch ratio.verdict {
    case .balanced:
      return HealthCheck(
        .sampleRatio, .healthy, p: ratio.p, "Persons are distributed as intended (\(counts)).")
    case .mismatch:
      let odds =
        "Persons are not distributed as intended (\(counts)); chance does this in one of \(Wording.odds(ratio.p)) experiments"
      let atAnyMoment = SequentialSampleRatio.p(observed: observed, expected: expected) ?? 1
      guard atAnyMoment < SampleRatio.threshold else {
        return HealthCheck(
          .sampleRatio, .warning, p: ratio.p,
          "\(odds) at one look, and more often where many looks are taken.")
      }
      return HealthCheck(.sampleRatio, .broken, p: ratio.p, "\(odds).")
    case .tooFewVisitors:
      return HealthCheck(
        .sampleRatio, .unknown, "There are too few persons to say how they are distributed.")
    case .nothingToCompare:
      return HealthCheck(.sampleRatio, .unknown, "There are no two variants to compare.")
    }
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
    guard let worst else { return HealthCheck(kind, .unknown, "No group has enough persons.") }
    let p = min(1, worst.p * Double(tests))
    guard p < SampleRatio.threshold else {
      return HealthCheck(kind, .healthy, p: p, "No group is distributed otherwise than intended.")
    }
    return HealthCheck(
      kind, .warning, subject: worst.subject, p: p,
      "Persons of \(worst.subject) are not distributed as intended (\(shares(worst.arms))).")
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
      "Persons of variant '\(worst.0)' had spent otherwise than the control's before the exposure.")
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

import ExperimentResults
import Ledger
import PaywallCatalog

/// The contribution of erased persons to metrics: the values that they had in the windows of the
/// experiment. Persons whose windows were open count as they were decided then, once all persons of
/// their day are mature.
struct ErasedSums {
  /// Persons of a variant with one value.
  fileprivate struct Row {
    var variant: String
    /// The days of the first exposures, one or a week; `nil` where a week had few persons.
    var days: Range<Int64>?
    var value: ErasedValue
    var count: ErasedPersons
  }

  private let rows: [Row]
  /// How many records of a variant have values, whenever they were exposed.
  private let records: [String: Int]
  /// When the first and the last person were exposed, by variant.
  private let ends: [String: ClosedRange<Int64>]
  private let cells: [ErasedCell]
  private let terms: ReportTerms
  /// When the last person of the phase was exposed.
  private let lastAt: Int64
  /// Whether the report is of the past, in which windows were open that have closed since.
  private let isLookBack: Bool

  init(cells: [ErasedCell], terms: ReportTerms, lastAt: Int64, now: Timestamp) {
    self.cells = cells.filter { !$0.hasValues }
    self.terms = terms
    self.lastAt = lastAt
    isLookBack = terms.asOf < now
    let all = cells.filter(\.hasValues).flatMap { cell in
      cell.values.map {
        Row(
          variant: cell.key.variant,
          days: cell.valuesDays.map { Int64($0.lowerBound)..<Int64($0.upperBound) },
          value: $0.key, count: $0.value)
      }
    }
    records = Dictionary(
      all.filter { $0.value.metric == ErasedValue.records }.map {
        ($0.variant, Int(clamping: $0.count.persons))
      }, uniquingKeysWith: +)
    let ends = Dictionary(
      cells.compactMap { cell in cell.exposures.map { (cell.key.variant, $0) } },
      uniquingKeysWith: { left, right in
        min(left.lowerBound, right.lowerBound)...max(left.upperBound, right.upperBound)
      })
    self.ends = ends
    let (asOf, isLookBack) = (terms.asOf.milliseconds, isLookBack)
    rows = all.filter { row in
      // Persons who may have been exposed after the moment of a look back do not count in it.
      let last = row.days.map { $0.lowerBound * Maturity.day } ?? ends[row.variant]?.upperBound
      return !isLookBack || last.map { $0 <= asOf } ?? true
    }
  }

  /// When the first and the last of them were exposed, up to the moment of the report.
  var exposures: ClosedRange<Int64>? {
    let asOf = terms.asOf.milliseconds
    let moments = ends.values.flatMap { [$0.lowerBound, $0.upperBound] }.filter { $0 <= asOf }
    guard let first = moments.min(), let last = moments.max() else { return nil }
    return first...last
  }

  /// Returns the sums that persons of a variant had spent before.
  func covariates(_ variant: String) -> Moments {
    rows.filter { $0.variant == variant && $0.value.metric == ErasedValue.persons }
      .reduce(Moments()) { $0 + $1.covariates }
  }

  /// Persons who saw several variants.
  var conflicted: Int {
    rows.filter {
      $0.value.metric == ErasedValue.persons && $0.value.marks.contains(.isConflicted)
    }.reduce(0) { $0 + Int(clamping: $1.count.persons) }
  }

  /// Erased persons of a variant, those included whose values are not kept.
  func persons(of variant: String) -> Int {
    count(of: ErasedValue.persons, variant) + leftOut(of: variant)
  }

  /// Erased persons of whom a metric has a value.
  func count(of metric: MetricTerms, _ variant: String) -> Int {
    count(of: metric.erasedName, variant)
  }

  private func count(of metric: String, _ variant: String) -> Int {
    rows.filter { $0.variant == variant && $0.value.metric == metric }
      .reduce(0) { $0 + Int(clamping: $1.count.persons) }
  }

  /// The name of a value that each erased person who paid has: the paid purchases, and how many of
  /// them had an unknown price or rate.
  static let paidPurchases = "paidPurchases"

  /// Purchases that erased persons paid, those without a price or a rate, and the payers of the
  /// latter.
  var purchases: (paid: Int, withoutRate: Int, personsWithoutRate: Int) {
    rows.filter { $0.value.metric == Self.paidPurchases }.reduce(into: (0, 0, 0)) { sum, row in
      let (value, count) = (row.value, Int(clamping: row.count.persons))
      sum.0 += Int(value.value) * count
      sum.1 += Int(value.per) * count
      if value.per > 0 { sum.2 += count }
    }
  }

  /// Returns how many persons were erased before values were kept; no metric has them.
  private func leftOut(of variant: String) -> Int {
    let known = cells.filter { $0.key.variant == variant }.reduce(0) {
      $0 + $1.counts.units + $1.counts.conflicts - $1.counts.heldOut
    }
    return max(0, known - (records[variant] ?? 0))
  }

  /// Returns the sums of a variant, and the persons who wait; money is cut to the cap.
  func moments(
    of metric: MetricTerms, _ variant: String, cap: Int64?, withConflicts: Bool = true
  ) -> (mature: Moments, waiting: Int) {
    var (sum, waiting) = (Moments(), 0)
    for row in rows(of: metric, variant)
    where withConflicts || !row.value.marks.contains(.isConflicted) {
      if isMature(row, metric) {
        sum += row.moments(cap: cap)
      } else {
        waiting += Int(clamping: row.count.persons)
      }
    }
    return (sum, waiting)
  }

  /// Persons whose windows were open when they were erased, and who count as they were decided then.
  func decidedEarly(for metric: MetricTerms, _ variant: String) -> Int {
    rows(of: metric, variant).filter { $0.value.marks.contains(.isOpen) }
      .reduce(0) { $0 + Int(clamping: $1.count.persons) }
  }

  /// Persons who bought, and whose window of a metric has closed.
  func buyers(of metric: MetricTerms, _ variant: String) -> Int {
    rows(of: metric, variant).filter { $0.value.marks.contains(.isBought) && isMature($0, metric) }
      .reduce(0) { $0 + Int(clamping: $1.count.persons) }
  }

  /// The same by day of the first exposure, where it is known.
  func dailyBuyers(
    of metric: MetricTerms, _ variant: String, in range: Range<Int64>
  ) -> [Int64: Int] {
    var days: [Int64: Int] = [:]
    for row in rows(of: metric, variant)
    where row.value.marks.contains(.isBought) && isMature(row, metric) {
      guard let day = row.day(in: range) else { continue }
      days[day, default: 0] += Int(clamping: row.count.persons)
    }
    return days
  }

  /// Returns the persons by each value of a metric that is not 0. A number is negative if somebody
  /// has the value only since an erasure, such as a person who was another one's until then.
  func totals(
    of metric: MetricTerms, _ variant: String, withConflicts: Bool = true
  ) -> [Int64: Int] {
    var totals: [Int64: Int] = [:]
    for row in rows(of: metric, variant) where row.value.value != 0 && isMature(row, metric) {
      guard withConflicts || !row.value.marks.contains(.isConflicted) else { continue }
      totals[row.value.value, default: 0] += Int(clamping: row.count.persons)
    }
    return totals
  }

  /// The sums of a variant by day of the first exposure, where it is known; those of a week are the sums of
  /// its first day.
  func daily(
    _ metric: MetricTerms, _ variant: String, cap: Int64?, in range: Range<Int64>
  ) -> [Int64: Moments] {
    var days: [Int64: Moments] = [:]
    for row in rows(of: metric, variant) {
      guard let day = row.day(in: range), isMature(row, metric) else { continue }
      days[day, default: Moments()] += row.moments(cap: cap)
    }
    return days
  }

  private func rows(of metric: MetricTerms, _ variant: String) -> [Row] {
    rows.filter { $0.variant == variant && $0.value.metric == metric.erasedName }
  }

  private func isMature(_ row: Row, _ metric: MetricTerms) -> Bool {
    guard row.value.marks.contains(.isOpen) || isLookBack else { return true }
    let last =
      row.days.map { $0.upperBound * Maturity.day } ?? ends[row.variant]?.upperBound ?? lastAt
    return metric.maturity.isMature(exposedAt: last, at: terms.asOf.milliseconds)
  }
}

extension ErasedSums.Row {
  /// A week may begin before the first exposure of the phase.
  fileprivate func day(in range: Range<Int64>) -> Int64? {
    guard let days, days.overlaps(range) else { return nil }
    return max(days.lowerBound, range.lowerBound)
  }

  fileprivate var covariates: Moments {
    Moments(
      units: Int(clamping: count.persons), covariateSum: count.spendBefore,
      covariateSquares: count.spendSquares)
  }

  fileprivate func moments(cap: Int64?) -> Moments {
    let (y, d) = (Int128(min(value.value, cap ?? .max)), Int128(value.per))
    let (n, x) = (count.persons, count.spendBefore)
    return Moments(
      units: Int(clamping: n), sum: y.times(n), squares: (y * y).times(n),
      denominatorSum: d.times(n), denominatorSquares: (d * d).times(n),
      ratioProducts: (y * d).times(n), covariateSum: x, covariateSquares: count.spendSquares,
      covariateProducts: y.times(x), denominatorCovariateProducts: d.times(x))
  }
}

extension Int128 {
  /// Stays at the bound instead of overflowing: a price may be any 64-bit number.
  fileprivate func times(_ other: Int128) -> Int128 {
    let (product, isTooLarge) = multipliedReportingOverflow(by: other)
    return isTooLarge ? ((self < 0) == (other < 0) ? .max : .min) : product
  }
}

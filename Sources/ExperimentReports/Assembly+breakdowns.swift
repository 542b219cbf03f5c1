import ExperimentResults
import Ledger
import PaywallCatalog
import PaywallSubscribers

extension Assembly {
  /// Values beyond these are one row.
  static let mostRows = 12
  static let unknown = "unknown"

  func value(of dimension: ResultDimension, _ cell: PhaseTally.Cell) -> String {
    let known = reading.dimensions[cell.dimensions]
    switch dimension {
    case .storefront: return known?.storefront ?? Self.unknown
    case .platform: return known?.platform ?? Self.unknown
    case .appVersion: return known?.appVersion ?? Self.unknown
    case .new: return known?.isNew.map { "\($0)" } ?? Self.unknown
    case .placement:
      let name = reading.names.placements[cell.placement]
      return name.isEmpty ? Self.unknown : name
    }
  }

  /// Of the primary metric, without erased persons; those that the experiment names come first. Their
  /// intervals hold for all of their rows together.
  var breakdowns: [Breakdown] {
    guard let metric = terms.goals.first, metric.part == .primary else { return [] }
    let cap =
      metric.isMoney
      ? Winsorising.cap(
        of: names.flatMap { variantTally($0).goals[0].payments.map(\.value) }) : nil
    let planned = terms.experiment.metrics.breakdowns
    let others = ResultDimension.allCases.filter { !planned.contains($0) }
    return planned.map { breakdown($0, metric, cap: cap, isExploratory: false) }
      + others.map { breakdown($0, metric, cap: cap, isExploratory: true) }
  }

  private func breakdown(
    _ dimension: ResultDimension, _ metric: MetricTerms, cap: Int64?, isExploratory: Bool
  ) -> Breakdown {
    let values = values(dimension, cap: cap)
    var rows = values.map { value, arms in
      Breakdown.Row(
        value: value, arms: arms,
        comparisons: comparisons(metric, arms, rows: isExploratory ? 1 : values.count))
    }
    if !isExploratory { rows.correctTogether() }
    return Breakdown(dimension: dimension.rawValue, isExploratory: isExploratory, rows: rows)
  }

  /// The most persons first; values beyond `mostRows` are summed up as `other`.
  private func values(
    _ dimension: ResultDimension, cap: Int64?
  ) -> [(value: String, arms: [ReportArm])] {
    var arms: [String: [ReportArm]] = [:]
    let empty = names.map { ReportArm(variant: $0, persons: 0, moments: Moments()) }
    for (index, name) in names.enumerated() {
      let tally = variantTally(name)
      for (cell, moments) in tally.cells {
        arms[value(of: dimension, cell), default: empty][index].moments += moments
      }
      for (cell, waiting) in tally.waitingCells {
        arms[value(of: dimension, cell), default: empty][index].waiting += waiting
      }
      for payment in tally.goals[0].payments {
        arms[value(of: dimension, payment.cell), default: empty][index].moments +=
          [payment].moments(cap: cap)
      }
    }
    let sorted = arms.map { value, arms in (value: value, arms: arms.map(\.counted)) }
      .sorted { (-$0.arms.persons, $0.value) < (-$1.arms.persons, $1.value) }
    var rows = Array(sorted.prefix(Self.mostRows))
    if sorted.count > Self.mostRows {
      let rest = sorted.dropFirst(Self.mostRows).map(\.arms).reduce(empty) { sum, arms in
        zip(sum, arms).map { left, right in
          ReportArm(
            variant: left.variant, persons: left.persons + right.persons,
            waiting: left.waiting + right.waiting, moments: left.moments + right.moments)
        }
      }
      rows.append((value: "other", arms: rest))
    }
    return rows
  }
}

extension [Breakdown.Row] {
  /// Corrects the p values of all rows as one family of questions.
  fileprivate mutating func correctTogether() {
    let values = flatMap { $0.comparisons.map { $0.comparison.relative?.sequentialP ?? 1 } }
    var corrected = Correction.holm.adjusted(values)[...]
    for row in indices {
      for index in self[row].comparisons.indices {
        self[row].comparisons[index].correctedP = corrected.removeFirst()
      }
    }
  }
}

extension ReportArm {
  fileprivate var counted: ReportArm {
    var arm = self
    arm.persons = moments.units
    return arm
  }
}

extension [ReportArm] {
  fileprivate var persons: Int { reduce(0) { $0 + $1.persons + $1.waiting } }
}

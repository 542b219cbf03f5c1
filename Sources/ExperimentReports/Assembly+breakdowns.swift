import ExperimentResults
import Ledger
import PaywallCatalog
import PaywallSubscribers

/// What results are broken down by; the words are stable.
enum ReportDimension: String, CaseIterable {
  case storefront, platform, appVersion, new, placement
}

extension Assembly {
  /// Values beyond these are one row.
  static let mostRows = 12
  static let unknown = "unknown"

  func value(of dimension: ReportDimension, _ cell: PhaseTally.Cell) -> String {
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

  /// Of the primary metric, without erased persons.
  var breakdowns: [Breakdown] {
    guard let metric = terms.goals.first, metric.part == .primary else { return [] }
    let cap =
      metric.isMoney
      ? Winsorising.cap(
        of: names.flatMap { variantTally($0).goals[0].payments.map(\.value) }) : nil
    return ReportDimension.allCases.map { dimension in
      Breakdown(dimension: dimension.rawValue, rows: rows(dimension, metric, cap: cap))
    }
  }

  private func rows(
    _ dimension: ReportDimension, _ metric: MetricTerms, cap: Int64?
  ) -> [Breakdown.Row] {
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
    var rows = sorted.prefix(Self.mostRows).map { row($0.value, $0.arms, metric) }
    if sorted.count > Self.mostRows {
      let rest = sorted.dropFirst(Self.mostRows).map(\.arms).reduce(empty) { sum, arms in
        zip(sum, arms).map { left, right in
          ReportArm(
            variant: left.variant, persons: left.persons + right.persons,
            waiting: left.waiting + right.waiting, moments: left.moments + right.moments)
        }
      }
      rows.append(row("other", rest, metric))
    }
    return rows
  }

  private func row(
    _ value: String, _ arms: [ReportArm], _ metric: MetricTerms
  ) -> Breakdown.Row {
    Breakdown.Row(value: value, arms: arms, comparisons: comparisons(metric, arms))
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

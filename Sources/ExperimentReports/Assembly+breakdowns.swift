import ExperimentResults
import Ledger
import PaywallCatalog
import Serving

extension Assembly {
  /// Values beyond these are one row.
  static let mostRows = 12
  /// No id, storefront or version has this name.
  static let unknown = "(unknown)"
  static let rest = "(other)"

  func value(of dimension: ResultDimension, _ cell: PhaseTally.Cell) -> String {
    guard dimension == .placement else {
      return reading.dimensions[cell.dimensions]?.text(dimension) ?? Self.unknown
    }
    let name = reading.names.placements[cell.placement]
    return name.isEmpty ? Self.unknown : name
  }

  /// The breakdowns of the primary metric, without erased persons; those that the experiment names
  /// come first. Their intervals hold for all of their rows together, however many are seen.
  var breakdowns: [Breakdown] {
    guard let metric = terms.goals.first, metric.part == .primary else { return [] }
    let planned = terms.experiment.metrics.breakdowns
    let rows = planned.reduce(0) { $0 + mostRows(of: $1) }
    var shown = planned.map {
      breakdown($0, 0, sharing: rows, isExploratory: false)
    }
    shown.correct(among: rows * max(1, names.count - 1))
    for dimension in ResultDimension.allCases where !planned.contains(dimension) {
      var other = breakdown(dimension, 0, sharing: 1, isExploratory: true)
      for row in other.rows.indices { other.rows[row].comparisons.correct() }
      shown.append(other)
    }
    return shown
  }

  /// The breakdowns of the other metrics, by the dimensions that the file names or the reader asks
  /// for. They decide nothing, so that no interval is shared.
  var otherBreakdowns: [Breakdown] {
    let planned = terms.experiment.metrics.breakdowns
    let dimensions = ResultDimension.allCases.filter { planned.contains($0) || $0 == asked }
    return dimensions.flatMap { dimension in
      terms.goals.indices.filter { terms.goals[$0].part != .primary }.map { index in
        breakdown(dimension, index, sharing: 1, isExploratory: true)
      }
    }
  }

  /// Follows from the experiment and not from whom it has seen: an interval that shared α among the
  /// rows of today would not hold at every moment.
  private func mostRows(of dimension: ResultDimension) -> Int {
    let values =
      switch dimension {
      case .platform: Platform.allCases.count
      case .new: 2
      case .placement: min(Self.mostRows, terms.experiment.placements.count)
      default: Self.mostRows
      }
    // One more row for values that are unknown, or for the rest.
    return values + 1
  }

  private func breakdown(
    _ dimension: ResultDimension, _ goal: Int, sharing rows: Int, isExploratory: Bool
  ) -> Breakdown {
    let metric = terms.goals[goal]
    let payments = names.flatMap { variantTally($0).goals[goal].payments.map(\.value) }
    return Breakdown(
      dimension: dimension.rawValue, metric: metric.goal.name, isExploratory: isExploratory,
      rows: values(dimension, goal, cap: Cap(metric, of: payments)?.value).map { value, arms in
        Breakdown.Row(
          value: value, arms: arms, comparisons: comparisons(metric, arms, sharing: rows))
      })
  }

  /// The most persons first; values beyond `mostRows` are summed up as the rest.
  private func values(
    _ dimension: ResultDimension, _ goal: Int, cap: Int64?
  ) -> [(value: String, arms: [ReportArm])] {
    var arms: [String: [ReportArm]] = [:]
    let empty = names.map { ReportArm(variant: $0, persons: 0, moments: Moments()) }
    for (index, name) in names.enumerated() {
      let tally = variantTally(name)
      for (cell, moments) in tally.groups[goal] {
        arms[value(of: dimension, cell), default: empty][index].moments += moments
      }
      for (cell, waiting) in goal == 0 ? tally.waitingCells : [:] {
        arms[value(of: dimension, cell), default: empty][index].waiting += waiting
      }
      for payment in tally.goals[goal].payments {
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
      rows.append((value: Self.rest, arms: rest))
    }
    return rows
  }
}

extension [Breakdown] {
  /// Corrects the p values of all rows as one family.
  ///
  /// - Parameter count: of questions, those included that have no answer yet.
  fileprivate mutating func correct(among count: Int) {
    var all = flatMap { $0.rows.flatMap(\.comparisons) }
    all.correct(among: count)
    var rest = all[...]
    for index in indices {
      for row in self[index].rows.indices {
        let count = self[index].rows[row].comparisons.count
        self[index].rows[row].comparisons = .init(rest.prefix(count))
        rest = rest.dropFirst(count)
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

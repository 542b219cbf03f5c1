import ExperimentResults
import Ledger
import PaywallCatalog

extension PhaseTally {
  /// Persons of one group who were exposed on one day and bought nothing.
  ///
  /// - Parameter rests: milliseconds of that day.
  mutating func add(_ rests: [UInt32], ofDay day: Int64, _ group: PhaseColumns.Group) {
    let count = rests.count
    guard let first = rests.min(), let last = rests.max() else { return }
    units += count
    guard !group.isHeldOut else { return exclusions.heldOut += count }
    if group.isConflicted { exclusions.conflicted += count }
    let start = day * Maturity.day
    firstAt = min(firstAt, start + Int64(first))
    lastAt = max(lastAt, start + Int64(last))
    prepare(group.variant)
    let cell = Cell(day: (start + Int64(first)) / Maturity.day, group)
    addEverybody(rests, since: start, cell, group.variant)
    for (index, goal) in terms.goals.enumerated() {
      let mature = rests.count(until: terms.asOf.milliseconds - goal.maturity.window, since: start)
      let waiting = count - mature
      variants[group.variant].goals[index].moments.units += mature
      variants[group.variant].goals[index].waiting += waiting
      variants[group.variant].groups[index][cell.everyDay, default: Moments()].units += mature
      guard index == 0, goal.part == .primary else { continue }
      if mature > 0 { variants[group.variant].cells[cell, default: Moments()].units += mature }
      if waiting > 0 { variants[group.variant].waitingCells[cell, default: 0] += waiting }
      guard !group.isConflicted else { continue }
      variants[group.variant].withoutConflicts.moments.units += mature
      variants[group.variant].withoutConflicts.waiting += waiting
    }
  }

  private mutating func addEverybody(
    _ rests: [UInt32], since start: Int64, _ cell: Cell, _ variant: Int
  ) {
    let (count, now) = (rests.count, terms.asOf.milliseconds)
    variants[variant].persons += count
    variants[variant].covariates.units += count
    variants[variant].cellCounts[cell, default: 0] += count
    // Persons who were exposed at a later time of the day than it is now are a day younger.
    let (days, rest) = (now - start).quotientAndRemainder(dividingBy: Maturity.day)
    let older = rests.count(until: start + rest, since: start)
    variants[variant].ages[min(Int(days), terms.curveDays)] += older
    variants[variant].ages[min(max(Int(days) - 1, 0), terms.curveDays)] += count - older
    variants[variant].funnel.waiting +=
      count - rests.count(until: now - terms.undecided, since: start)
  }
}

extension [UInt32] {
  /// How many moments there are up to one, given as milliseconds of the day that begins at `start`.
  fileprivate func count(until moment: Int64, since start: Int64) -> Int {
    let limit = moment - start
    if limit < 0 { return 0 }
    if limit >= Maturity.day - 1 { return count }
    return count { Int64($0) <= limit }
  }
}

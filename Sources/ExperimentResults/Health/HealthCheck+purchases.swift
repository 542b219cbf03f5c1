extension HealthCheck {
  /// New purchases of what the experiment sells that no token, link or sighting gives to a person: they
  /// count for no variant. `nil` without purchases.
  ///
  /// - Parameters:
  ///   - unnamed: of all days, and of the last week of them.
  ///   - all: likewise.
  ///   - strangers: purchases of known persons who were not exposed. They are no fault.
  package static func unjoinedPurchases(
    _ unnamed: (all: Int, lastWeek: Int), of all: (all: Int, lastWeek: Int), strangers: Int
  ) -> HealthCheck? {
    guard all.all > 0 else { return nil }
    let share = Double(unnamed.all) / Double(all.all)
    let lately = all.lastWeek > 0 ? Double(unnamed.lastWeek) / Double(all.lastWeek) : 0
    let count =
      "\(Wording.count(unnamed.all)) of \(Wording.count(all.all)) new purchases of these products "
      + "(\(Wording.percent(share))) belong to nobody who is known"
    let others =
      "; \(Wording.count(strangers)) are of people who did not see this experiment"
    guard unnamed.all >= leastUnjoined, share >= mostUnjoined || isRising(unnamed, all) else {
      return HealthCheck(.unjoinedPurchases, .healthy, value: share, "\(count)\(others).")
    }
    let trend = isRising(unnamed, all) ? ", \(Wording.percent(lately)) in the last week" : ""
    return HealthCheck(
      .unjoinedPurchases, .warning, value: share,
      "\(count)\(trend), and count for no variant: they carry no token, and no app was seen with "
        + "them\(others).")
  }

  /// The last week has twice the share of the time before.
  private static func isRising(
    _ unnamed: (all: Int, lastWeek: Int), _ all: (all: Int, lastWeek: Int)
  ) -> Bool {
    let before = (unnamed: unnamed.all - unnamed.lastWeek, all: all.all - all.lastWeek)
    guard unnamed.lastWeek >= leastUnjoined, before.all >= leastUnjoined, all.lastWeek > 0 else {
      return false
    }
    let lately = Double(unnamed.lastWeek) / Double(all.lastWeek)
    return lately >= 0.05 && lately >= 2 * Double(before.unnamed) / Double(before.all)
  }

  /// Fewer purchases say nothing.
  package static let leastUnjoined = 10
  /// Some customers buy without the app, as by a promotion in the App Store.
  package static let mostUnjoined = 0.1
}

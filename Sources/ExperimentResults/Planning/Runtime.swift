/// How long an experiment has to run.
package enum Runtime {
  /// The days until so many visitors are enrolled, rounded up to whole weeks, because weekends buy
  /// differently. `nil` without visitors, or beyond what can be counted.
  package static func days(for visitors: Double, perDay: Double) -> Int? {
    guard perDay > 0, visitors > 0 else { return nil }
    let weeks = (visitors / perDay / 7).rounded(.up)
    return Int(exactly: weeks).flatMap {
      let (days, isTooLong) = $0.multipliedReportingOverflow(by: 7)
      return isTooLong ? nil : days
    }
  }
}

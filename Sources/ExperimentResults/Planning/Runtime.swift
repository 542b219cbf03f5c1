/// How long an experiment must run.
package enum Runtime {
  /// The days until this number of visitors is enrolled, rounded up to whole weeks, because
  /// customers buy differently on weekends. `nil` without visitors, or if the number is too large.
  package static func days(for visitors: Double, perDay: Double) -> Int? {
    guard perDay > 0, visitors > 0 else { return nil }
    let weeks = (visitors / perDay / 7).rounded(.up)
    return Int(exactly: weeks).flatMap {
      let (days, isTooLong) = $0.multipliedReportingOverflow(by: 7)
      return isTooLong ? nil : days
    }
  }
}

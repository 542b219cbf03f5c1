extension Timestamp {
  /// This moment a period later, in UTC and the Gregorian calendar: months first, where a day that
  /// a month lacks becomes its last (31 January and P1M is 28 or 29 February), then days, then
  /// seconds. Saturates at the ends of `Int64`.
  package func adding(_ period: Period) -> Timestamp { moved(by: period, sign: 1) }

  /// This moment a period earlier, by the same rules.
  package func subtracting(_ period: Period) -> Timestamp { moved(by: period, sign: -1) }

  private func moved(by period: Period, sign: Int64) -> Timestamp {
    let today = milliseconds.floorDivided(by: Self.day)
    var date = CivilDate(daysSince1970: today)
    date.add(months: sign * Int64(period.months).clamped(to: Self.mostMonths))
    let days = sign * Int64(period.days).clamped(to: Self.mostDays)
    let seconds = sign * Int64(period.seconds).clamped(to: .max)
    return adding(milliseconds: (date.daysSince1970 - today + days).saturatedProduct(Self.day))
      .adding(milliseconds: seconds.saturatedProduct(1000))
  }

  /// The first moment of this moment's day in UTC; for the first representable day, that of the
  /// second.
  package var startOfDay: Timestamp {
    Timestamp(
      milliseconds: max(
        milliseconds.floorDivided(by: Self.day), Int64.min / Self.day) * Self.day)
  }

  /// Milliseconds of a day.
  package static let day: Int64 = 86_400_000

  /// More than `Int64` milliseconds can hold, and small enough to calculate with.
  private static let mostMonths: Int64 = 20_000_000_000
  private static let mostDays: Int64 = 600_000_000_000
}

extension Int64 {
  fileprivate func clamped(to most: Int64) -> Int64 { Swift.min(Swift.max(self, -most), most) }

  fileprivate func saturatedProduct(_ factor: Int64) -> Int64 {
    let (product, isTooLarge) = multipliedReportingOverflow(by: factor)
    return isTooLarge ? (self < 0) == (factor < 0) ? .max : .min : product
  }
}

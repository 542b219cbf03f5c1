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
    date.add(months: sign * Int64(period.months))
    let days = date.daysSince1970 + sign * Int64(period.days) - today
    return adding(milliseconds: days * Self.day + sign * Int64(period.seconds) * 1000)
  }

  /// The first moment of this moment's day in UTC.
  package var startOfDay: Timestamp {
    Timestamp(
      milliseconds: max(
        milliseconds.floorDivided(by: Self.day), Int64.min / Self.day) * Self.day)
  }

  /// Milliseconds of a day.
  package static let day: Int64 = 86_400_000
}

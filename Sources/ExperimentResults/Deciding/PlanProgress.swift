/// How far a planned sample is.
package struct PlanProgress: Hashable, Sendable {
  /// Persons of all arms that were planned.
  package var planned: Int
  /// Persons of all arms who have entered.
  package var enrolled: Int
  /// Days until the planned sample is mature, from those who enter now; 0 once it is. `nil` if nobody
  /// enters and it is not complete.
  package var daysLeft: Int?
  /// Full days since the last person entered, if that is more than a week while some still should.
  package var quietDays: Int?
  /// The number of persons is by the few buyers of now; the plan is made once there are enough.
  package var isForecast = false

  package var missing: Int { max(0, planned - enrolled) }

  /// `about 9 days`, `at least 26 weeks`; `nil` once it is complete, and if it never will be.
  package var timeLeft: String? {
    guard let daysLeft, daysLeft > 0 else { return nil }
    let (count, noun) = daysLeft <= Self.mostDays ? (daysLeft, "day") : ((daysLeft + 6) / 7, "week")
    let about = quietDays == nil ? "about" : "at least"
    return "\(about) \(Wording.count(count)) \(noun)\(count == 1 ? "" : "s")"
  }
}

extension PlanProgress {
  /// Days over which the visitors that come now are averaged: whole weeks, because weekends differ.
  static let recentDays = 14
  /// The longest time that is written in days; a longer one is written in weeks.
  static let mostDays = 60
  /// A time beyond any lifetime, in days.
  static let tooManyDays = 1_000_000

  /// - Parameters:
  ///   - enrolled: persons of all arms by day of the first exposure, from the first day on.
  ///   - day: the day of now, counted from that of the first exposure, which is 0. It is not over.
  ///   - windowDays: the days after a day's end in which its windows close.
  ///   - isEnrolling: whether more persons may enter.
  package init(
    planned: Int, enrolled: [Int], day: Int, windowDays: Int, isEnrolling: Bool
  ) {
    let total = enrolled.reduce(0, +)
    self.init(planned: planned, enrolled: total)
    if let days = PlannedSample.days(enrolled: enrolled, planned: planned) {
      daysLeft = max(0, days + windowDays - day)
      return
    }
    guard isEnrolling, day > 0, total > 0 else { return }
    let last = enrolled.lastIndex { $0 > 0 } ?? 0
    if day - 1 - last > 7 { quietDays = day - 1 - last }
    // The range is the last weeks, or those in which somebody still entered.
    let end = quietDays == nil ? day : last + 1
    let recent = enrolled.prefix(end).dropFirst(max(0, end - Self.recentDays)).reduce(0, +)
    let perDay = Double(recent) / Double(min(end, Self.recentDays))
    guard perDay > 0,
      let more = Int(exactly: (Double(max(0, planned - total)) / perDay).rounded(.up)),
      more < Self.tooManyDays
    else { return }
    // The day on which it is complete, at the end of a full week.
    let complete = (day + more + 6) / 7 * 7
    daysLeft = max(0, complete + windowDays - day)
  }
}

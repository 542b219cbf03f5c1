import PaywallCatalog

extension TimeLine {
  /// Maps moments to positions.
  struct Scale {
    let from: Timestamp
    let to: Timestamp

    /// 0 for the first moment, 10,000 for the last.
    func position(_ moment: Timestamp) -> Int {
      let whole = to.milliseconds - from.milliseconds
      let part = min(max(moment.milliseconds - from.milliseconds, 0), whole)
      return Int(Double(part) / Double(whole) * Double(TimeLine.width))
    }

    /// At most seven, at the beginnings of days, months or years.
    var ticks: [Tick] {
      let days = (to.milliseconds - from.milliseconds) / Timestamp.day
      switch days {
      case ...6: return daily(1)
      case ...48: return daily(7)
      case ...210: return monthly(1)
      case ...640: return monthly(3)
      case ...2_500: return monthly(12)
      default: return monthly(12 * Int(days / 2_500 + 1))
      }
    }

    private func daily(_ step: Int) -> [Tick] {
      ticks(from: from.startOfDay, Period(days: step)) { MomentText.day($0) }
    }

    private func monthly(_ step: Int) -> [Tick] {
      // The ticks are counted from the first of January on.
      let year = String(from.rfc3339.prefix(4))
      guard let first = Timestamp(rfc3339: "\(year)-01-01T00:00:00Z") else { return [] }
      return ticks(from: first, Period(months: step)) {
        step < 12 ? MomentText.month($0) : String($0.rfc3339.prefix(4))
      }
    }

    private func ticks(
      from first: Timestamp, _ step: Period, _ text: (Timestamp) -> String
    ) -> [Tick] {
      var found: [Tick] = []
      var number = 0
      while true {
        let moment = first.adding(
          Period(months: step.months * number, days: step.days * number))
        if moment >= to { return found }
        if moment >= from { found.append(Tick(left: position(moment), text: text(moment))) }
        number += 1
      }
    }
  }
}

/// Moments as people read them, in UTC: `5 Feb 2026, 10:00`.
enum MomentText {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  static func whole(_ moment: Timestamp) -> String {
    "\(date(moment)), \(moment.rfc3339.dropFirst(11).prefix(5))"
  }

  /// `5 Feb 2026`.
  static func date(_ moment: Timestamp) -> String {
    "\(day(moment)) \(moment.rfc3339.prefix(4))"
  }

  /// `5 Feb`.
  static func day(_ moment: Timestamp) -> String {
    let day = moment.rfc3339.dropFirst(8).prefix(2)
    return "\(day.hasPrefix("0") ? day.dropFirst() : day) \(name(moment))"
  }

  /// `Feb 2026`.
  static func month(_ moment: Timestamp) -> String {
    "\(name(moment)) \(moment.rfc3339.prefix(4))"
  }

  /// Rewrites a text in RFC 3339; any other text stays as it is.
  static func whole(_ text: String) -> String {
    Timestamp(rfc3339: text).map { whole($0) } ?? text
  }

  static func date(_ text: String) -> String {
    Timestamp(rfc3339: text).map { date($0) } ?? text
  }

  private static func name(_ moment: Timestamp) -> String {
    let number = Int(moment.rfc3339.dropFirst(5).prefix(2)) ?? 1
    return months[min(max(number, 1), 12) - 1]
  }
}

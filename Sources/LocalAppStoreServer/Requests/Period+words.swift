package import PaywallCatalog

extension Period {
  /// A length as people write it, `1 month` or `10 days`, or by ISO 8601.
  package init?(words text: String) {
    if let period = Period(iso8601: text) {
      self = period
      return
    }
    let words = text.lowercased().split(separator: " ")
    guard words.count == 2, let number = Int(words[0]), (1...99_999).contains(number) else {
      return nil
    }
    switch words[1].last == "s" ? words[1].dropLast() : words[1] {
    case "minute": self.init(seconds: number * 60)
    case "hour": self.init(seconds: number * 3_600)
    case "day": self.init(days: number)
    case "week": self.init(days: number * 7)
    case "month": self.init(months: number)
    case "year": self.init(months: number * 12)
    default: return nil
    }
  }
}

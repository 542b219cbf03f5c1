import ArgumentParser
package import PaywallCatalog

/// A length of time on the command line: `30m`, `24h`, `7d`, or ISO 8601.
package struct Length: ExpressibleByArgument {
  package let period: Period

  package init(hours: Int) { period = Period(seconds: hours * 3_600) }

  package init?(argument: String) {
    if let period = Period(iso8601: argument) {
      self.period = period
      return
    }
    guard let number = Int(argument.dropLast()), (1...1_000_000).contains(number) else {
      return nil
    }
    switch argument.last {
    case "m": period = Period(seconds: number * 60)
    case "h": period = Period(seconds: number * 3_600)
    case "d": period = Period(days: number)
    default: return nil
    }
  }

  package var defaultValueDescription: String { "1h" }
}

package import ExperimentResults
package import PaywallCatalog

extension MetricName {
  /// The name of one variant's number.
  package var valueName: String {
    switch self {
    case .proceedsPerVisitor: "Per person"
    case .trialToPaid: "Share of trials"
    case .refundShare: "Share of purchases"
    case .cancelWithin24h, .billingFailure: "Share of starters"
    case .saved: "Share of customers"
    case .startRate, .paidRate, .secondRenewal, .stillPaying: "Share of people"
    }
  }
}

extension HealthCheck {
  package var name: String {
    switch kind {
    case .sampleRatio: "Sample ratio"
    case .sampleRatioByDay: "Sample ratio by day"
    case .sampleRatioByDimension: "Sample ratio by group"
    case .conflicts: "Several variants"
    case .silentVariant: "Silent variant"
    case .immatureShare: "Waiting people"
    case .preExposureBalance: "Before the exposure"
    case .staleLedger: "Age of the ledger"
    case .missingRates: "Rates and prices"
    case .unjoinedPurchases: "Unmatched purchases"
    }
  }
}

/// The tone of a part; the class of its colours.
package enum Tone: String, Sendable {
  case good, bad, warn, calm
}

/// Texts of values.
package enum ResultsWords {
  /// `14 days`, `1 month`; a window.
  package static func period(_ period: Period) -> String {
    var parts: [String] = []
    if period.months > 0 { parts.append(counted(period.months, "month")) }
    if period.days > 0 { parts.append(counted(period.days, "day")) }
    if period.seconds > 0 { parts.append(counted(period.seconds / 3600, "hour")) }
    return parts.joined(separator: " and ")
  }

  /// `1 day`, `1,200 people` from `person`.
  package static func counted(_ number: Int, _ noun: String) -> String {
    if noun == "person" { return "\(Wording.count(number)) \(number == 1 ? "person" : "people")" }
    return "\(Wording.count(number)) \(noun)\(number == 1 ? "" : "s")"
  }

  /// `4 Nov 2026, 21:00 UTC`.
  package static func minute(_ moment: Timestamp) -> String {
    let text = moment.rfc3339
    guard let start = text.firstIndex(of: "T") else { return text }
    return "\(Wording.day(moment)), \(text[start...].dropFirst().prefix(5)) UTC"
  }

  /// A probability, which is never quite 0 or 1.
  package static func chance(_ p: Double) -> String {
    p > 0.999 ? "over 99.9%" : p < 0.001 ? "below 0.1%" : Wording.percent(p)
  }

  /// `+2.1% to +20.3%`; an open side is left out.
  package static func range(_ interval: Interval) -> String {
    switch (interval.lower.isFinite, interval.upper.isFinite) {
    case (true, true): Wording.lifts(interval)
    case (true, false): "at least \(Wording.change(interval.lower))"
    case (false, true): "at most \(Wording.change(interval.upper))"
    case (false, false): "unknown"
    }
  }
}

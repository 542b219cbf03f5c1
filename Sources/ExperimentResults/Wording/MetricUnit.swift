/// The unit of a metric's values, for sentences.
package enum MetricUnit: Hashable, Sendable {
  /// A share of 0…1.
  case share
  /// Milliunits of a currency.
  case money(String)
  case number

  /// `4.2%`, `1.17 USD`.
  package func text(_ value: Double) -> String {
    switch self {
    case .share: Wording.percent(value)
    case .money(let currency): Wording.money(value, currency, isAverage: true)
    case .number: Wording.decimal(value, 2)
    }
  }

  /// How much something differs, without a sign: `1.4 points`, `0.05 USD`.
  package func distance(_ difference: Double) -> String {
    switch self {
    case .share:
      let text = Wording.percent(abs(difference))
      return text == "1%" ? "1 point" : "\(text.dropLast()) points"
    case .money, .number: return text(abs(difference))
    }
  }

  /// `+1.4 points`.
  package func change(_ difference: Double) -> String {
    let text = distance(difference)
    return difference > 0 ? "+\(text)" : difference < 0 ? "-\(text)" : text
  }
}

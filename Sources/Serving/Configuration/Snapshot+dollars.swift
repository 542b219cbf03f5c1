package import PaywallCatalog

extension Snapshot {
  /// Converts milliunits of a currency into US dollars by the rate of the day; `nil` without a rate.
  package func dollars(_ price: Int64, in currency: String?, at moment: Timestamp) -> Int64? {
    guard price != 0, let currency, currency != "USD" else { return price }
    guard let from = rates?.rate(of: currency, forPhaseFrom: moment),
      let to = rates?.rate(of: "USD", forPhaseFrom: moment)
    else { return nil }
    return Int64((Double(price) * Double(to.micros) / Double(from.micros)).rounded())
  }
}

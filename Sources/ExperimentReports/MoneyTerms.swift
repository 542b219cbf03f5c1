import Ledger
package import PaywallCatalog

/// How a price becomes proceeds: one rate per currency for the whole phase, and what Apple keeps.
package struct MoneyTerms: Sendable {
  package let base: String
  package let rates: StoreRates?
  package let commission: StoreRates.Commission
  private let start: Timestamp

  /// Without `store/rates.yaml` dollars are counted, and other currencies shown apart.
  init(_ rates: StoreRates?, phaseStart: Timestamp) {
    self.rates = rates
    base = rates?.base ?? "USD"
    commission = rates?.commission ?? StoreRates.Commission()
    start = phaseStart
  }

  /// `nil` for a currency without a rate.
  package func rate(of currency: String) -> StoreRates.Rate? {
    (rates ?? StoreRates(base: base)).rate(of: currency, forPhaseFrom: start)
  }

  /// Milliunits of the base, rounded half up; `micros` are those of the rate.
  ///
  /// - Parameter kept: milliunits of the currency that were not refunded.
  package static func proceeds(
    _ kept: Int128, micros: Int64, commission: BasisPoints
  ) -> Int128 {
    scaled(
      kept, by: Int128(10_000 - commission.value) * Int128(StoreRates.one),
      over: Int128(10_000) * Int128(micros))
  }

  /// A fraction of an amount, rounded half up.
  package static func scaled(_ amount: Int128, by factor: Int128, over divisor: Int128) -> Int128 {
    let product = amount.multipliedReportingOverflow(by: factor)
    guard !product.overflow else { return amount < 0 ? .min : .max }
    let doubled = product.partialValue.multipliedReportingOverflow(by: 2)
    guard !doubled.overflow else { return product.partialValue / divisor }
    let (quotient, rest) = (doubled.partialValue + divisor).quotientAndRemainder(
      dividingBy: 2 * divisor)
    return rest < 0 ? quotient - 1 : quotient
  }

  package var commissionWords: String {
    commission.standard == commission.afterYear
      ? "\(commission.standard)"
      : "\(commission.standard), \(commission.afterYear) of a subscription after a year"
  }

  /// The age from which the commission of a subscription is that after a year.
  package static let year = PhaseColumns.Purchase.year
}

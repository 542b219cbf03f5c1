import Ledger
import PaywallCatalog

/// An own transaction of a person, as metrics read it. Times are milliseconds since 1970.
struct Purchase {
  var at: Int64
  /// Counted within the person.
  var chain: UInt16
  var isPaid: Bool
  /// A purchase or a trial; a renewal continues one.
  var isStart: Bool
  var isSubscription: Bool
  /// Seats that were added to a period.
  var isAddition: Bool
  /// Milliunits of a known currency.
  var price: Int64?
  /// The rate of the currency (`StoreRates.Rate`); `nil` if it is unknown.
  var micros: Int64?
  /// The refunds, the earliest first.
  var returns: [PhaseColumns.Return]
  var isAfterYear: Bool
  /// `PhaseColumns.number(ofProduct:)`.
  var product: UInt16

  /// - Parameter micros: of each currency, by its number.
  init(_ fact: PhaseColumns.Purchase, in columns: PhaseColumns, micros: [Int64?]) {
    at = fact.at
    chain = fact.chain
    isPaid = fact.marks.contains(.isPaid)
    isStart = fact.marks.contains(.isStart)
    isSubscription = fact.marks.contains(.isSubscription)
    price = fact.marks.contains(.hasPrice) && fact.currency > 0 ? fact.price : nil
    self.micros = fact.currency > 0 ? micros[Int(fact.currency) - 1] : nil
    returns = fact.returned > 0 ? columns.returns(of: fact) : []
    isAddition = fact.marks.contains(.isAddition)
    isAfterYear = fact.marks.contains(.isAfterYear)
    product = fact.product
  }

  /// Milliunits of its currency that were not refunded before a moment; `nil` without a price.
  func kept(before moment: Int64) -> Int64? {
    guard let price else { return nil }
    guard let last = returns.last(where: { $0.at < moment }) else { return price }
    return price - last.amount(of: price)
  }

  func isReturned(before moment: Int64) -> Bool { returns.contains { $0.at < moment } }

  /// A paid period; added seats are money of one.
  var isPaidPeriod: Bool { isPaid && !isAddition }

  /// A period that costs nothing.
  var isFreePeriod: Bool { !isPaid && !isAddition }
}

extension MoneyTerms {
  /// Milliunits of the base; `nil` if the price or the rate is unknown.
  func proceeds(_ purchase: Purchase, before moment: Int64) -> Int64? {
    guard purchase.isPaid, let kept = purchase.kept(before: moment), let micros = purchase.micros
    else { return nil }
    return Int64(
      clamping: Self.proceeds(
        Int128(kept), micros: micros,
        commission: purchase.isAfterYear ? commission.afterYear : commission.standard))
  }
}

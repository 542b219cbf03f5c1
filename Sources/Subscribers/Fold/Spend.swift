import Catalog

/// Lifetime spend by currency, in milliunits. A customer has few currencies, so a list is enough.
struct Spend {
  private var amounts: [(currency: String, amount: Int64)] = []

  /// What was paid and not given back. The price covers the quantity. Family members and seats pay
  /// nothing; a price below 0 counts as none.
  mutating func add(_ transaction: TransactionFact, at now: Timestamp) {
    guard transaction.isOwn, let price = transaction.price, price > 0 else { return }
    let kept =
      transaction.isRefunded(at: now) ? price.part(100_000 - transaction.returnedShare) : price
    guard kept > 0 else { return }
    let currency = transaction.currency ?? Self.unknownCurrency
    if let place = amounts.firstIndex(where: { $0.currency.isExactly(currency) }) {
      amounts[place].amount = amounts[place].amount.addingSaturated(kept)
    } else {
      amounts.append((currency, kept))
    }
  }

  /// ISO 4217's code for no currency: Apple sent a price without one.
  private static let unknownCurrency = "XXX"

  var byCurrency: [String: Int64] {
    Dictionary(amounts) { $0.addingSaturated($1) }
  }
}

extension Int64 {
  /// So many thousandths of a percent of an amount, rounded down.
  fileprivate func part(_ share: Int64) -> Int64 {
    let product = multipliedFullWidth(by: share)
    return Int64(100_000).dividingFullWidth(product).quotient
  }
}

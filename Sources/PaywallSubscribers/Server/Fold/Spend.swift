#if Server
import PaywallTextCoding

/// Lifetime spend by currency, in milliunits. A customer has few currencies, so a list is enough.
struct Spend {
  private var amounts: [(currency: String, amount: Int64)] = []

  /// Adds what was paid for one purchase and not refunded. The price covers the quantity; one below
  /// 0 counts as none.
  ///
  /// - Parameter returned: thousandths of a percent of the price.
  mutating func add(price: Int64?, currency: String?, returned: Int64) {
    guard let price, price > 0, returned < 100_000 else { return }
    let kept = price.part(100_000 - returned)
    let currency = currency ?? Self.unknownCurrency
    if let place = amounts.firstIndex(where: { $0.currency.hasSameUTF8(as: currency) }) {
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
  /// So many thousandths of a percent of an amount, 0…100000, rounded down.
  fileprivate func part(_ share: Int64) -> Int64 {
    Int64(100_000).dividingFullWidth(multipliedFullWidth(by: share)).quotient
  }
}
#endif

import PaywallTextCoding

/// Lifetime spend by currency, in milliunits. A customer has few currencies, so a list is enough.
struct Spend {
  private var amounts: [(currency: String, amount: Int64)] = []

  /// Adds what was paid for one purchase and not refunded, rounded down. The price covers the
  /// quantity; one below 0 counts as none.
  mutating func add(price: Int64?, currency: String?, returned: Share) {
    guard let price, price > 0, !returned.isAll else { return }
    let kept = returned.rest.of(price)
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

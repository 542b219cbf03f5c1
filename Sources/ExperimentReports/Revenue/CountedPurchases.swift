import Ledger

/// The counted purchases of customers with neighbouring numbers, without gaps.
struct CountedPurchases: PurchasePart {
  private var purchases: [CountedPurchase] = []
  private var returns: [CountedReturn] = []
  /// Where each customer's end.
  private var ends: [(purchases: Int32, returns: Int32)] = []

  init() {}

  func forEach(_ body: (CountedCustomer) -> Void) {
    for place in ends.indices {
      let ranges = ranges(at: place)
      body(
        CountedCustomer(purchases: purchases[ranges.purchases], returns: returns[ranges.returns]))
    }
  }

  mutating func insert(_ customer: CustomerPurchases, at place: Int, by terms: SaleTermsList) {
    let counted = terms.counted(customer)
    let start = start(of: place)
    purchases.insert(contentsOf: counted.purchases, at: start.purchases)
    returns.insert(contentsOf: counted.returns, at: start.returns)
    ends.insert((Int32(start.purchases), Int32(start.returns)), at: place)
    move(from: place, by: counted.purchases.count, counted.returns.count)
  }

  mutating func remove(at place: Int) {
    let ranges = ranges(at: place)
    purchases.removeSubrange(ranges.purchases)
    returns.removeSubrange(ranges.returns)
    ends.remove(at: place)
    move(from: place, by: -ranges.purchases.count, -ranges.returns.count)
  }

  private mutating func move(from place: Int, by purchases: Int, _ returns: Int) {
    for next in ends.indices[place...] {
      ends[next].purchases += Int32(purchases)
      ends[next].returns += Int32(returns)
    }
  }

  private func start(of place: Int) -> (purchases: Int, returns: Int) {
    place == 0 ? (0, 0) : (Int(ends[place - 1].purchases), Int(ends[place - 1].returns))
  }

  private func ranges(at place: Int) -> (purchases: Range<Int>, returns: Range<Int>) {
    let (start, end) = (start(of: place), ends[place])
    return (start.purchases..<Int(end.purchases), start.returns..<Int(end.returns))
  }
}

/// Identifiers in the forms of Apple's. The same seed gives the same ones in the same order.
struct StoreIdentifiers: Sendable {
  private var state: UInt64
  private var firstTransaction: UInt64 = 0
  private var customers: UInt64 = 0
  /// The customer of each transaction, by their index.
  private var owners: [Int32] = []

  init(seed: UInt64) {
    state = seed
    // Two worlds should not give the same ids to different purchases, so that their data can be
    // told apart in one ledger.
    firstTransaction = 2_000_000_000_000_000 + next() % 100_000_000 * 1_000_000
    customers = 704_000_000_000_000_000 + next() % 100_000_000 * 1_000_000
  }

  /// SplitMix64.
  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// The id of a new transaction, and the id of the billing event that belongs to it.
  mutating func transaction(of customer: Int) -> (id: String, webOrderLineItemId: String) {
    let id = firstTransaction + UInt64(owners.count)
    owners.append(Int32(customer))
    return (String(id), String(id + 1_000_000_000_000_000))
  }

  /// The customer of a transaction.
  func owner(of transactionId: String) -> Int? {
    guard let id = UInt64(transactionId), id >= firstTransaction,
      id - firstTransaction < UInt64(owners.count)
    else { return nil }
    return Int(owners[Int(id - firstTransaction)])
  }

  mutating func appTransactionId() -> String {
    customers += 1
    return String(customers)
  }

  /// A UUID of version 4 in lower case.
  mutating func uuid() -> String {
    let (high, low) = (next() & ~0xF000 | 0x4000, next() & ~(3 << 62) | 1 << 63)
    let digits = Self.hexadecimal(high) + Self.hexadecimal(low)
    var text = ""
    for (place, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(place) { text.append("-") }
      text.append(digit)
    }
    return text
  }

  private static func hexadecimal(_ word: UInt64) -> String {
    let digits = String(word, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

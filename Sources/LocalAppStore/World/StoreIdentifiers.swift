import PaywallTextCoding

/// Identifiers in the forms of Apple's. The same seed gives the same ones in the same order.
struct StoreIdentifiers: Sendable {
  private var random: SplitMix64
  private var firstTransaction: UInt64 = 0
  private var customers: UInt64 = 0
  private var firstCustomer: UInt64 = 0
  /// The customer of each transaction, by their index.
  private var owners: [Int32] = []

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    // Two worlds should not give the same ids to different purchases, so that their data can be
    // told apart in one ledger.
    firstTransaction = 2_000_000_000_000_000 + random.next() % 100_000_000 * 1_000_000
    customers = 704_000_000_000_000_000 + random.next() % 100_000_000 * 1_000_000
    firstCustomer = customers + 1
  }

  /// The id of a new transaction, and the id of the billing event that belongs to it.
  mutating func transaction(of customer: Int) -> (id: String, webOrderLineItemId: String) {
    let id = firstTransaction + UInt64(owners.count)
    owners.append(Int32(customer))
    return (String(id), String(id + Self.lineItems))
  }

  private static let lineItems: UInt64 = 1_000_000_000_000_000

  /// The transaction of a billing event.
  func transaction(ofLineItem webOrderLineItemId: String) -> String? {
    guard let item = UInt64(webOrderLineItemId), item >= Self.lineItems else { return nil }
    return String(item - Self.lineItems)
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

  /// The customer of an app transaction.
  func customer(ofApp appTransactionId: String) -> Int? {
    guard let id = UInt64(appTransactionId), id >= firstCustomer, id <= customers else {
      return nil
    }
    return Int(id - firstCustomer)
  }

  /// A UUID of version 4 in lower case.
  mutating func uuid() -> String {
    let (high, low) = (
      random.next() & ~0xF000 | 0x4000, random.next() & ~(3 << 62) | 1 << 63
    )
    return (Self.hexadecimal(high) + Self.hexadecimal(low))[...].withHyphens
  }

  private static func hexadecimal(_ word: UInt64) -> String {
    let digits = String(word, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

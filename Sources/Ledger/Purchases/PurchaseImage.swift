package import PaywallCatalog

/// The purchases of customers with neighbouring numbers, in a form that is kept.
package protocol PurchasePart: Sendable {
  /// Shared by all parts.
  associatedtype Terms: Sendable

  init()
  mutating func insert(_ customer: CustomerPurchases, at place: Int, by terms: Terms)
  mutating func remove(at place: Int)
}

/// The purchases of an environment as they were read last, so that the next reading is of customers of
/// whom something has changed since. All of it is in memory, and may be dropped at any time.
///
/// A purchase changes with a text that is stored in the same transaction. Chains that came, went or moved
/// without one, as by an erasure, are found by their sums.
package struct PurchaseImage<Part: PurchasePart>: Sendable {
  private var ranges: [CustomerRow.Number: Range] = [:]
  private var cursor: CommitCursor
  /// `PurchaseCursor.ledger`.
  private let ledger: String

  fileprivate struct Range {
    /// Sorted.
    var customers: [CustomerRow.Number] = []
    var sums: [ChainSums] = []
    var part = Part()
  }

  /// In any order.
  package var parts: some Sequence<Part> { ranges.values.lazy.map(\.part) }

  /// Reads all customers.
  fileprivate init(
    _ tables: any StoredTables, in environment: AppStoreEnvironment, _ terms: Part.Terms
  ) throws {
    ledger = try tables.purchaseLedger()
    cursor = CommitCursor(at: try tables.endOfTexts())
    try tables.eachCustomer(in: environment, among: nil) { insert($0, terms) }
  }

  /// Reads customers again of whom something has changed.
  ///
  /// - Returns: `false` if the image is of another ledger, or too much has changed.
  fileprivate mutating func follow(
    _ tables: any StoredTables, in environment: AppStoreEnvironment, _ terms: Part.Terms
  ) throws -> Bool {
    let end = try tables.endOfTexts()
    guard try ledger == tables.purchaseLedger(), end.newest >= cursor.number else { return false }
    let changed = try tables.customers(withTextsAfter: cursor.number, in: environment)
    let count = ranges.values.reduce(0) { $0 + $1.customers.count }
    guard changed.count <= 1_000 + count / 10 else { return false }
    for customer in changed {
      remove(customer)
      try tables.eachCustomer(in: environment, among: customer...customer) { insert($0, terms) }
    }
    let sums = try tables.chainSums(in: environment)
    for number in Set(sums.keys).union(ranges.keys) {
      let known = ranges[number]?.sums.reduce(ChainSums(), +)
      guard sums[number] ?? ChainSums() != known ?? ChainSums() else { continue }
      ranges[number] = nil
      let first = number * ChainSums.width
      try tables.eachCustomer(in: environment, among: first...(first + ChainSums.width - 1)) {
        insert($0, terms)
      }
    }
    cursor = cursor.moved(to: cursor.settled(end), isFull: false, end)
    return true
  }

  private mutating func insert(_ purchases: CustomerPurchases, _ terms: Part.Terms) {
    ranges[purchases.customer / ChainSums.width, default: Range()].insert(purchases, terms)
  }

  private mutating func remove(_ customer: CustomerRow.Number) {
    ranges[customer / ChainSums.width]?.remove(customer)
  }
}

extension PurchaseImage.Range {
  fileprivate mutating func insert(_ purchases: CustomerPurchases, _ terms: Part.Terms) {
    let place = place(of: purchases.customer)
    customers.insert(purchases.customer, at: place)
    sums.insert(ChainSums(purchases), at: place)
    part.insert(purchases, at: place, by: terms)
  }

  fileprivate mutating func remove(_ customer: CustomerRow.Number) {
    let place = place(of: customer)
    guard place < customers.count, customers[place] == customer else { return }
    customers.remove(at: place)
    sums.remove(at: place)
    part.remove(at: place)
  }

  /// The first place whose customer has this number or a higher one.
  private func place(of customer: CustomerRow.Number) -> Int {
    if let last = customers.last, last < customer { return customers.count }
    var (low, high) = (0, customers.count)
    while low < high {
      let middle = (low + high) / 2
      if customers[middle] < customer { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension Ledger {
  /// The purchases of an environment, as of one moment of the ledger.
  ///
  /// - Parameters:
  ///   - image: of an earlier moment, made by the same terms; `nil` reads all customers.
  package func purchases<Part: PurchasePart>(
    in environment: AppStoreEnvironment, since image: PurchaseImage<Part>?, by terms: Part.Terms
  ) async throws(LedgerFailure) -> PurchaseImage<Part> {
    try await read(.scan) { tables in
      if var image, try image.follow(tables, in: environment, terms) { return image }
      return try PurchaseImage(tables, in: environment, terms)
    }
  }
}

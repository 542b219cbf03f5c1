package import PaywallTextCoding

/// The purchases that the transactions of a customer show. Apple gives one purchase several
/// transaction ids (a restore, a second device); such copies are one purchase here, and everything
/// that counts, sums or lists reads purchases.
///
/// Copies share environment, `originalTransactionId`, `productId` and ownership, and
/// `appTransactionId` where both name one. Those of a subscription also share the billing event
/// (`webOrderLineItemId`) and `expiresDate`, those of a non-consumable `originalPurchaseDate`. The
/// rule is symmetric and reads all of them at once, so that the order of arrival does not matter.
package struct Purchases: Sendable {
  /// One fact for each purchase. The copy that Apple signed last decides; the purchase began with
  /// the earliest `purchaseDate` of all.
  package private(set) var facts: [TransactionFact]
  /// Sorted by purchase chain. Those that contradict each other are purchases of their own.
  package private(set) var contradictions: [CopyContradiction] = []
  /// The purchases that have several transaction ids.
  package private(set) var copied: [Copied] = []
  /// The places in `copied`, by the ids of all copies.
  private var places: [UTF8Key: Int] = [:]

  /// One purchase under several transaction ids.
  package struct Copied: Sendable {
    package let purchase: TransactionFact
    /// The transactions; the first is the one that Apple signed last.
    package let copies: [TransactionFact]

    fileprivate init(_ copies: [TransactionFact]) {
      self.copies = copies.sorted { $0.supersedes($1) }
      purchase = TransactionFact(newestFirst: self.copies)
    }
  }

  /// - Parameter transactions: the newest text of each transaction id, all of one environment.
  package init(_ transactions: [TransactionFact]) {
    let transactions = transactions.tellingAdditions
    facts = transactions
    guard Self.mayHoldCopies(transactions) else { return }
    facts = []
    for candidates in CopyCandidates.all(in: transactions) {
      add(candidates)
    }
    facts.sort { $0.transactionId.precedes($1.transactionId) }
    contradictions.sort()
    copied.sort { $0.purchase.transactionId.precedes($1.purchase.transactionId) }
    for (place, each) in copied.enumerated() {
      for copy in each.copies { places[UTF8Key(copy.transactionId)] = place }
    }
  }

  /// The ids of the transactions that contradict others of one purchase.
  package var contradicted: Set<UTF8Key> {
    Set(contradictions.flatMap(\.transactionIds).map(UTF8Key.init))
  }

  /// The id of the purchase that a transaction belongs to.
  package func id(ofTransaction id: String) -> String {
    places[UTF8Key(id)].map { copied[$0].purchase.transactionId } ?? id
  }

  /// The ids of all transactions of the purchase that a transaction belongs to, its own included.
  package func ids(ofCopiesOf id: String) -> [String] {
    places[UTF8Key(id)].map { copied[$0].copies.map(\.transactionId) } ?? [id]
  }

  private mutating func add(_ candidates: CopyCandidates) {
    for group in candidates.groups {
      let fields = CopyContradiction.Field.allCases.filter { $0.isContradicted(in: group) }
      guard !fields.isEmpty else {
        add(copies: group)
        continue
      }
      // Added seats with other terms were added at another time.
      if !group[0].isAddition { contradictions.append(CopyContradiction(group, fields)) }
      for copies in Dictionary(grouping: group, by: { CopyTerms($0) }).values {
        add(copies: copies)
      }
    }
  }

  private mutating func add(copies: [TransactionFact]) {
    guard copies.count > 1 else {
      facts += copies
      return
    }
    let copied = Copied(copies)
    facts.append(copied.purchase)
    self.copied.append(copied)
  }

  /// Whether two transactions have the same name of a purchase, which may also be equal hashes.
  private static func mayHoldCopies(_ transactions: [TransactionFact]) -> Bool {
    guard transactions.count > 1 else { return false }
    var hashes: [UInt64] = []
    hashes.reserveCapacity(transactions.count)
    for transaction in transactions {
      if let name = transaction.purchaseName { hashes.append(name.quickHash) }
    }
    hashes.sort()
    return hashes.indices.dropFirst().contains { hashes[$0] == hashes[$0 - 1] }
  }
}

extension TransactionFact {
  /// The name that the copies of a purchase share and no other purchase of the chain has; `nil` for
  /// a transaction that has no copies: a consumable, a non-renewing subscription.
  package var purchaseName: String? {
    switch type?.known {
    case .nonConsumable: return originalPurchaseDate == nil ? nil : originalTransactionId
    case .autoRenewable, nil:
      guard expiresDate != nil, let id = webOrderLineItemId, !id.isEmpty, id != "0" else {
        return nil
      }
      return id
    case .consumable, .nonRenewing: return nil
    }
  }

  /// The purchase of which all copies are known. They agree about its terms, so that what the
  /// newest leaves out is taken from the one before it.
  fileprivate init(newestFirst: [TransactionFact]) {
    self = newestFirst[0]
    for older in newestFirst.dropFirst() {
      self = merged(with: older)
      complete(from: older)
    }
    purchaseDate = newestFirst.compactMap(\.purchaseDate).min()
    transactionId =
      newestFirst.map(\.transactionId).min { left, right in
        let isFirst = [left, right].map { $0.hasSameUTF8(as: originalTransactionId) }
        return isFirst[0] == isFirst[1] ? left.precedes(right) : isFirst[0]
      } ?? transactionId
  }

  private mutating func complete(from older: TransactionFact) {
    appTransactionId = appTransactionId ?? older.appTransactionId
    appAccountToken = appAccountToken ?? older.appAccountToken
    originalPurchaseDate = originalPurchaseDate ?? older.originalPurchaseDate
    groupId = groupId ?? older.groupId
    type = type ?? older.type
    quantity = quantity ?? older.quantity
    price = price ?? older.price
    currency = currency ?? older.currency
    storefront = storefront ?? older.storefront
  }
}

extension String {
  /// A hash (FNV-1a) of which equality proves nothing.
  fileprivate var quickHash: UInt64 {
    utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
  }
}

import PaywallCatalog
import PaywallTextCoding

/// Transactions that have the name of one purchase; most are alone.
struct CopyCandidates {
  private var members: [TransactionFact]

  /// - Returns: each transaction once.
  static func all(in transactions: [TransactionFact]) -> [CopyCandidates] {
    var all: [CopyCandidates] = []
    var places: [Name: Int] = [:]
    for transaction in transactions {
      guard let name = Name(transaction) else {
        all.append(CopyCandidates(members: [transaction]))
        continue
      }
      if let place = places[name] {
        all[place].members.append(transaction)
      } else {
        places[name] = all.count
        all.append(CopyCandidates(members: [transaction]))
      }
    }
    return all
  }

  /// The candidates by customer; those of a non-consumable also by the refunds between them.
  var groups: [[TransactionFact]] {
    guard members.count > 1 else { return [members] }
    return Dictionary(grouping: members) { refunds(before: $0) }.values.flatMap { group in
      let customers = Set(group.compactMap { $0.appTransactionId.map(UTF8Key.init) })
      guard customers.count > 1 else { return [group] }
      return Array(
        Dictionary(grouping: group) { $0.appTransactionId.map(UTF8Key.init) }.values)
    }
  }

  /// How many refunds of a non-consumable came before a transaction was bought: a purchase after a
  /// refund is no copy, while a copy of what was refunded names the same refund. A subscription's
  /// billing event tells them apart.
  private func refunds(before bought: TransactionFact) -> Int {
    guard bought.type?.known == .nonConsumable, let moment = bought.purchaseDate else { return 0 }
    return Set(members.compactMap(\.revocationDate)).count {
      $0 <= moment && $0 != bought.revocationDate
    }
  }

  private struct Name: Hashable {
    let purchase: UTF8Key
    let original: UTF8Key
    let product: UTF8Key
    let ownership: UTF8Key?
    let isSubscription: Bool
    let isAddition: Bool

    init?(_ transaction: TransactionFact) {
      guard let name = transaction.purchaseName else { return nil }
      purchase = UTF8Key(name)
      original = UTF8Key(transaction.originalTransactionId)
      product = UTF8Key(transaction.productId)
      ownership = transaction.ownership.map { UTF8Key($0.raw) }
      isSubscription = transaction.type?.known != .nonConsumable
      isAddition = transaction.isAddition
    }
  }
}

/// The terms that copies of one purchase must agree about. A term that one leaves out contradicts
/// nothing.
struct CopyTerms: Hashable {
  private let price: Int64?
  private let currency: UTF8Key?
  private let quantity: Int?
  private let expiresDate: Timestamp?
  private let originalPurchaseDate: Timestamp?

  init(_ transaction: TransactionFact) {
    price = transaction.price
    currency = transaction.currency.map(UTF8Key.init)
    quantity = transaction.quantity
    expiresDate = transaction.expiresDate
    originalPurchaseDate =
      transaction.type?.known == .nonConsumable ? transaction.originalPurchaseDate : nil
  }
}

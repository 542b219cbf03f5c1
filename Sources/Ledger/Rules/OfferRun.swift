package import Catalog
package import Subscribers

/// One redemption of an offer: its first transaction. The renewals of an offer over several periods
/// belong to the same run (decisions.md "Grants").
package struct OfferRun: Hashable, Sendable {
  package var kind: OfferKind
  /// Apple's offer identifier; `nil` for introductory offers.
  package var offerId: String?
  package var productId: String
  package var transactionId: String
  package var purchaseDate: Timestamp

  /// The runs of introductory and promotional offers in a customer's transactions, by purchase.
  package static func runs(in transactions: [TransactionFact]) -> [OfferRun] {
    let lines = Dictionary(grouping: transactions) { Array($0.originalTransactionId.utf8) }
    return lines.values.flatMap { line -> [OfferRun] in
      let line = line.sorted { $0.place < $1.place }
      return line.indices.compactMap { index -> OfferRun? in
        guard let run = OfferRun(line[index]) else { return nil }
        guard index > 0, line[index].continues(line[index - 1]) else { return run }
        return nil
      }
    }.sorted {
      ($0.purchaseDate.milliseconds, $0.transactionId)
        < ($1.purchaseDate.milliseconds, $1.transactionId)
    }
  }

  private init?(_ transaction: TransactionFact) {
    switch transaction.offerKind?.known {
    case .introductory: kind = .introductory
    case .promotional: kind = .promotional
    default: return nil
    }
    offerId = kind == .introductory ? nil : transaction.offerId
    productId = transaction.productId
    transactionId = transaction.transactionId
    purchaseDate = transaction.boughtAt
  }
}

extension TransactionFact {
  fileprivate var boughtAt: Timestamp { purchaseDate ?? originalPurchaseDate ?? signedDate }

  fileprivate var place: (Int64, String) { (boughtAt.milliseconds, transactionId) }

  /// Whether this is a renewal under the offer that the one before it began or went on with.
  fileprivate func continues(_ previous: TransactionFact) -> Bool {
    let isRenewal =
      reason.map { $0 == .renewal } ?? !transactionId.utf8.elementsEqual(originalTransactionId.utf8)
    return isRenewal && offerKind == previous.offerKind
      && (offerId ?? "").utf8.elementsEqual((previous.offerId ?? "").utf8)
  }
}

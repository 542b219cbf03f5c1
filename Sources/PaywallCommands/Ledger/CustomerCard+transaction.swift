import CommandSupport
import HTTPDocuments
import PaywallCatalog
import Subscribers

extension CustomerCard {
  struct TransactionCard: Card {
    let transaction: TransactionFact
    /// The purchase in which all copies of the transaction are combined.
    let purchase: TransactionFact

    static let members = Members<Self> {
      $0.always("at", .moment) { $0.transaction.moment.rfc3339 }
      $0.always("transactionId", .text) { $0.transaction.transactionId }
      $0.always("product", .text) { $0.transaction.productId }
      $0.maybe("quantity", .integer(), "How many were bought, or seats.") {
        $0.transaction.quantity
      }
      $0.always("what", .text, "In words.") { $0.words }
      $0.maybe("copyOf", "The id of the purchase that this is another text of.") { $0.copyOf }
      $0.maybe("until", .moment) { $0.transaction.expiresDate?.rfc3339 }
      $0.maybe("price", .integer(), "Milliunits.") { $0.transaction.price }
      $0.maybe("currency", .text) { $0.transaction.currency }
    }

    private var copyOf: String? {
      let id = purchase.transactionId
      return id == transaction.transactionId ? nil : id
    }

    var words: String {
      var words = [transaction.reason?.raw.lowercased() ?? "transaction"]
      if let ownership = transaction.ownership, !(ownership == .purchased) {
        let holder =
          switch ownership.known {
          case .familyShared: "shared by family"
          case .assigned: "a seat that somebody else pays for"
          case .purchased, nil: ownership.raw
          }
        words.append(holder)
      }
      if let kind = transaction.offerKind {
        let name = kind.known.map { "\($0) offer" } ?? "offer of kind \(kind.raw)"
        words.append([name, transaction.offerId].compactMap { $0 }.joined(separator: " "))
      }
      if transaction.isUpgraded { words.append("replaced by an upgrade") }
      if let revoked = purchase.revokedAt { words.append("taken back \(revoked.rfc3339)") }
      if let copyOf { words.append("copy of \(copyOf)") }
      words += transaction.termWords(addsSeats: purchase.isAddition)
      return words.joined(separator: ", ")
    }
  }
}

extension TransactionFact {
  var moment: Timestamp { purchaseDate ?? originalPurchaseDate ?? signedDate }
}

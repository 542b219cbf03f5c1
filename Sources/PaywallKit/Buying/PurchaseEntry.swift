import Foundation

/// Something that the App Store signed and that the server must keep.
struct PurchaseEntry: Codable, Equatable, Sendable {
  /// A key made from its content: two texts of the same transaction are one entry.
  var key: String
  /// The transaction; `nil` for signed texts that the app reports by itself.
  var transaction: StoreTransaction?
  /// The signed texts, instead of a transaction.
  var texts: PurchaseEvidence?
  /// The visitor who bought it. `nil` if it is another person's: it is reported without ids.
  var who: VisitorIdentity?
  /// The server's refusals so far. A refused entry is tried once in each start of the app.
  var refusals = 0
  /// True if it names no customer and the store holds nothing of it: another Apple Account bought
  /// it.
  var isOfOtherAccount: Bool?

  static let prefix = "purchase-"

  /// The name of its file.
  var file: String { Self.prefix + key }

  /// The number of refusals, each in another start, after which it is given up.
  static let mostRefusals = 100

  init(_ transaction: StoreTransaction, who: VisitorIdentity?) {
    key = transaction.key
    self.transaction = transaction
    self.who = who
  }

  init(_ texts: PurchaseEvidence, who: VisitorIdentity?) {
    key = Fingerprint.short(
      of: texts.transactions.joined(separator: " "), texts.renewalInfo.joined(separator: " "),
      texts.appTransaction)
    self.texts = texts
    self.who = who
  }

  var evidence: PurchaseEvidence {
    texts ?? PurchaseEvidence(transactions: transaction.map { [$0.jws] } ?? [])
  }

  /// The approximate bytes of its file.
  var size: Int {
    let texts = evidence
    return 500
      + (texts.transactions + texts.renewalInfo).reduce(texts.appTransaction?.utf8.count ?? 0) {
        $0 + $1.utf8.count
      }
  }

  /// True if one request may carry both entries: the server answers about one customer.
  func goes(with other: PurchaseEntry) -> Bool {
    guard let transaction, let next = other.transaction else { return false }
    return who == other.who && transaction.environment == next.environment
      && transaction.appTransactionId == next.appTransactionId
      && (transaction.appTransactionId != nil || transaction.originalId == next.originalId)
  }
}

extension [PurchaseEntry] {
  /// The transactions that unlock on StoreKit's word: those that wait for the server, and those
  /// that the store holds and the server has not answered about. None that the server has refused.
  func unlocking(
    beside record: CustomerRecord?, _ facts: StoreFacts, _ scope: AccountScope
  ) -> [StoreTransaction] {
    let refused = Set(filter { $0.refusals > 0 }.map(\.key))
    let held = (record?.local ?? []).filter { !refused.contains($0.key) }
    let waiting = filter { $0.refusals == 0 && $0.isOfOtherAccount != true }
    return (held + waiting.compactMap(\.transaction)).lastWords.filter {
      scope.includes($0.appAccountToken) && facts.isOwn($0)
    }
  }
}

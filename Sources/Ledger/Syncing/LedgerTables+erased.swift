import AppStore
import PaywallCatalog
import PaywallSubscribers
import PaywallTextCoding

extension LedgerTables {
  /// Whether a person of these ids was erased at a moment or after it.
  func wasErased(
    _ ids: [ErasedId], in environment: AppStoreEnvironment, since moment: Timestamp
  ) throws -> Bool {
    guard try hasRemnants() else { return false }
    return try ids.contains { id in
      guard let erased = try erasedAt(hash: hash(of: id, in: environment)) else { return false }
      return moment <= erased
    }
  }

  /// A notification that was signed before its person was erased.
  func isOfErased(_ notification: Notification) throws -> Bool {
    try wasErased(
      notification.erasedIds, in: notification.environment,
      since: notification.signedDate ?? Timestamp(milliseconds: .min))
  }

  /// A purchase from before the erasure of its person. An answer of Apple's server is signed when it
  /// is asked for, so its date of signing says nothing.
  func isOfErased(_ fact: TransactionFact) throws -> Bool {
    try wasErased(
      fact.erasedIds, in: fact.environment,
      since: fact.boughtAt ?? Timestamp(milliseconds: .min))
  }
}

extension Notification {
  fileprivate var erasedIds: [ErasedId] {
    var ids = transaction?.payload.fact?.erasedIds ?? []
    if let renewal = renewalInfo?.payload.fact {
      ids += ErasedId.all(renewal.appTransactionId, renewal.originalTransactionId)
    }
    if let app = appTransaction?.payload.appTransactionId { ids.append(.appTransactionId(app)) }
    return ids
  }
}

extension TransactionFact {
  fileprivate var erasedIds: [ErasedId] { ErasedId.all(appTransactionId, originalTransactionId) }
}

extension ErasedId {
  fileprivate static func all(_ customer: String?, _ chain: String) -> [ErasedId] {
    (customer.map { [.appTransactionId($0)] } ?? []) + [.originalTransactionId(chain)]
  }
}

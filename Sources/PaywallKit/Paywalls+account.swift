import Foundation
import PaywallCatalog

// Whose purchases count.
extension Paywalls {
  /// Whose purchases count as this visitor's.
  func scope(of visitor: VisitorIds) -> AccountScope {
    configuration.scope(of: visitor, accounts: purchases.accounts)
  }

  /// The account that a purchase of this visitor is made for.
  func account(of visitor: VisitorIds) -> UUID? {
    visitor.userId.flatMap { configuration.account($0) }
  }

  /// The visitor whom a transaction is reported as; `nil` if it is another person's.
  func buyer(of transaction: StoreTransaction) -> VisitorIdentity? {
    guard let visitor, scope(of: visitor).includes(transaction.appAccountToken) else { return nil }
    return identity(of: visitor, in: transaction.environment)
  }

  func identity(of visitor: VisitorIds, in environment: String?) -> VisitorIdentity {
    VisitorIdentity(
      anonymousId: visitor.anonymousId, userId: visitor.userId,
      environment: environment == "production" ? nil : environment,
      userProof: visitor.userProof)
  }

  /// Somebody logged in or out: nothing of the person before is shown. What the store has on this device
  /// counts until the server has answered.
  func ownerChanged() async {
    guard let visitor else { return }
    if let account = account(of: visitor), purchases.accounts.insert(account).inserted {
      let accounts = purchases.accounts
      storage.write(configuration.log) { try $0.keep(accounts, at: StoredPurchases.accountsFile) }
    }
    let owner = CustomerRecord.owner(visitor, scope(of: visitor))
    if purchases.record?.owner != owner {
      purchases.record = nil
      storage.write(configuration.log) { try $0.remove(CustomerRecord.file) }
    }
    purchases.ahead = [:]
    publishCustomer(isOther: true)
    guard let store = configuration.store else { return }
    let task = Task { await store.currentEntitlements() }
    if let local = await task.value(within: StorageQueue.timeout, clock),
      purchases.record == nil, self.visitor == visitor
    {
      purchases.local = local
      publishCustomer(isOther: true)
      keepOnStoresWord(owner)
    }
    Task { await reconcile() }
  }

  /// For a start before the server has answered.
  func keepOnStoresWord(_ owner: String) {
    guard isVisitorKept, purchases.record == nil, let customer else { return }
    let record = CustomerRecord(owner: owner, customer: customer)
    storage.write(configuration.log) { try $0.keep(record, at: CustomerRecord.file) }
  }

  /// What an earlier run stored.
  func adoptPurchases(_ stored: StoredPurchases) {
    for name in stored.unreadable {
      configuration.log(.storageFailed("\(name) cannot be read. It stays for another version."))
    }
    let new = purchases.queue
    purchases.queue =
      stored.queue + new.filter { entry in !stored.queue.contains { $0.key == entry.key } }
    purchases.onDisk.formUnion(stored.queue.map(\.key))
    if let kept = stored.kept, kept.server == purchases.kept.server { purchases.kept = kept }
    if let accounts = stored.accounts { purchases.accounts.formUnion(accounts) }
    if purchases.record == nil { purchases.record = stored.record }
    if purchases.grants.entitlements.isEmpty, let grants = stored.grants {
      purchases.grants = grants
    }
    if purchases.facts == StoreFacts(), let facts = stored.facts { purchases.facts = facts }
    // The store may have said already whose the device is now.
    learnAccount(purchases.facts.appTransactionId)
    customerCache.update(time)
    publishCustomer(isOther: true)
    if !purchases.queue.isEmpty { deliverSoon() }
  }
}

extension Paywalls.Configuration {
  /// Whose purchases count as a visitor's.
  ///
  /// - Parameter accounts: of the users who have logged in on this device.
  func scope(of visitor: VisitorIds, accounts: Set<UUID>) -> AccountScope {
    if let account = visitor.userId.flatMap({ account($0) }) { return .only(account) }
    return accounts.isEmpty ? .any : .none
  }

  /// What an earlier run has stored of the customer, if it is the visitor's.
  func customer(in stored: StoredState?) -> Customer? {
    guard let stored, let visitor = stored.visitor else { return nil }
    let scope = scope(of: visitor, accounts: stored.purchases.accounts ?? [])
    let record = stored.purchases.record.flatMap {
      $0.owner == CustomerRecord.owner(visitor, scope) ? $0.whole : nil
    }
    let waiting = stored.purchases.queue.filter { $0.refusals == 0 }.compactMap(\.transaction)
      .lastWords.filter {
        scope.includes($0.appAccountToken) && (stored.purchases.facts ?? StoreFacts()).isOwn($0)
      }
    guard record != nil || !waiting.isEmpty else { return nil }
    let nobody = Customer(
      id: visitor.userId ?? visitor.anonymousId,
      environment: stored.purchases.facts?.environment ?? "production")
    return (record ?? nobody).merged(
      with: waiting, stored.purchases.grants ?? ProductGrants())
  }
}

import Foundation

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
      save(purchases.accounts, at: StoredPurchases.accountsFile)
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
    if let held = await task.value(within: StorageQueue.timeout, clock), self.visitor == visitor {
      trust(held, isOther: true)
    }
    Task { await reconcile() }
  }

  /// What the store holds counts as far as the server has not answered about it, also in a start before it
  /// has.
  func trust(_ transactions: [StoreTransaction], isOther: Bool = false) {
    guard let visitor else { return }
    var record = customerRecord(of: visitor)
    record.trust(transactions, at: now.date)
    keep(record)
    publishCustomer(isOther: isOther)
  }

  /// What is known of this visitor's purchases alone.
  func customerRecord(of visitor: VisitorIds) -> CustomerRecord {
    let owner = CustomerRecord.owner(visitor, scope(of: visitor))
    if let record = purchases.record, record.owner == owner { return record }
    return CustomerRecord(owner: owner, customer: Customer(visitor, purchases.facts))
  }

  /// Nothing is written as long as nothing is known.
  func keep(_ record: CustomerRecord) {
    guard record != purchases.record,
      purchases.record != nil || record.asOf != nil || record.local != nil
    else { return }
    purchases.record = record
    guard isVisitorKept else { return }
    save(record, at: CustomerRecord.file)
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
    if purchases.record?.asOf == nil, let record = stored.record { purchases.record = record }
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
    let purchases = stored.purchases
    let facts = purchases.facts ?? StoreFacts()
    let record = purchases.record.flatMap {
      $0.owner == CustomerRecord.owner(visitor, scope) ? $0 : nil
    }
    let waiting = purchases.queue.unlocking(beside: record, facts, scope)
    guard record != nil || !waiting.isEmpty else { return nil }
    let grants = purchases.grants ?? ProductGrants()
    return record?.merged(with: waiting, grants)
      ?? Customer(visitor, facts).merged(with: waiting, grants)
  }
}

extension Customer {
  /// Nothing is known of what this visitor has.
  fileprivate init(_ visitor: VisitorIds, _ facts: StoreFacts) {
    self.init(
      id: visitor.userId ?? visitor.anonymousId, environment: facts.environment ?? "production")
  }
}

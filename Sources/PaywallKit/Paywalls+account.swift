import Foundation

// The purchases that count as a visitor's.
extension Paywalls {
  /// Decides whose purchases count as this visitor's.
  func scope(of visitor: VisitorIds) -> AccountScope {
    configuration.scope(of: visitor, accounts: purchases.accounts)
  }

  /// The account that a purchase of this visitor is made for.
  func account(of visitor: VisitorIds) -> UUID? {
    visitor.userId.flatMap { configuration.advanced.account($0) }
  }

  /// Returns the visitor that a transaction is reported for; `nil` if it is another person's.
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

  /// Follows a log-in or log-out: nothing of the person before is shown. The store's purchases on
  /// this device count until the server has answered.
  func ownerChanged() async {
    guard let visitor else { return }
    if let account = account(of: visitor), purchases.accounts.insert(account).inserted {
      save(purchases.accounts, at: StoredPurchases.accountsFile)
    }
    let owner = CustomerRecord.owner(visitor, scope(of: visitor))
    if purchases.record?.owner != owner {
      purchases.record = nil
      storage.write(configuration.advanced.log) { try $0.remove(CustomerRecord.file) }
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

  /// Counts what the store holds, as far as the server has not answered about it; also in a start
  /// before it has.
  func trust(_ transactions: [StoreTransaction], isOther: Bool = false) {
    guard let visitor else { return }
    var record = customerRecord(of: visitor)
    record.trust(transactions, at: now.date)
    keep(record)
    publishCustomer(isOther: isOther)
  }

  /// The record of this visitor's purchases alone.
  func customerRecord(of visitor: VisitorIds) -> CustomerRecord {
    let owner = CustomerRecord.owner(visitor, scope(of: visitor))
    if let record = purchases.record, record.owner == owner { return record }
    return CustomerRecord(owner: owner, customer: PaywallCustomer(visitor, purchases.facts))
  }

  /// Writes the record, but only if something is known.
  func keep(_ record: CustomerRecord) {
    guard record != purchases.record,
      purchases.record != nil || record.asOf != nil || record.local != nil
    else { return }
    purchases.record = record
    guard isVisitorKept else { return }
    save(record, at: CustomerRecord.file)
  }

  /// Takes the purchases that an earlier run stored.
  func adoptPurchases(_ stored: StoredPurchases) {
    for name in stored.unreadable {
      configuration.advanced.log(
        .storageFailed("\(name) cannot be read. It stays for another version."))
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
    // The store may already have told whose the device is now.
    learnAccount(purchases.facts.appTransactionId)
    customerCache.update(time)
    publishCustomer(isOther: true)
    if !purchases.queue.isEmpty { deliverSoon() }
  }
}

extension Paywalls.Configuration {
  /// Decides whose purchases count as a visitor's.
  ///
  /// - Parameter accounts: the accounts of the users who have logged in on this device.
  func scope(of visitor: VisitorIds, accounts: Set<UUID>) -> AccountScope {
    if let account = visitor.userId.flatMap({ advanced.account($0) }) { return .only(account) }
    return accounts.isEmpty ? .any : .none
  }

  /// Returns the customer that an earlier run has stored, if it is the visitor's.
  func customer(in stored: StoredState?) -> PaywallCustomer? {
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
      ?? PaywallCustomer(visitor, facts).merged(with: waiting, grants)
  }
}

extension PaywallCustomer {
  /// A record before anything is known of this visitor's purchases.
  fileprivate init(_ visitor: VisitorIds, _ facts: StoreFacts) {
    self.init(
      id: visitor.userId ?? visitor.anonymousId, environment: facts.environment ?? "production")
  }
}

import Foundation
import PaywallCatalog

// The store's transactions: each is safe on disk or at the server before it is finished.
extension Paywalls {
  /// Listens to the store from the start of the app on.
  nonisolated func listenToStore() {
    guard let store = configuration.store else { return }
    let updates = store.updates
    Task { [weak self] in
      await self?.listen(to: updates, of: store)
    }
  }

  private func listen(to updates: AsyncStream<StoreTransaction>, of store: any PurchaseStore) {
    purchases.listening = [
      Task { [weak self] in
        for await transaction in updates {
          guard let self else { return }
          await self.arrived(transaction)
        }
      },
      Task { [weak self] in
        await self?.learnStore()
        for transaction in await store.unfinished() { await self?.arrived(transaction) }
        await self?.reconcile()
      },
    ]
  }

  private func arrived(_ transaction: StoreTransaction) async {
    await take(transaction)
    deliverSoon()
  }

  /// Puts a transaction in the queue and on disk. One that the server has is finished.
  ///
  /// - Parameter tapped: the visitor who tapped the button, if this client bought it.
  func take(_ transaction: StoreTransaction, tapped: VisitorIdentity? = nil) async {
    guard transaction.isVerified else {
      return configuration.advanced.log(.transactionUnverified(id: transaction.id))
    }
    _ = await ready(within: StorageQueue.timeout)
    learnTime(from: transaction, isNew: tapped != nil)
    if tapped != nil { learnAccount(transaction.appTransactionId) }
    guard !purchases.kept.holds(transaction.key, in: transaction.environment) else {
      arrive(transaction)
      return await finish(transaction)
    }
    guard !purchases.contains(transaction.key) else { return arrive(transaction) }
    let earlier = purchases.removeEarlier(than: transaction)
    let entry = PurchaseEntry(
      transaction, who: tapped ?? earlier.first?.who ?? buyer(of: transaction))
    purchases.queue.append(entry)
    if var record = purchases.record {
      record.endGrace(by: transaction)
      keep(record)
    }
    publishCustomer()
    await write(entry)
    // The next start needs one of the two files.
    if purchases.onDisk.contains(entry.key) { remove(earlier) }
    arrive(transaction)
  }

  /// Corrects a wrong clock by the App Store's, until the server tells its time: a purchase made
  /// just now was signed now, and any other one before.
  private func learnTime(from transaction: StoreTransaction, isNew: Bool) {
    let signed = Timestamp(transaction.signed)
    guard isNew ? !time.isSynchronized : !time.isKnown && signed > now else { return }
    _ = time.update(signed, clock)
    customerCache.update(time)
  }

  private func arrive(_ transaction: StoreTransaction) {
    for race in purchases.arrivals.removeValue(forKey: transaction.product) ?? [] {
      race.finish(transaction)
    }
  }

  /// Writes the entry. Returns when it is on disk, or when the disk has had its time; it is then
  /// written later.
  func write(_ entry: PurchaseEntry) async {
    guard !storage.isStuck else {
      return configuration.advanced.log(.storageFailed("The storage does not answer."))
    }
    let log = configuration.advanced.log
    guard hasRoom(for: entry) else {
      return log(
        .storageFailed("Too many purchases wait: this one stays with the App Store alone."))
    }
    let task = storage.start { storage in
      do {
        try storage.keep(entry, at: entry.file)
        return true
      } catch {
        log(.storageFailed("\(error)"))
        return false
      }
    }
    if let isWritten = await task.value(within: StorageQueue.timeout, clock) {
      if isWritten { written(entry) }
      return
    }
    Task { [weak self] in
      if await task.value { await self?.written(entry) }
    }
  }

  /// True if the disk has room. Purchases have precedence over exposures, of which the oldest are
  /// dropped.
  private func hasRoom(for entry: PurchaseEntry) -> Bool {
    // An entry that is written again replaces its own file.
    let own = purchases.onDisk.contains(entry.key) ? entry.size : 0
    let left = configuration.mostWaitingBytes - purchases.bytesOnDisk + own - entry.size
    guard left >= 0 else { return false }
    outbox.mostBytes = left
    drop(outbox.trim(), because: "Too much was waiting.")
    return true
  }

  private func written(_ entry: PurchaseEntry) {
    if purchases.contains(entry.key) { purchases.onDisk.insert(entry.key) } else { remove([entry]) }
  }

  func remove(_ entries: [PurchaseEntry]) {
    let files = entries.map(\.file)
    for entry in entries { purchases.onDisk.remove(entry.key) }
    storage.write(configuration.advanced.log) { storage in
      for file in files { try storage.remove(file) }
    }
  }

  /// Finishes a transaction that is safe. A store that does not answer is not waited for.
  func finish(_ transaction: StoreTransaction) async {
    guard let store = configuration.store else { return }
    _ = await Task { await store.finish(transaction) }.value(within: .seconds(5), clock)
  }

  /// Asks the store for the facts about the device.
  private func learnStore() async {
    guard let store = configuration.store else { return }
    _ = await learning(from: store).value(within: .seconds(5), clock)
    await learnGrants()
  }

  private func learning(from store: any PurchaseStore) -> Task<Void, Never> {
    if let learning = purchases.learning { return learning }
    let task = Task {
      async let app = store.appTransaction()
      async let storefront = store.storefront()
      let facts = await StoreFacts(
        environment: app?.environment, storefront: storefront, appTransactionId: app?.id)
      self.learn(facts)
    }
    purchases.learning = task
    return task
  }

  private func learn(_ facts: StoreFacts) {
    var facts = facts
    facts.environment = facts.environment ?? purchases.facts.environment
    facts.storefront = facts.storefront ?? purchases.facts.storefront
    learnAccount(facts.appTransactionId)
    facts.appTransactionId = facts.appTransactionId ?? purchases.facts.appTransactionId
    guard facts != purchases.facts else { return }
    purchases.facts = facts
    keepFacts()
  }

  func keepFacts() { save(purchases.facts, at: StoreFacts.file) }

  /// Lets the first requests of the very first start wait for the store, so that test traffic does
  /// not count as production.
  func awaitStore(within time: Duration) async {
    guard let store = configuration.store, purchases.facts == StoreFacts() else { return }
    _ = await learning(from: store).value(within: time, clock)
  }

  /// Asks the server what products unlock.
  private func learnGrants() async {
    do throws(NetworkFailure) {
      let response = try await endpoint.get("v1/products", etag: purchases.grants.etag)
      updateTime(from: response, toGet: true)
      guard response.status != 304,
        let grants = ProductGrants(response.body, etag: response[header: "ETag"])
      else { return }
      purchases.grants = grants
      save(grants, at: ProductGrants.file)
      publishCustomer()
    } catch {
      configuration.advanced.log(.networkFailed(placements: [], error))
    }
  }
}

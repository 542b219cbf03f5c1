import Foundation

// The App Store's signed texts are sent to the server until the server has kept them.
extension Paywalls {
  /// Sends the server what StoreKit signed, for apps that buy without
  /// ``buy(_:on:offer:ifOfferFails:within:)``. It is on disk before it is sent, and is sent until
  /// the server has kept it. Finish the transactions after this if it was kept or queued. On an
  /// Apple TV nothing is queued, because the system may delete the files.
  @discardableResult
  public func report(_ evidence: PurchaseEvidence) async -> ReportOutcome {
    guard let visitor = await ready(within: StorageQueue.timeout) else {
      return .notSaved(.taskCancelled)
    }
    let entry = PurchaseEntry(
      evidence, who: identity(of: visitor, in: environment))
    if !purchases.contains(entry.key) {
      purchases.queue.append(entry)
      await write(entry)
    }
    purchases.refused[entry.key] = nil
    purchases.quietUntil = nil
    let task = Task { await deliver() }
    let isOver = await task.value(within: configuration.advanced.signingBudget, clock) != nil
    if let problem = purchases.refused[entry.key] {
      drop(entry)
      return .refused(problem)
    }
    if purchases.contains(entry.key) {
      let failure = isOver ? purchases.failure ?? .paused : .timedOut
      if purchases.onDisk.contains(entry.key) {
        return configuration.isStoragePurgeable ? .notSaved(failure) : .queued(failure)
      }
      // The store still has it. The entries that wait in memory have a bound, too.
      if purchases.bytes > configuration.mostWaitingBytes { drop(entry) }
      return .notSaved(failure)
    }
    return .kept(
      customer ?? purchases.record?.customer
        ?? PaywallCustomer(id: visitor.userId ?? visitor.anonymousId))
  }

  /// Sends the waiting entries in the background.
  func deliverSoon() {
    Task { [weak self] in await self?.deliver() }
  }

  /// Sends the waiting entries; a call while one is in flight waits for it.
  func deliver() async {
    if let sending = purchases.sending { return await sending.value }
    if let quietUntil = purchases.quietUntil, clock.running() < quietUntil { return }
    guard !purchases.next.isEmpty else { return }
    let task = Task { await sendPurchases() }
    purchases.sending = task
    await task.value
  }

  private func sendPurchases() async {
    defer { purchases.sending = nil }
    while case let batch = purchases.next, !batch.isEmpty {
      for entry in batch where !purchases.onDisk.contains(entry.key) { await write(entry) }
      let asked = await post(batch)
      switch asked {
      case .success(let leftOut):
        purchases.failure = nil
        purchases.backoff.succeed()
        await settle(batch, leftOut)
      case .failure(.refused(let problem)) where problem.isAboutTexts || problem.isAboutUser:
        await refuse(batch, problem)
      case .failure(let failure):
        await wait(batch, failure)
        return
      }
    }
    publishCustomer()
  }

  /// Settles a batch that the server has kept, but for what it left out.
  private func settle(_ batch: [PurchaseEntry], _ leftOut: [String: ServerProblem]) async {
    let kept = batch.filter { leftOut[$0.key] == nil }
    for (environment, entries) in Dictionary(grouping: kept, by: \.environment) {
      purchases.kept.add(
        entries.compactMap(\.transaction?.key), in: environment ?? "production")
    }
    keepKept()
    purchases.queue.removeAll { entry in kept.contains { $0.key == entry.key } }
    remove(kept)
    for transaction in kept.compactMap(\.transaction) { await finish(transaction) }
    for entry in batch {
      if let problem = leftOut[entry.key] { await refuse([entry], problem) }
    }
  }

  /// Notes that the server refused the batch: each entry is tried alone, and then once in each
  /// start of the app. The transaction is not finished, so that the store sends it again.
  private func refuse(_ batch: [PurchaseEntry], _ problem: ServerProblem) async {
    guard batch.count == 1, var entry = batch.first,
      purchases.alone.contains(entry.key) || entry.transaction == nil
    else {
      purchases.alone.formUnion(batch.map(\.key))
      return
    }
    configuration.advanced.log(.purchaseRefused(problem))
    purchases.refused[entry.key] = problem
    entry.refusals += 1
    guard entry.refusals < PurchaseEntry.mostRefusals else { return drop(entry) }
    // An entry that has replaced it while it was on its way has a file of its own.
    guard let index = purchases.queue.firstIndex(where: { $0.key == entry.key }) else { return }
    purchases.queue[index] = entry
    await write(entry)
  }

  private func drop(_ entry: PurchaseEntry) {
    purchases.queue.removeAll { $0.key == entry.key }
    remove([entry])
  }

  /// Notes that the server could not be asked: entries on disk are finished, and sent later.
  private func wait(_ batch: [PurchaseEntry], _ failure: NetworkFailure) async {
    purchases.failure = failure
    configuration.advanced.log(.networkFailed(placements: [], failure))
    if let pause = failure.pause { purchases.quietUntil = clock.running() + pause }
    let delay = purchases.backoff.fail(random: configuration.random(), asked: failure.pause)
    purchases.retry?.cancel()
    purchases.retry = Task { [weak self, clock] in
      try? await clock.sleep(delay)
      guard !Task.isCancelled else { return }
      await self?.deliver()
    }
    publishCustomer()
    for entry in purchases.queue where purchases.onDisk.contains(entry.key) {
      guard let transaction = entry.transaction, purchases.refused[entry.key] == nil,
        isSafeOnDisk(transaction)
      else { continue }
      if purchases.finished.insert(entry.key).inserted { await finish(transaction) }
    }
  }

  /// True if the transaction may be finished. The store keeps all but finished consumables.
  private func isSafeOnDisk(_ transaction: StoreTransaction) -> Bool {
    !configuration.isStoragePurgeable || transaction.type != .consumable
  }

  func keepKept() {
    if isVisitorKept { save(purchases.kept, at: KeptTexts.file) }
  }
}

extension PurchaseEntry {
  fileprivate var environment: String? { transaction?.environment }
}

extension ServerProblem {
  /// True if the request will be refused again. A key that is refused, a limit and a missing ledger
  /// are not about what was sent.
  var isAboutTexts: Bool { [400, 413, 422].contains(status) }

  /// True if the server left out the text that names the user, so no user was linked. An entry that
  /// was sent alone never links one.
  var isAboutUser: Bool { code == "roleRequired" }
}

import Foundation
import PaywallCatalog

// What the customer has.
extension Paywalls {
  /// Whether something is unlocked, at once and without the network: by the server's last answer, and by
  /// what StoreKit has verified since. An entitlement lapses by the server's time, as far as it is known.
  ///
  /// - Parameter id: as the configuration calls it, such as `pro`.
  public nonisolated func isEntitled(_ id: String) -> Bool { customerCache.isEntitled(id) }

  /// What the customer has; `nil` until something is known.
  public nonisolated var customer: Customer? { customerCache.current }

  /// The customer now, and after each change: a purchase, a renewal, a refund, an end, a log-in.
  public nonisolated var customers: AsyncStream<Customer> { customerCache.changes }

  /// Asks the server what the customer has. Runs by itself when the app starts, and when something
  /// lapses.
  ///
  /// - Returns: what is known after it, or when the time is over.
  @discardableResult
  public func refreshCustomer(within budget: Duration? = nil) async -> Customer? {
    guard await ready(within: StorageQueue.timeout) != nil else { return nil }
    let task = Task { await reconcile() }
    _ = await task.value(within: budget ?? configuration.signingBudget, clock)
    return customer
  }

  /// The number of purchases that the server does not have yet.
  public var waitingPurchases: Int {
    get async {
      _ = await ready(within: StorageQueue.timeout)
      return purchases.queue.count
    }
  }

  /// Tells what the visitor has, by the server's answer and by what StoreKit has verified since. A
  /// session begins when something is unlocked, so that a buyer does not see what was decided before.
  func publishCustomer(isOther: Bool = false) {
    guard let visitor, configuration.store != nil || purchases.record != nil || self.customer != nil
    else { return }
    let record = customerRecord(of: visitor)
    let waiting = purchases.queue.unlocking(
      beside: record, purchases.facts, scope(of: visitor))
    let customer = record.merged(with: waiting, purchases.grants).current(at: now.date)
    let before = Set((self.customer?.entitlements ?? []).map(\.id))
    customerCache.publish(customer)
    if !isOther, !before.isSuperset(of: customer.entitlements.map(\.id)) { beginAfterPurchase() }
    awaitLapse(of: customer)
  }

  /// A session begins, and nothing that was decided before the purchase is shown again.
  func beginAfterPurchase() {
    unlocks += 1
    if let visitor { forgetAnswers(of: visitor) }
    startSession()
  }

  private func awaitLapse(of customer: Customer) {
    let running = clock.running()
    // One that is due runs: it also asks the store what came after the end.
    if let (_, end) = purchases.lapse, end <= running { return }
    purchases.lapse?.task.cancel()
    purchases.lapse = nil
    guard let next = customer.nextLapse(after: now.date) else { return }
    // A device sleeps, and its clock is corrected: look again once a day.
    let end = running + min(Timestamp(next).elapsed(since: now), .seconds(86_400))
    let task = Task { [weak self, clock] in
      // The task may begin late: what has passed by then is not waited for again.
      try? await clock.sleep(end - clock.running())
      guard !Task.isCancelled else { return }
      await self?.lapsed()
    }
    purchases.lapse = (task, end)
  }

  private func lapsed() async {
    // What follows runs in this very task, which the next wait must not cancel.
    purchases.lapse = nil
    publishCustomer()
    if configuration.store != nil { await reconcile() }
  }

  /// The server has answered about the visitor's purchases. An answer to an earlier request than the
  /// last that was taken is passed over: it may not hold what was bought since.
  ///
  /// - Parameters:
  ///   - transactions: that the server knows of this customer by now.
  ///   - question: of ``PurchaseState/nextQuestion()``, from before the request.
  func adopt(
    _ answer: Customer, about customer: EvidenceCustomer,
    holding transactions: [StoreTransaction], asked owner: String, _ question: Int
  ) {
    guard let visitor, owner == CustomerRecord.owner(visitor, scope(of: visitor)),
      isOfThisAccount(customer), purchases.isNewest(question, about: customer)
    else { return }
    var record = customerRecord(of: visitor)
    record.take(answer, about: customer, holding: transactions, at: now.date)
    keep(record)
  }

  /// Another Apple Account may have signed in on the device while the request was on its way.
  private func isOfThisAccount(_ customer: EvidenceCustomer) -> Bool {
    guard case .named(let id?) = customer, let own = purchases.facts.appTransactionId else {
      return true
    }
    return id == own
  }
}

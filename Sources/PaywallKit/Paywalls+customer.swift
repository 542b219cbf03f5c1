import Foundation
import PaywallCatalog

// The customer and everything that is unlocked.
extension Paywalls {
  /// True if something is unlocked; answers at once and without the network, by the server's last
  /// answer and by what StoreKit has verified since. An entitlement lapses by the server's time, as
  /// far as it is known.
  ///
  /// - Parameter id: the entitlement's id in the configuration, such as `pro`.
  public nonisolated func isEntitled(_ id: String) -> Bool { customerCache.isEntitled(id) }

  /// The customer, with everything that is unlocked; `nil` until something is known.
  public nonisolated var customer: PaywallCustomer? { customerCache.current }

  /// The customer now, and after each change: a purchase, a renewal, a refund, an end, a log-in.
  public nonisolated var customers: AsyncStream<PaywallCustomer> { customerCache.changes }

  /// Asks the server what the customer has. Runs by itself when the app starts, and when something
  /// lapses.
  ///
  /// - Returns: the customer that is known after it, or when the time is over.
  @discardableResult
  public func refreshCustomer(within budget: Duration? = nil) async -> PaywallCustomer? {
    guard await ready(within: StorageQueue.timeout) != nil else { return nil }
    let task = Task { await reconcile() }
    _ = await task.value(within: budget ?? configuration.advanced.signingBudget, clock)
    return customer
  }

  /// The number of purchases that the server does not have yet.
  public var waitingPurchases: Int {
    get async {
      _ = await ready(within: StorageQueue.timeout)
      return purchases.queue.count
    }
  }

  /// Publishes what the visitor has, by the server's answer and by what StoreKit has verified
  /// since. A session begins when something is unlocked, so that a buyer does not see earlier
  /// decisions.
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

  /// Begins a session; nothing that was decided before the purchase is shown again.
  func beginAfterPurchase() {
    unlocks += 1
    if let visitor { forgetAnswers(of: visitor) }
    startSession()
  }

  private func awaitLapse(of customer: PaywallCustomer) {
    let running = clock.running()
    // A wait that is due runs: it also asks the store what came after the end.
    if let (_, end) = purchases.lapse, end <= running { return }
    purchases.lapse?.task.cancel()
    purchases.lapse = nil
    guard let next = customer.nextLapse(after: now.date) else { return }
    // Devices sleep, and their clocks are corrected: look again once a day.
    let end = running + min(Timestamp(next).elapsed(since: now), .seconds(86_400))
    let task = Task { [weak self, clock] in
      // The task may begin late: an end that has passed by then is not waited for again.
      try? await clock.sleep(end - clock.running())
      guard !Task.isCancelled else { return }
      await self?.lapsed()
    }
    purchases.lapse = (task, end)
  }

  private func lapsed() async {
    // The next steps run in this very task, which the next wait must not cancel.
    purchases.lapse = nil
    publishCustomer()
    if configuration.store != nil { await reconcile() }
  }

  /// Takes the server's answer about the visitor's purchases. An answer to a request before the
  /// last one whose answer was taken is ignored: it may not hold later purchases.
  ///
  /// - Parameters:
  ///   - transactions: the transactions of this customer that the server knows by now.
  ///   - question: the number from ``PurchaseState/nextQuestion()``, from before the request.
  func adopt(
    _ answer: PaywallCustomer, about customer: EvidenceCustomer,
    holding transactions: [StoreTransaction], asked owner: String, _ question: Int
  ) {
    guard let visitor, owner == CustomerRecord.owner(visitor, scope(of: visitor)),
      isOfThisAccount(customer), purchases.isNewest(question, about: customer)
    else { return }
    var record = customerRecord(of: visitor)
    record.take(answer, about: customer, holding: transactions, at: now.date)
    keep(record)
  }

  /// False if another Apple Account has signed in on the device while the request was on its way.
  private func isOfThisAccount(_ customer: EvidenceCustomer) -> Bool {
    guard case .named(let id?) = customer, let own = purchases.facts.appTransactionId else {
      return true
    }
    return id == own
  }
}

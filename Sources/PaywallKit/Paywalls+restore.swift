import Foundation

extension Paywalls {
  /// Asks the App Store for everything that the customer has bought, also on other devices, and
  /// reports it. Call it only when the customer taps a button: the App Store may ask for a
  /// password.
  ///
  /// - Parameter budget: the time for the reports; `nil` is the client's for signing.
  public func restore(within budget: Duration? = nil) async -> RestoreOutcome {
    guard let store = configuration.store else { return .failed(.noStore) }
    guard await ready(within: StorageQueue.timeout) != nil else { return .failed(.taskCancelled) }
    switch await dialog({ () async throws(StoreFailure) in try await store.synchronize() }) {
    case nil: return .failed(Task.isCancelled ? .taskCancelled : .storeTimedOut)
    case .some(.cancelled?): return .cancelled
    case .some(let failure?): return .failed(PurchaseFailure(failure))
    case .some(nil): break
    }
    purchases.quietUntil = nil
    let current = Task { await store.currentEntitlements() }
    guard let held = await current.value(within: StorageQueue.timeout * 10, clock) else {
      return .failed(.storeTimedOut)
    }
    trust(held)
    let task = Task { await reconcile() }
    _ = await task.value(within: budget ?? configuration.advanced.signingBudget, clock)
    guard let customer, !customer.hasNothing else { return .nothing }
    return .restored(customer)
  }
}

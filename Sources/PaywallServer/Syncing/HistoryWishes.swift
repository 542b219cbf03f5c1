import AppStoreSync
import PaywallCatalog
import PaywallDecisions
import Serving
import Subscribers

/// Has the history of a customer fetched whose answer says `historyIncomplete`: the next answer
/// knows. Never waits, and does nothing without a key of Apple's API.
struct HistoryWishes: Sendable {
  let asked: AskedHistories?

  /// - Parameter products: that the answer is about. Offers after the first eligible one of a product
  ///   do not count: nothing of the answer depends on them.
  func note(
    _ customer: Customer?, _ visitor: Visitor, _ products: @autoclosure () -> [PaywallProduct],
    in release: PreparedRelease, at now: Timestamp
  ) {
    guard let asked, let customer, customer.environment != .xcode,
      let id = customer.transactionId ?? customer.history.newestTransaction?.transactionId
    else { return }
    let newest = customer.history.subscriber(at: now).newestFact
    guard !customer.isComplete(newest) else { return }
    let needsHistory = products().contains { product in
      for answer in release.compiled.allOffers(on: product, for: visitor, at: now) {
        if case .eligible = answer.eligibility { return false }
        if answer.eligibility == .unknown(.historyIncomplete) { return true }
      }
      return false
    }
    guard needsHistory else { return }
    asked.ask(
      AskedHistories.Customer(
        environment: customer.environment,
        id: customer.history.appTransactionId
          ?? customer.history.newestTransaction?.originalTransactionId ?? id,
        newestFact: newest))
  }
}

extension Customer {
  fileprivate func isComplete(_ newest: Timestamp?) -> Bool {
    history.completeAt.map { complete in newest.map { $0 <= complete } ?? true } ?? false
  }
}

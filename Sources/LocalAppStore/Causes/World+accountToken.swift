#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension World {
  /// Sets the account of a purchase for the app's server, as Apple's Set App Account Token does:
  /// for the current period of a subscription and those after it, not for past ones; or for a
  /// purchase that does not renew. Sends nothing.
  ///
  /// - Parameters:
  ///   - token: a UUID; replaces an earlier one.
  ///   - transactionId: the original one.
  package mutating func setAccountToken(
    _ token: String, of transactionId: String
  ) throws(StoreRefusal) {
    guard UUID(uuidString: token) != nil else { throw .invalidAccountToken(token) }
    let place = try ownPlace(of: transactionId)
    let original = self[place].originalTransactionId
    guard transactionId == original else {
      throw .notOriginalTransaction(transactionId, original: original)
    }
    let token = token.lowercased()
    markSigned(at: place)
    switch place {
    case .purchase: change(at: place) { $0.appAccountToken = token }
    case .period(let index, _):
      subscriptions[index].appAccountToken = token
      for position in subscriptions[index].presentPeriod {
        change(at: .period(subscription: index, position)) { $0.appAccountToken = token }
      }
    }
  }
}

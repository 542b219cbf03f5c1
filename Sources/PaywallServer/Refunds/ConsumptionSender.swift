package import PaywallCatalog
package import Subscribers

/// Sends Apple an answer about one purchase, and returns the result.
package typealias ConsumptionSender =
  @Sendable (RefundAnswer, _ transactionId: String, AppStoreEnvironment) async -> SentOutcome

/// The result of sending Apple an answer.
package enum SentOutcome: Hashable, Sendable {
  case accepted
  /// It may be taken later; at the moment that Apple named, if it did.
  case failed(String, retryAt: Timestamp?)
  /// Apple refused it for good.
  case rejected(String)
  /// No key for the App Store Server API, or not of this environment.
  case notConfigured
}

package import PaywallCatalog
package import Refunds

/// Tells Apple about one purchase, and says what came of it.
package typealias ConsumptionSender =
  @Sendable (RefundAnswer, _ transactionId: String, AppStoreEnvironment) async -> SentOutcome

/// What came of telling Apple.
package enum SentOutcome: Hashable, Sendable {
  case accepted
  /// It may be taken later; at the moment that Apple named, if it did.
  case failed(String, retryAt: Timestamp?)
  /// Apple refused it for good.
  case rejected(String)
  /// No key for the App Store Server API, or not of this environment.
  case notConfigured
}

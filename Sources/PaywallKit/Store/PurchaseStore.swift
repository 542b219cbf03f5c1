public import Foundation

/// What the client asks of the App Store: StoreKit's calls, as values. On Apple's systems use
/// `StoreKitStore`; in tests and previews `FakeStore` of `PaywallKitTesting`, or a double of your own.
///
/// A store may be slow or never answer: the client waits for each call within a budget.
public protocol PurchaseStore: Sendable {
  /// The products that the store knows of these, in any order.
  func products(_ ids: [String]) async throws(StoreFailure) -> [StoreProduct]

  /// Shows the payment sheet, and returns what became of it.
  func purchase(
    _ product: String, options: StorePurchaseOptions
  ) async throws(StoreFailure) -> StorePurchaseResult

  /// Shows the sheet in which an offer code is redeemed. The purchase comes through ``updates``.
  func redeem(_ url: URL) async throws(StoreFailure)

  /// Transactions that come by themselves: renewals, refunds, approved requests, redeemed codes,
  /// purchases on other devices. Each access begins a sequence of its own.
  var updates: AsyncStream<StoreTransaction> { get }

  /// Transactions that were not finished, also from earlier starts of the app.
  func unfinished() async -> [StoreTransaction]

  /// The newest transaction of everything that the customer may use now.
  func currentEntitlements() async -> [StoreTransaction]

  /// Every transaction that the store keeps, also of purchases that have ended.
  func all() async -> [StoreTransaction]

  /// What is known of the renewal of every subscription.
  func renewals() async -> [StoreRenewal]

  /// The app has delivered what was bought; the store does not send the transaction again.
  func finish(_ transaction: StoreTransaction) async

  /// The storefront's country, by ISO 3166-1 (alpha-3, such as `GBR`).
  func storefront() async -> String?

  /// The customer's download of the app.
  func appTransaction() async -> StoreAppTransaction?

  /// Asks the App Store for all of the customer's transactions. It may ask for a password.
  func synchronize() async throws(StoreFailure)
}

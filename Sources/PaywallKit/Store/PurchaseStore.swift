public import Foundation

/// The App Store as the client uses it: StoreKit's calls, as values. On Apple's systems use
/// `StoreKitStore`; in tests and previews `FakeStore` of `PaywallKitTesting`, or a double of your
/// own.
///
/// A store may be slow or never answer: the client waits for each call within a budget.
public protocol PurchaseStore: Sendable {
  /// Returns the products with these ids that the store knows, in any order.
  func products(_ ids: [String]) async throws(StoreFailure) -> [StoreProduct]

  /// Shows the payment sheet, and returns its outcome.
  func purchase(
    _ product: String, options: StorePurchaseOptions
  ) async throws(StoreFailure) -> StorePurchaseResult

  /// Shows the sheet in which an offer code is redeemed. The purchase comes through ``updates``.
  func redeem(_ url: URL) async throws(StoreFailure)

  /// The transactions that come by themselves: renewals, refunds, approved requests, redeemed
  /// codes, purchases on other devices. Each access begins a sequence of its own.
  var updates: AsyncStream<StoreTransaction> { get }

  /// Returns the transactions that were not finished, also from earlier starts of the app.
  func unfinished() async -> [StoreTransaction]

  /// Returns the newest transaction of everything that the customer may use now.
  func currentEntitlements() async -> [StoreTransaction]

  /// Returns every transaction that the store keeps, also of purchases that have ended.
  func all() async -> [StoreTransaction]

  /// Returns the renewal of every subscription.
  func renewals() async -> [StoreRenewal]

  /// Finishes a transaction: the app has delivered the purchase, and the store does not send it
  /// again.
  func finish(_ transaction: StoreTransaction) async

  /// Returns the storefront's country, by ISO 3166-1 (alpha-3, such as `GBR`).
  func storefront() async -> String?

  /// Returns the customer's download of the app.
  func appTransaction() async -> StoreAppTransaction?

  /// Asks the App Store for all of the customer's transactions. It may ask for a password.
  func synchronize() async throws(StoreFailure)
}

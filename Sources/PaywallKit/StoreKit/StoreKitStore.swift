#if canImport(StoreKit)
public import Foundation
public import StoreKit

// Written against Apple's documentation; not run where this package is built.

/// The App Store on this device.
public struct StoreKitStore: PurchaseStore {
  /// Shows the payment sheet.
  public typealias Purchasing =
    @MainActor @Sendable (
      StoreKit.Product, Set<StoreKit.Product.PurchaseOption>
    ) async throws -> StoreKit.Product.PurchaseResult

  /// Opens the page on which an offer code is redeemed.
  public typealias Redeeming = @MainActor @Sendable (URL) async throws -> Void

  private let purchasing: Purchasing
  private let redeeming: Redeeming?

  /// The App Store, with a sheet of your own choice: `product.purchase(confirmIn: scene, options: …)`
  /// where the system must know the scene, as on visionOS, or SwiftUI's `PurchaseAction`.
  public init(purchasing: @escaping Purchasing, redeeming: Redeeming? = nil) {
    self.purchasing = purchasing
    self.redeeming = redeeming
  }

  #if !os(visionOS)
  /// The App Store.
  ///
  /// - Parameter redeeming: opens the page on which an offer code is redeemed, such as
  ///   `UIApplication.shared.open`. Without it codes are not offered.
  public init(redeeming: Redeeming? = nil) {
    self.init(
      purchasing: { product, options in try await product.purchase(options: options) },
      redeeming: redeeming)
  }
  #endif

  /// Returns StoreKit's products, with the offers that this customer may have.
  public func products(_ ids: [String]) async throws(StoreFailure) -> [StoreProduct] {
    try await asking {
      var products: [StoreProduct] = []
      for product in try await StoreKit.Product.products(for: ids) {
        products.append(await StoreProduct(product))
      }
      return products
    }
  }

  /// Calls StoreKit's `purchase` with the options of the offer.
  public func purchase(
    _ product: String, options: StorePurchaseOptions
  ) async throws(StoreFailure) -> StorePurchaseResult {
    try await asking {
      guard let found = try await StoreKit.Product.products(for: [product]).first else {
        throw StoreFailure.productUnavailable
      }
      switch try await purchasing(found, found.purchaseOptions(options)) {
      case .success(let result): return .bought(StoreTransaction(result))
      case .userCancelled: return .cancelled
      case .pending: return .pending
      @unknown default: return .pending
      }
    }
  }

  /// Opens the page of the code.
  public func redeem(_ url: URL) async throws(StoreFailure) {
    guard let redeeming else { throw .unsupported }
    try await asking { try await redeeming(url) }
  }

  /// `Transaction.updates`.
  public var updates: AsyncStream<StoreTransaction> {
    AsyncStream { continuation in
      let task = Task {
        for await result in StoreKit.Transaction.updates {
          continuation.yield(StoreTransaction(result))
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// `Transaction.unfinished`.
  public func unfinished() async -> [StoreTransaction] {
    await all(of: StoreKit.Transaction.unfinished)
  }

  /// `Transaction.currentEntitlements`.
  public func currentEntitlements() async -> [StoreTransaction] {
    await all(of: StoreKit.Transaction.currentEntitlements)
  }

  /// `Transaction.all`.
  public func all() async -> [StoreTransaction] { await all(of: StoreKit.Transaction.all) }

  private func all(of transactions: StoreKit.Transaction.Transactions) async -> [StoreTransaction] {
    var found: [StoreTransaction] = []
    for await result in transactions { found.append(StoreTransaction(result)) }
    return found
  }

  /// The status of every subscription group in which something was bought.
  public func renewals() async -> [StoreRenewal] {
    var renewals: [StoreRenewal] = []
    for group in Set(await all().compactMap(\.group)).sorted() {
      let statuses = try? await StoreKit.Product.SubscriptionInfo.status(for: group)
      renewals += (statuses ?? []).map(StoreRenewal.init)
    }
    return renewals
  }

  /// `Transaction.finish()`.
  public func finish(_ transaction: StoreTransaction) async {
    for await result in StoreKit.Transaction.unfinished
    where result.unsafePayloadValue.id == transaction.id {
      await result.unsafePayloadValue.finish()
    }
  }

  /// `Storefront.current`.
  public func storefront() async -> String? { await StoreKit.Storefront.current?.countryCode }

  /// `AppTransaction.shared`.
  public func appTransaction() async -> StoreAppTransaction? {
    guard let result = try? await AppTransaction.shared else { return nil }
    let transaction = result.unsafePayloadValue
    return StoreAppTransaction(
      id: transaction.appTransactionID, environment: transaction.environment.word,
      jws: result.jwsRepresentation)
  }

  /// `AppStore.sync()`.
  public func synchronize() async throws(StoreFailure) {
    try await asking { try await StoreKit.AppStore.sync() }
  }

  /// Runs a call of StoreKit, and turns its errors into those of a store.
  private func asking<Answer>(
    _ call: () async throws -> Answer
  ) async throws(StoreFailure) -> Answer {
    do {
      return try await call()
    } catch {
      throw StoreFailure(error)
    }
  }
}
#endif

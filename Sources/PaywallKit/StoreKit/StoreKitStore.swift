#if canImport(StoreKit)
public import Foundation
public import StoreKit

// Written against Apple's documentation; not run where this package is built.

/// The App Store on this device.
@available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, visionOS 1.0, *)
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

  /// StoreKit's products, with what this customer may have.
  public func products(_ ids: [String]) async throws(StoreFailure) -> [StoreProduct] {
    do {
      var products: [StoreProduct] = []
      for product in try await StoreKit.Product.products(for: ids) {
        products.append(await StoreProduct(product))
      }
      return products
    } catch {
      throw StoreFailure(error)
    }
  }

  /// StoreKit's `purchase`, with the options of the offer.
  public func purchase(
    _ product: String, options: StorePurchaseOptions
  ) async throws(StoreFailure) -> StorePurchaseResult {
    do {
      guard let found = try await StoreKit.Product.products(for: [product]).first else {
        throw StoreFailure.productUnavailable
      }
      switch try await purchasing(found, found.purchaseOptions(options)) {
      case .success(let result): return .bought(StoreTransaction(result))
      case .userCancelled: return .cancelled
      case .pending: return .pending
      @unknown default: return .pending
      }
    } catch {
      throw StoreFailure(error)
    }
  }

  /// Opens the page of the code.
  public func redeem(_ url: URL) async throws(StoreFailure) {
    guard let redeeming else { throw .unsupported }
    do {
      try await redeeming(url)
    } catch {
      throw StoreFailure(error)
    }
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
    do {
      try await StoreKit.AppStore.sync()
    } catch {
      throw StoreFailure(error)
    }
  }
}
#endif

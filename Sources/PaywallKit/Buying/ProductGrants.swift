import Foundation
import PaywallTextCoding

/// The entitlements of products, by `/v1/products`: for purchases that the server has not kept yet.
struct ProductGrants: Codable, Equatable, Sendable {
  /// Names of entitlements by product.
  var entitlements: [String: [String]] = [:]
  /// The entity tag of the answer.
  var etag: String?

  static let file = "products"

  /// Returns the entitlements of a transaction by itself. None if it is over for good.
  func entitlements(of transaction: StoreTransaction) -> [PaywallCustomer.Entitlement] {
    guard let end = transaction.end else { return [] }
    return (entitlements[transaction.product] ?? []).map {
      PaywallCustomer.Entitlement(
        id: $0, product: transaction.product, expires: end == .distantFuture ? nil : end,
        isProvisional: true)
    }
  }
}

extension StoreTransaction {
  /// How long StoreKit's word counts for a purchase whose end only the server knows.
  private static let untilServer: TimeInterval = 7 * 86_400

  /// The end of what it unlocks by itself; `nil` if it unlocks nothing.
  fileprivate var end: Date? {
    guard isVerified, revoked == nil, !isUpgraded else { return nil }
    return switch type {
    case .consumable: nil
    case .nonConsumable: .distantFuture
    // A subscription without an end would never lapse.
    case .autoRenewable: expires.map { max($0, graceUntil ?? $0) }
    case .nonRenewable: purchased.addingTimeInterval(Self.untilServer)
    }
  }

  func unlocks(at now: Date) -> Bool { end.map { now < $0 } ?? false }
}

extension ProductGrants {
  /// Reads the answer of `/v1/products`; `nil` if it does not say what products unlock.
  init?(_ body: Data, etag: String?) {
    guard case .object(let products)? = JSONValue(body)?["entitlements"] else { return nil }
    self.etag = etag
    for name in products.keys.sorted(byUTF8: \.self) {
      let ids = products[name]?.array ?? []
      for id in ids.compactMap(\.string) { entitlements[id, default: []].append(name) }
    }
  }
}

import Foundation

/// What products unlock, as the server says in `/v1/products`: for purchases that it has not kept yet.
struct ProductGrants: Codable, Equatable, Sendable {
  /// Names of entitlements by product.
  var entitlements: [String: [String]] = [:]
  /// Of the answer.
  var etag: String?

  static let file = "products"

  /// How long a purchase whose end only the server knows is taken on StoreKit's word.
  static let untilServer: TimeInterval = 7 * 86_400

  /// What a transaction unlocks by itself. Nothing if it is over for good.
  func entitlements(of transaction: StoreTransaction) -> [Customer.Entitlement] {
    guard transaction.isVerified, transaction.revoked == nil, !transaction.isUpgraded else {
      return []
    }
    let expires: Date?
    switch transaction.type {
    case .consumable: return []
    case .nonConsumable: expires = nil
    case .autoRenewable:
      // A subscription without an end would never lapse.
      guard let end = transaction.expires else { return [] }
      expires = end
    case .nonRenewable: expires = transaction.purchased.addingTimeInterval(Self.untilServer)
    }
    return (entitlements[transaction.product] ?? []).map {
      Customer.Entitlement(
        id: $0, product: transaction.product, expires: expires, isProvisional: true)
    }
  }
}

extension ProductGrants {
  /// The answer of `/v1/products`; `nil` if it does not say what products unlock.
  init?(_ body: Data, etag: String?) {
    struct Wire: Decodable { var entitlements: [String: [String]]? }
    guard let products = try? JSONDecoder().decode(Wire.self, from: body).entitlements else {
      return nil
    }
    self.etag = etag
    for (name, ids) in products.sorted(by: { $0.key < $1.key }) {
      for id in ids { entitlements[id, default: []].append(name) }
    }
  }
}

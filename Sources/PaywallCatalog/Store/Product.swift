/// Something an app can sell, by the identifier it has in App Store Connect.
package struct Product: Sendable {
  package var id: String
  package var type: ProductType
  /// The key of the subscription group in `products.yaml`; present only on auto-renewables.
  package var group: String?
  /// One billing period, or how long a non-renewing purchase entitles.
  package var period: Period?
  package var entitlements: [String]
  package var isFamilyShareable: Bool
  /// The units that a purchase or a paid period credits, by currency.
  package var currencies: [String: Int64]

  package init(
    id: String, type: ProductType, group: String? = nil, period: Period? = nil,
    entitlements: [String] = [], isFamilyShareable: Bool = false,
    currencies: [String: Int64] = [:]
  ) {
    self.id = id
    self.type = type
    self.group = group
    self.period = period
    self.entitlements = entitlements
    self.isFamilyShareable = isFamilyShareable
    self.currencies = currencies
  }
}

/// StoreKit's product types.
package enum ProductType: String, CaseIterable, Sendable {
  case autoRenewable, nonRenewable, consumable, nonConsumable
}

/// A subscription group: a customer has at most one of its products at a time.
package struct SubscriptionGroup: Sendable {
  /// The key in `products.yaml`.
  package var key: String
  /// App Store Connect's subscription group identifier.
  package var id: String
  /// Product ids by service level, the highest first; products in one inner list share a level.
  package var levels: [[String]]

  package init(key: String, id: String, levels: [[String]]) {
    self.key = key
    self.id = id
    self.levels = levels
  }
}

#if Server
extension Product: Hashable {}
extension SubscriptionGroup: Hashable {}
#endif

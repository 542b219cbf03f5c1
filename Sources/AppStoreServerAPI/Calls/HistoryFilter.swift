package import PaywallCatalog

/// Which transactions a history holds. The same filter goes with every page of it.
package struct HistoryFilter: Hashable, Sendable {
  package var startDate: Timestamp?
  package var endDate: Timestamp?
  package var productIds: [String] = []
  package var productTypes: [ProductType] = []
  /// By when a transaction was last modified; Apple's default is ascending.
  package var order: Order?
  package var groupIds: [String] = []
  package var ownership: Ownership?
  /// Only revoked ones, or none of them.
  package var revoked: Bool?

  package init() {}

  package enum ProductType: String, CaseIterable, Sendable {
    case autoRenewable = "AUTO_RENEWABLE"
    case nonRenewable = "NON_RENEWABLE"
    case consumable = "CONSUMABLE"
    case nonConsumable = "NON_CONSUMABLE"
  }

  package enum Order: String, CaseIterable, Sendable {
    case ascending = "ASCENDING"
    case descending = "DESCENDING"
  }

  package enum Ownership: String, CaseIterable, Sendable {
    case purchased = "PURCHASED"
    case familyShared = "FAMILY_SHARED"
    /// A seat that somebody else bought.
    case assigned = "ASSIGNED"
  }

  var items: [AppStoreCall.QueryItem] {
    var items: [AppStoreCall.QueryItem] = []
    func add(_ name: String, _ value: String?) {
      if let value { items.append(.init(name: name, value: value)) }
    }
    add("startDate", startDate.map { String($0.milliseconds) })
    add("endDate", endDate.map { String($0.milliseconds) })
    for id in productIds { add("productId", id) }
    for type in productTypes { add("productType", type.rawValue) }
    add("sort", order?.rawValue)
    for id in groupIds { add("subscriptionGroupIdentifier", id) }
    add("inAppOwnershipType", ownership?.rawValue)
    add("revoked", revoked.map(String.init))
    return items
  }
}

/// Apple's status of a subscription.
package enum SubscriptionStatus: Int, CaseIterable, Sendable {
  case active = 1
  case expired, billingRetry, gracePeriod, revoked
}

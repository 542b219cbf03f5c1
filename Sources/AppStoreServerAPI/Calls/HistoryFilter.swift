/// Which transactions a history holds. The same filter goes with every page of it.
package struct HistoryFilter: Hashable, Sendable {
  package var productIds: [String] = []
  /// By when a transaction was last modified; Apple's default is ascending.
  package var order: Order?
  /// Only revoked ones, or none of them.
  package var revoked: Bool?

  package init() {}

  package enum Order: String, CaseIterable, Sendable {
    case ascending = "ASCENDING"
    case descending = "DESCENDING"
  }

  var items: [AppStoreCall.QueryItem] {
    var items: [AppStoreCall.QueryItem] = []
    func add(_ name: String, _ value: String?) {
      if let value { items.append(.init(name: name, value: value)) }
    }
    for id in productIds { add("productId", id) }
    add("sort", order?.rawValue)
    add("revoked", revoked.map(String.init))
    return items
  }
}

/// Apple's status of a subscription.
package enum SubscriptionStatus: Int, CaseIterable, Sendable {
  case active = 1
  case expired, billingRetry, gracePeriod, revoked
}

import PaywallCatalog
import PaywallSubscribers

// The paths are Apple's.
extension AppStoreCall {
  static func transaction(_ id: String) -> AppStoreCall {
    AppStoreCall(.transaction, .get, ["inApps", "v1", "transactions", id])
  }

  static func appTransaction(_ id: String) -> AppStoreCall {
    AppStoreCall(.appTransaction, .get, ["inApps", "v1", "transactions", "appTransactions", id])
  }

  static func history(_ id: String, _ filter: HistoryFilter, after revision: String?)
    -> AppStoreCall
  {
    AppStoreCall(
      .history, .get, ["inApps", "v2", "history", id], Self.cursor(revision) + filter.items)
  }

  static func statuses(_ id: String, _ wanted: [SubscriptionStatus]) -> AppStoreCall {
    AppStoreCall(
      .statuses, .get, ["inApps", "v1", "subscriptions", id],
      wanted.map { QueryItem(name: "status", value: String($0.rawValue)) })
  }

  static func order(_ id: String) -> AppStoreCall {
    AppStoreCall(.order, .get, ["inApps", "v1", "lookup", id])
  }

  static func refunds(_ id: String, after revision: String?) -> AppStoreCall {
    AppStoreCall(.refunds, .get, ["inApps", "v2", "refund", "lookup", id], Self.cursor(revision))
  }

  static func notifications(_ query: NotificationQuery, after token: String?) -> AppStoreCall {
    AppStoreCall(
      .notifications, .post, ["inApps", "v1", "notifications", "history"],
      token.map { [QueryItem(name: "paginationToken", value: $0)] } ?? [], body: query.json)
  }

  static func testStatus(_ token: String) -> AppStoreCall {
    AppStoreCall(.testStatus, .get, ["inApps", "v1", "notifications", "test", token])
  }

  static func extensionStatus(product: String, request: String) -> AppStoreCall {
    AppStoreCall(
      .extensionStatus, .get,
      ["inApps", "v1", "subscriptions", "extend", "mass", product, request])
  }

  private static func cursor(_ revision: String?) -> [QueryItem] {
    revision.map { [QueryItem(name: "revision", value: $0)] } ?? []
  }
}

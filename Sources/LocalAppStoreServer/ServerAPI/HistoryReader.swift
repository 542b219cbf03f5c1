import LocalAppStore
import PaywallCatalog

/// Reads the filters of Get Transaction History.
enum HistoryReader {
  /// - Parameter isFirstVersion: it leaves finished consumables out.
  static func query(
    _ items: QueryItems, isFirstVersion: Bool
  ) throws(AppleError) -> HistoryQuery {
    var query = HistoryQuery()
    query.start = try date(items.first("startDate"), or: .invalidStartDate)
    query.end = try date(items.first("endDate"), or: .invalidEndDate)
    if let start = query.start, let end = query.end, start >= end { throw .startDateAfterEndDate }
    query.products = try names(items.all("productId"), or: .invalidProductId)
    query.groups = try names(
      items.all("subscriptionGroupIdentifier"), or: .invalidSubscriptionGroup)
    for word in items.all("productType") {
      guard let type = productTypes[word] else { throw .invalidProductType }
      query.types.insert(type)
    }
    if let word = items.first("inAppOwnershipType") {
      guard let ownership = StoreTransaction.Ownership(rawValue: word) else {
        throw .invalidOwnershipType
      }
      query.ownership = ownership
    }
    if let word = items.first("revoked") {
      // Apple's Python library writes 'True'.
      guard let isRevoked = Bool(word.lowercased()) else { throw .invalidRevoked }
      query.isRevoked = isRevoked
    }
    if let word = items.first("sort") {
      guard let order = HistoryQuery.Order(rawValue: word) else { throw .invalidSort }
      query.order = order
    }
    query.leavesOutFinishedConsumables = isFirstVersion
    return query
  }

  static func cursor(
    _ items: QueryItems, in order: HistoryQuery.Order
  ) throws(AppleError) -> RevisionCursor? {
    guard let text = items.first("revision") else { return nil }
    guard let cursor = RevisionCursor(text, in: order) else { throw .invalidRevision }
    return cursor
  }

  private static let productTypes: [String: ProductType] = [
    "AUTO_RENEWABLE": .autoRenewable, "NON_RENEWABLE": .nonRenewable, "CONSUMABLE": .consumable,
    "NON_CONSUMABLE": .nonConsumable,
  ]

  private static func date(
    _ text: String?, or error: AppleError
  ) throws(AppleError) -> Timestamp? {
    guard let text else { return nil }
    guard let milliseconds = Int64(text), milliseconds >= 0 else { throw error }
    return Timestamp(milliseconds: milliseconds)
  }

  private static func names(
    _ texts: [String], or error: AppleError
  ) throws(AppleError) -> Set<String> {
    guard !texts.contains("") else { throw error }
    return Set(texts)
  }
}

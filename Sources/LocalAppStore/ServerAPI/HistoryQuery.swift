package import PaywallCatalog

/// Which transactions of a customer are asked for, and in which order. Empty sets filter nothing.
package struct HistoryQuery: Hashable, Sendable {
  /// The earliest purchase.
  package var start: Timestamp?
  /// The end of the range; purchases are before it.
  package var end: Timestamp?
  package var products: Set<String> = []
  package var types: Set<ProductType> = []
  package var groups: Set<String> = []
  package var ownership: StoreTransaction.Ownership?
  /// Whether refunded ones are asked for, or others; `nil` for both.
  package var isRevoked: Bool?
  /// Consumables that are finished and not refunded are left out, as in version 1.
  package var leavesOutFinishedConsumables = false
  package var order = Order.ascending

  package init() {}

  /// The order of the last changes.
  package enum Order: String, CaseIterable, Sendable {
    case ascending = "ASCENDING"
    case descending = "DESCENDING"
  }

  func contains(_ transaction: StoreTransaction) -> Bool {
    if let start, transaction.purchaseDate < start { return false }
    if let end, transaction.purchaseDate >= end { return false }
    if !products.isEmpty, !products.contains(transaction.productId) { return false }
    if !types.isEmpty, !types.contains(transaction.type) { return false }
    if !groups.isEmpty, !(transaction.groupId.map(groups.contains) ?? false) { return false }
    if let ownership, ownership != transaction.ownership { return false }
    if let isRevoked, isRevoked != (transaction.revocation != nil) { return false }
    if leavesOutFinishedConsumables, transaction.type == .consumable, transaction.isFinished,
      transaction.revocation == nil
    {
      return false
    }
    return true
  }
}

/// Up to twenty transactions, and where the next page begins.
package struct HistoryPage: Sendable {
  package let records: [StoreRecord]
  package let cursor: RevisionCursor
  package let hasMore: Bool

  /// - Parameters:
  ///   - records: all of a customer.
  ///   - cursor: `nil` for the first page.
  init(_ records: [StoreRecord], _ query: HistoryQuery, after cursor: RevisionCursor?, size: Int) {
    let isAscending = query.order == .ascending
    let found = records.filter { record in
      let revision = record.transaction.revision
      let isNew = cursor.map { isAscending ? revision > $0.revision : revision < $0.revision }
      return isNew ?? true && query.contains(record.transaction)
    }.sorted {
      let (left, right) = ($0.transaction.revision, $1.transaction.revision)
      return isAscending ? left < right : left > right
    }
    self.records = Array(found.prefix(size))
    hasMore = found.count > size
    let start = RevisionCursor(revision: isAscending ? 0 : .max, order: query.order)
    self.cursor =
      self.records.last.map {
        RevisionCursor(revision: $0.transaction.revision, order: query.order)
      } ?? cursor ?? start
  }
}

extension World {
  package static let pageSize = 20

  /// The transactions of a customer after a cursor, by their last change: one that was upgraded or
  /// refunded since comes again.
  ///
  /// - Returns: `nil` without such a customer.
  package func history(
    ofAny id: String, _ query: HistoryQuery, after cursor: RevisionCursor? = nil
  ) -> HistoryPage? {
    index(ofAny: id).map {
      HistoryPage(records(of: $0), query, after: cursor, size: Self.pageSize)
    }
  }
}

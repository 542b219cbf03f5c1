import PaywallTextCoding

/// Where a page of transactions ended.
package struct RevisionCursor: Hashable, Sendable {
  /// The revision of the last transaction.
  let revision: UInt64
  let order: HistoryQuery.Order

  init(revision: UInt64, order: HistoryQuery.Order) {
    self.revision = revision
    self.order = order
  }

  /// Opaque to clients.
  package var text: String {
    Base64.encode(Array("\(order == .ascending ? "a" : "d")\(revision)".utf8), .url)
  }

  /// - Parameter order: the order of the query; a cursor of the other one is refused.
  package init?(_ text: String, in order: HistoryQuery.Order) {
    guard let bytes = Base64.decode(text, .url),
      bytes.first == UInt8(ascii: order == .ascending ? "a" : "d"),
      let revision = UInt64(String(decoding: bytes.dropFirst(), as: UTF8.self))
    else { return nil }
    self.init(revision: revision, order: order)
  }
}

package import PaywallCatalog
import PaywallTextCoding
import Subscribers

/// The entitlements of a customer when `entitlement.changed` was last reported.
package struct EntitlementState: Hashable, Sendable {
  /// The member `before` of the next event: a JSON list, in the order of the names.
  package let entitlements: String
  /// The next moment at which time alone may change it; `nil` if none is known.
  package let nextAt: Timestamp?

  /// A customer without purchases.
  static let nothing = "[]"
  /// The job that tells what time alone has changed. Its progress is the last customer that was
  /// looked at since the products changed, and `visitedAll` after the last one.
  package static let job = "webhook-entitlements"
  static let visitedAll = "all"

  /// Folds the history as the answers about customers do.
  init(_ history: CustomerHistory, at now: Timestamp, in snapshot: Snapshot) {
    let text = JSONText {
      $0.list(history.entitlements(at: now, in: snapshot)) { json, entitlement in
        json.content(entitlement.webhookData)
      }
    }
    entitlements = String(decoding: text.bytes, as: UTF8.self)
    nextAt = history.entitlementMoments(in: snapshot, after: now).first?.at
  }

  package init(_ row: some LedgerRow) throws {
    entitlements = try row.plain(0)
    nextAt = row.moment(1)
  }
}

extension Entitlement {
  fileprivate var webhookData: Content {
    var members: [Content.Member] = [.init("name", .text(name))]
    if !product.isEmpty { members.append(.init("productId", .text(product))) }
    if let expires { members.append(.init("expiresAt", .text(expires.rfc3339))) }
    members.append(.init("inGracePeriod", .boolean(isInGrace)))
    if let source { members.append(.init("source", .text(source.rawValue))) }
    return .object(members)
  }
}

extension Product {
  /// The parts from which entitlements follow.
  package static let webhookColumns = "id, type, period, entitlements"

  package init(webhookRow row: some LedgerRow) throws {
    self.init(
      id: try row.plain(0), type: try row.known(1, "a type of product"),
      period: row.plain(optional: 2).flatMap { Period(iso8601: $0) },
      entitlements: WebhookReceiver.items(try row.plain(3)))
  }

  /// In the order of `webhookColumns`.
  package func webhookValues<Cell: DatabaseCell>(_: Cell.Type) -> [SQLValue] {
    [
      Cell.plain(id), Cell.plain(type.rawValue), Cell.plain(period?.description),
      Cell.plain(WebhookReceiver.list(entitlements)),
    ]
  }

  /// The product with nothing but these parts.
  var entitling: Product {
    Product(id: id, type: type, period: period, entitlements: entitlements)
  }
}

package import HTTPDocuments
package import PaywallCatalog
package import Subscribers

/// A record of given access.
package struct AccessAnswer: AnswerObject {
  package let held: HeldAccess
  private let now: Timestamp
  private let isChanged: Bool?

  /// - Parameter isChanged: for an answer to a change.
  package init(_ held: HeldAccess, isChanged: Bool? = nil, now: Timestamp) {
    (self.held, self.isChanged, self.now) = (held, isChanged, now)
  }

  package static let members = Members<Self> {
    $0.always("id", "Unique within its source.") { $0.held.access.id }
    $0.always("source") { $0.held.access.source }
    $0.maybe("entitlement") { $0.held.access.entitlement }
    $0.maybe("product", "It gives the entitlements of this product.") { $0.held.access.product }
    $0.always("until", "The first moment without it, unless it is revoked.") {
      $0.held.access.until
    }
    $0.always("active", "Whether it gives anything now.") { $0.held.access.end > $0.now }
    $0.always("by", "The name of the key that gave it last, or of the operator.") {
      $0.held.access.giver
    }
    $0.maybe("reason") { $0.held.access.reason.isEmpty ? nil : $0.held.access.reason }
    $0.always("givenAt", "When it was given last.") { $0.held.access.givenAt }
    $0.maybe("revokedAt") { $0.held.access.revokedAt }
    $0.maybe("priceMilliunits", .integer(from: 0), "Thousandths of the currency's unit.") {
      $0.held.access.price?.milliunits
    }
    $0.maybe("currency", "ISO 4217.") { $0.held.access.price?.currency }
    $0.always("environment") { $0.held.environment }
    $0.maybe("userId", "For access that was given to a user id.") { $0.held.userId }
    $0.maybe("appTransactionId", "For access that was given to a customer of Apple.") {
      $0.held.appTransactionId
    }
    $0.maybe("changed", "In the answer to a change: `false` for a repeat.") { $0.isChanged }
  }
}

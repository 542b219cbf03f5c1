package import PaywallCatalog

/// Access that the App Store knows nothing of: given by hand, or bought in another store, as the
/// team's own server says. It never counts as a purchase.
package struct GivenAccess: Hashable, Sendable {
  /// Unique within its source and environment.
  package var id: String
  package var source: Source
  package var right: Right
  /// The first moment without it, unless it is revoked before.
  package var until: Timestamp
  package var reason: String
  /// The name of the key that gave it last, or of the operator.
  package var giver: String
  package var givenAt: Timestamp
  package var revokedAt: Timestamp?
  package var price: Price?

  package enum Source: String, CaseIterable, Sendable {
    case manual, stripe, play, other
  }

  package enum Right: Hashable, Sendable {
    case entitlement(String)
    /// All entitlements that the configuration gives to a product.
    case product(String)
  }

  /// The price in another store; part of no result.
  package struct Price: Hashable, Sendable {
    package var milliunits: Int64
    /// ISO 4217.
    package var currency: String

    package init(milliunits: Int64, currency: String) {
      (self.milliunits, self.currency) = (milliunits, currency)
    }
  }

  package init(
    id: String, source: Source, right: Right, until: Timestamp, reason: String, giver: String,
    givenAt: Timestamp, revokedAt: Timestamp? = nil, price: Price? = nil
  ) {
    (self.id, self.source, self.right) = (id, source, right)
    (self.until, self.reason, self.giver) = (until, reason, giver)
    (self.givenAt, self.revokedAt, self.price) = (givenAt, revokedAt, price)
  }

  /// The records by hand that a key may give a UTC day, unless `keys.yaml` says another number.
  package static let mostPerDay = 100
  /// How far ahead access may end.
  package static let longest = Period(months: 120)

  package var entitlement: String? { if case .entitlement(let name) = right { name } else { nil } }
  package var product: String? { if case .product(let id) = right { id } else { nil } }

  /// The first moment without it.
  package var end: Timestamp { revokedAt.map { min($0, until) } ?? until }

  /// Whether this replaces the record of the same id: it lasts longer, or gives something else for
  /// the same time. A repeat never brings back what was revoked.
  package func supersedes(_ held: GivenAccess) -> Bool {
    if until != held.until { return until > held.until }
    return held.revokedAt == nil && (right != held.right || price != held.price)
  }

  func entitlements(in snapshot: Snapshot) -> [Entitlement] {
    let names =
      switch right {
      case .entitlement(let name): [name]
      case .product(let id): snapshot.products[id]?.entitlements ?? []
      }
    return names.map {
      Entitlement(
        name: $0, product: product ?? "", expires: end, transactionId: id,
        source: Entitlement.Source(source))
    }
  }
}

extension Entitlement.Source {
  fileprivate init(_ source: GivenAccess.Source) {
    self =
      switch source {
      case .manual: .manual
      case .stripe: .stripe
      case .play: .play
      case .other: .other
      }
  }
}
